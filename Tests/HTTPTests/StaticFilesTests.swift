import Basics
import FoundationEssentials
import Glibc
import HTTPTypes
import Testing

@testable import HTTP

/// A folder that is deleted after the test.
final class PublicFolder {
    let path: String

    init(_ files: [String: String], path: String? = nil) throws {
        self.path = path ?? FileManager.default.temporaryDirectory.path + "/public-\(UUID().uuidString)"
        for (name, content) in files { try write(content, to: name) }
    }

    func write(_ content: String, to name: String) throws {
        let file = path + "/" + name
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(filePath: file))
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    // A folder left behind in the system's temporary folder does not fail the test.
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct StaticFilesTests {
    private func text(_ response: Response?) -> String? {
        guard let response, case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "a file is sent with its type, tag and date; only its current version is immutable in caches",
        arguments: [
            ("?v=" + ETag(hashOf: Array("a{}".utf8)).opaque.prefix(10), "public, max-age=31536000, immutable"),
            ("", "no-cache"), ("?v=0000000000", "no-cache"), ("?v=%", "no-cache"),
        ])
    func file(query: String, caching: String) throws {
        let folder = try PublicFolder(["a b/ü.css": "a{}"])
        let files = try StaticFiles(folder: folder.path)
        let response = try #require(files.respond(to: Request(target: "/" + query), name: "a b/ü.css"))
        #expect(text(response) == "a{}")
        #expect(response.fields[.contentType] == "text/css; charset=utf-8")
        #expect(response.fields[.eTag] == ETag(hashOf: Array("a{}".utf8)).text)
        #expect(response.fields[.lastModified].flatMap { HTTPDate($0) } != nil)
        #expect(response.fields[.cacheControl] == caching)
        #expect((files.url("a b/ü.css") == "/static/a%20b/%C3%BC.css" + query) == caching.hasSuffix("immutable"))
        #expect(files.url("none.css") == "/static/none.css")
    }

    @Test(
        "only the files are found",
        arguments: [
            "", ".", "..", "/", "icons", "icons/", "icons/..", "../secret.txt", "icons/../site.css", "./site.css",
            "/site.css", "site.css/", "site.css\0", "SITE.css", ".hidden", ".git/config", "icons\\heart.svg",
        ])
    func missing(name: String) throws {
        let folder = try PublicFolder([
            "site.css": "", "icons/heart.svg": "", ".hidden": "", ".git/config": "",
        ])
        #expect(try StaticFiles(folder: folder.path).respond(to: Request(target: "/"), name: name) == nil)
    }

    @Test("links out of the folder are skipped, links within it are followed")
    func links() throws {
        let folder = try PublicFolder(["site.css": "a{}"])
        // A folder with the same prefix in its name is outside, too.
        let outside = try PublicFolder(["secret.txt": "secret"], path: folder.path + "-private")
        try folder.link("secret.txt", to: outside.path + "/secret.txt")
        try folder.link("outside", to: outside.path)
        try folder.link("same.css", to: "site.css")
        try folder.link("loop", to: ".")
        try folder.link("dangling", to: "nowhere")
        try folder.link("sibling.txt", to: "../\(outside.path.split(separator: "/").last ?? "")/secret.txt")
        let files = try StaticFiles(folder: folder.path)
        #expect(text(files.respond(to: Request(target: "/"), name: "same.css")) == "a{}")
        for name in ["secret.txt", "outside/secret.txt", "sibling.txt", "loop/site.css", "dangling"] {
            #expect(files.respond(to: Request(target: "/"), name: name) == nil, "\(name)")
        }
    }

    @Test("files of any length are read, and anything else is skipped")
    func contents() throws {
        let long = String(repeating: "0123456789", count: 20_000)
        let folder = try PublicFolder(["empty.txt": "", "long.txt": long])
        #expect(mkfifo(folder.path + "/pipe.txt", 0o600) == 0)
        try folder.link("to-pipe.txt", to: "pipe.txt")
        try folder.link("to-folder.txt", to: ".")
        let files = try StaticFiles(folder: folder.path)
        #expect(text(files.respond(to: Request(target: "/"), name: "empty.txt")) == "")
        #expect(text(files.respond(to: Request(target: "/"), name: "long.txt")) == long)
        for name in ["pipe.txt", "to-pipe.txt", "to-folder.txt"] {
            #expect(files.respond(to: Request(target: "/"), name: name) == nil, "\(name)")
        }
    }

    @Test("a missing folder, or a file, is reported with its path")
    func unreadable() throws {
        let folder = try PublicFolder(["site.css": ""])
        for path in [folder.path + "/none", folder.path + "/site.css"] {
            let error = #expect(throws: StaticFilesError.self) { try StaticFiles(folder: path) }
            guard case .unreadable(path, _) = error else {
                Issue.record("\(String(describing: error)) does not name \(path)")
                continue
            }
        }
    }

    @Test("methods other than GET and HEAD get 405")
    func methods() throws {
        let folder = try PublicFolder(["site.css": ""])
        let files = try StaticFiles(folder: folder.path)
        let response = files.respond(to: Request(method: .post, target: "/"), name: "site.css")
        #expect(response?.status == .methodNotAllowed)
        #expect(response?.fields[.allow] == "GET, HEAD")
        #expect(files.respond(to: Request(method: .head, target: "/"), name: "site.css")?.status == .ok)
    }

    @Test(
        "the status depends on conditions, ranges and codings; parts are those of the uncompressed file",
        arguments: [
            ("site.css", [:], 200, nil, 4400), ("site.css", [.acceptEncoding: "gzip"], 200, "gzip", 4400),
            ("site.css", [.ifNoneMatch: "*", .range: "bytes=0-0"], 304, nil, 0),
            ("site.css", [.acceptEncoding: "gzip", .range: "bytes=2-5"], 206, nil, 4),
            ("site.css", [.range: "bytes=2-5"], 206, nil, 4),
            ("site.css", [.acceptEncoding: "gzip", .range: "bytes=99999-"], 416, nil, 0),
            ("site.css", [.acceptEncoding: "gzip, identity;q=0", .range: "bytes=0-1"], 200, "gzip", 4400),
            ("site.css", [.acceptEncoding: "identity;q=0"], 406, nil, 0),
            ("small.css", [.acceptEncoding: "gzip"], 200, nil, 3),
            ("small.css", [.acceptEncoding: "gzip, identity;q=0"], 200, "gzip", 3),
            ("photo.png", [.acceptEncoding: "*;q=0"], 200, nil, 4400),
        ] as [(String, HTTPFields, Int, String?, Int)])
    func variants(name: String, fields: HTTPFields, status: Int, coding: String?, count: Int) async throws {
        let css = String(repeating: ".card { color: red; }\n", count: 200)
        let folder = try PublicFolder(["site.css": css, "small.css": "a{}", "photo.png": css])
        let files = try StaticFiles(folder: folder.path)
        let response = await sent({ files.respond(to: $0, name: name) ?? Response(status: .notFound) }, to: fields)
        #expect(response.status.code == status)
        #expect(response.fields[.contentEncoding] == coding)
        #expect(try content(response).count == count)
        #expect(response.fields[.vary] == (name == "photo.png" ? nil : "Accept-Encoding"))
        if status == 206 { #expect(try content(response) == Array("ard ".utf8)) }
        if status < 300 { #expect(response.fields[.eTag]?.hasSuffix("-gzip\"") == (coding == "gzip")) }
    }

    @Test("an SVG has a restrictive content security policy, in either coding", arguments: ["", "gzip"])
    func svgPolicy(acceptEncoding: String) throws {
        let folder = try PublicFolder(["a.svg": String(repeating: "<svg>", count: 200), "b.png": "x"])
        let files = try StaticFiles(folder: folder.path)
        let request = Request(target: "/", fields: [.acceptEncoding: acceptEncoding])
        let fields = try #require(files.respond(to: request, name: "a.svg")).fields
        #expect(fields[.contentSecurityPolicy] == "default-src 'none'; style-src 'unsafe-inline'")
        #expect(files.respond(to: request, name: "b.png")?.fields[.contentSecurityPolicy] == nil)
    }

    @Test(
        "the extension determines the type",
        arguments: [
            ("a.js", "text/javascript; charset=utf-8"), ("a.SVG", "image/svg+xml; charset=utf-8"),
            ("a.min.css", "text/css; charset=utf-8"), ("site.webmanifest", "application/manifest+json"),
            ("a.woff2", "font/woff2"), ("css", "application/octet-stream"), ("a.css/b", "application/octet-stream"),
            ("a.exe", "application/octet-stream"), ("", "application/octet-stream"), ("a.", "application/octet-stream"),
        ])
    func types(name: String, type: String) { #expect(MediaType.type(ofFile: name) == type) }
}
