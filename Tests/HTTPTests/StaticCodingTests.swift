import Basics
import HTTPTypes
import Support
import Testing

@testable import HTTP

/// Files that are compressed when they are read, served through `compressing`.
@Suite struct StaticCodingTests {
    private static let css = String(repeating: ".card { color: red; }\n", count: 200)
    private let folder: PublicFolder
    private let files: StaticFiles

    init() throws {
        folder = try PublicFolder(["site.css": Self.css, "small.css": "a{}", "photo.png": Self.css])
        files = try StaticFiles(folder: folder.path)
    }

    private func get(
        _ fields: HTTPFields, of name: String = "site.css", method: HTTPRequest.Method = .get
    ) async throws -> Response {
        let files = files
        let handler = compressing { files.respond(to: $0, name: name) ?? Response(status: .notFound) }
        return await handler(Request(method: method, target: "/static/" + name, fields: fields))
    }

    private func bytes(_ response: Response) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    private var tag: String { FNV1a(Array(Self.css.utf8)).text }

    @Test("a file is sent compressed to clients that accept it, with a tag and without ranges")
    func compressed() async throws {
        let response = try await get([.acceptEncoding: "gzip, br"])
        #expect(try Gunzip.decompress(bytes(response)) == Array(Self.css.utf8))
        #expect(response.fields[.contentEncoding] == "gzip" && response.fields[.eTag] == "\"\(tag)-gzip\"")
        #expect(response.fields[.vary] == "Accept-Encoding" && response.fields[.acceptRanges] == nil)
        #expect(response.fields[.contentType] == "text/css; charset=utf-8")
        #expect(response.fields[.lastModified] != nil && response.fields[.cacheControl] == "no-cache")
    }

    @Test(
        "a file is sent uncompressed to clients without gzip",
        arguments: ["", "br", "gzip;q=0", "gzip;q=0.2, identity"])
    func identity(acceptEncoding: String) async throws {
        let response = try await get([.acceptEncoding: acceptEncoding])
        #expect(bytes(response) == Array(Self.css.utf8) && response.fields[.contentEncoding] == nil)
        #expect(response.fields[.eTag] == "\"\(tag)\"" && response.fields[.vary] == "Accept-Encoding")
        #expect(response.fields[.acceptRanges] == "bytes")
    }

    @Test("small files and images are sent uncompressed", arguments: ["small.css", "photo.png"])
    func uncompressed(name: String) async throws {
        let response = try await get([.acceptEncoding: "gzip"], of: name)
        #expect(response.status == .ok && response.fields[.acceptRanges] == "bytes")
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.vary] == (name == "photo.png" ? nil : "Accept-Encoding"))
    }

    @Test("an SVG has a restrictive content security policy, in either coding")
    func svgPolicy() async throws {
        let folder = try PublicFolder(["a.svg": "<svg>" + Self.css + "</svg>", "b.png": "x"])
        let files = try StaticFiles(folder: folder.path)
        for acceptEncoding in ["", "gzip"] {
            let request = Request(target: "/", fields: [.acceptEncoding: acceptEncoding])
            let fields = try #require(files.respond(to: request, name: "a.svg")).fields
            #expect(fields[.contentSecurityPolicy] == "default-src 'none'; style-src 'unsafe-inline'")
            #expect(files.respond(to: request, name: "b.png")?.fields[.contentSecurityPolicy] == nil)
        }
    }

    @Test("HEAD is answered as GET")
    func head() async throws {
        for fields in [[.acceptEncoding: "gzip"], [:]] as [HTTPFields] {
            let (get, head) = (try await get(fields), try await get(fields, method: .head))
            #expect(get.fields == head.fields && bytes(get) == bytes(head))
        }
    }

    @Test("parts are those of the uncompressed file, for any accepted coding", arguments: ["gzip", "br", ""])
    func parts(acceptEncoding: String) async throws {
        let part = try await get([.acceptEncoding: acceptEncoding, .range: "bytes=2-5"])
        #expect(part.status == .partialContent && bytes(part) == Array(Array(Self.css.utf8)[2...5]))
        #expect(part.fields[.contentEncoding] == nil && part.fields[.eTag] == "\"\(tag)\"")
        #expect(part.fields[.contentRange] == "bytes 2-5/\(Self.css.utf8.count)")
        #expect(part.fields[.vary] == "Accept-Encoding")
        let beyond = try await get([.acceptEncoding: acceptEncoding, .range: "bytes=99999-"])
        #expect(beyond.status == .rangeNotSatisfiable && beyond.fields[.contentEncoding] == nil)
        #expect(beyond.fields[.contentRange] == "bytes */\(Self.css.utf8.count)")
    }

    @Test("a client that excludes identity gets the complete compressed file, no part")
    func excludedIdentity() async throws {
        let response = try await get([.acceptEncoding: "gzip, identity;q=0", .range: "bytes=0-1"])
        #expect(response.status == .ok && response.fields[.contentEncoding] == "gzip")
        let small = try await get([.acceptEncoding: "gzip, identity;q=0"], of: "small.css")
        #expect(try Gunzip.decompress(bytes(small)) == Array("a{}".utf8))
        #expect(try await get([.acceptEncoding: "identity;q=0"]).status == .notAcceptable)
        #expect(try await get([.acceptEncoding: "*;q=0"], of: "photo.png").status == .ok)
    }
}
