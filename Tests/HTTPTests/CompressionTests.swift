import HTTPTypes
import Support
import Synchronization
import Testing

@testable import HTTP

@Suite struct CompressionTests {
    static let text = Array(String(repeating: "Spider-Man and his friends. ", count: 100).utf8)

    private func respond(
        _ response: Response, to acceptEncoding: String? = "gzip", method: HTTPRequest.Method = .get
    ) async -> Response {
        var fields = HTTPFields()
        if let acceptEncoding { fields[.acceptEncoding] = acceptEncoding }
        return await compressing { _ in response }(Request(method: method, target: "/", fields: fields))
    }

    private func html(_ fields: HTTPFields = [:], _ body: [UInt8] = text) -> Response {
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = "text/html; charset=utf-8" }
        return Response(fields: fields, body: .bytes(body))
    }

    private func bytes(_ response: Response) throws -> [UInt8] {
        guard case .bytes(let bytes) = response.body else {
            Issue.record("the body is not complete")
            return []
        }
        return bytes
    }

    @Test("a page is compressed for clients that accept gzip, with Content-Encoding")
    func page() async throws {
        let response = await respond(html([.contentLength: "2800", .acceptRanges: "bytes", .cacheControl: "no-store"]))
        #expect(
            response.fields == [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .vary: "Accept-Encoding",
                .contentEncoding: "gzip",
            ])
        #expect(try bytes(response).count < 200)
        #expect(try Gunzip.decompress(try bytes(response)) == Self.text)
    }

    @Test(
        "clients without gzip get the same bytes, with Vary for caches",
        arguments: [nil, "br", ""])
    func identity(acceptEncoding: String?) async throws {
        let response = await respond(html([.eTag: "\"a\""]), to: acceptEncoding)
        #expect(try bytes(response) == Self.text)
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.vary] == "Accept-Encoding")
        #expect(response.fields[.eTag] == "\"a\"")
    }

    @Test(
        "text of any kind is compressed",
        arguments: [
            "text/html", "TEXT/CSS;charset=utf-8", "text/csv", "application/json", "application/problem+json",
            "application/javascript", "image/svg+xml", "application/xml", "application/atom+xml",
            "application/manifest+json ; a=b",
        ])
    func compressible(type: String) async {
        #expect(await respond(html([.contentType: type])).fields[.contentEncoding] == "gzip")
    }

    @Test(
        "compressed and unknown media types are not compressed",
        arguments: [
            "image/png", "image/webp", "font/woff2", "application/octet-stream", "application/zip", "text", "xml",
            "application/jsonx", "video/mp4", "",
        ])
    func incompressible(type: String) async throws {
        let response = await respond(html([.contentType: type]))
        #expect(response.fields == [.contentType: type])
        #expect(try bytes(response) == Self.text)
    }

    @Test(
        "an encoded, partial or no-transform response is unchanged",
        arguments: [
            [.contentEncoding: "br"], [.contentRange: "bytes 0-9/10"], [.cacheControl: "public, No-Transform"],
        ] as [HTTPFields])
    func notTransformed(fields: HTTPFields) async throws {
        let response = await respond(html(fields))
        #expect(response.fields == html(fields).fields)
        #expect(try bytes(response) == Self.text)
    }

    @Test("statuses without complete content are unchanged", arguments: [204, 205, 206])
    func statuses(code: Int) async throws {
        var response = html()
        response.status = HTTPResponse.Status(code: code)
        #expect(await respond(response).fields == response.fields)
    }

    @Test("an error page is compressed, a redirect without content is not")
    func errors() async throws {
        var page = html()
        page.status = .notFound
        #expect(await respond(page).fields[.contentEncoding] == "gzip")
        let redirect = Response(status: .seeOther, fields: [.location: "/"])
        #expect(await respond(redirect).fields == redirect.fields)
    }

    @Test("content of a packet's size is not compressed, unless identity is excluded")
    func small() async throws {
        let text = Array(Self.text[..<511])
        let response = await respond(html([.eTag: "\"a\""], text))
        #expect(try bytes(response) == text)
        #expect(response.fields[.vary] == "Accept-Encoding" && response.fields[.eTag] == "\"a\"")
        #expect(await respond(html([:], Array(Self.text[..<512]))).fields[.contentEncoding] == "gzip")
        let forced = await respond(html([:], Array("x".utf8)), to: "gzip, identity;q=0")
        #expect(try Gunzip.decompress(try bytes(forced)) == Array("x".utf8))
    }

    @Test("with `always` the smallest content is compressed, and empty content stays empty")
    func always() async throws {
        let compression = Compression(always: true)
        func coded(_ response: Response, _ acceptEncoding: String = "gzip") throws -> Response {
            try #require(
                compression.encoded(response, for: Request(target: "/", fields: [.acceptEncoding: acceptEncoding])))
        }
        for text in ["x", "{}", String(repeating: "a", count: 600)] {
            let response = try coded(html([:], Array(text.utf8)))
            #expect(response.fields[.contentEncoding] == "gzip")
            #expect(try Gunzip.decompress(try bytes(response)) == Array(text.utf8))
            #expect(try coded(html([:], Array(text.utf8)), "identity").fields[.contentEncoding] == nil)
        }
        #expect(try coded(html([:], [])).fields[.contentEncoding] == nil)
    }

    @Test("content that compression does not make smaller is sent uncompressed")
    func noise() async throws {
        var generator = SeededGenerator(seed: 3)
        let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let response = await respond(html([.eTag: "\"a\""], noise))
        #expect(try bytes(response) == noise)
        #expect(response.fields[.contentEncoding] == nil && response.fields[.eTag] == "\"a\"")
        #expect(await respond(html([:], noise), to: "gzip, *;q=0").fields[.contentEncoding] == "gzip")
    }

    @Test(
        "Vary is extended",
        arguments: [
            ("Accept", "Accept, Accept-Encoding"), ("accept-encoding", "accept-encoding"), ("*", "*"),
            ("Cookie, Accept-Encoding", "Cookie, Accept-Encoding"), ("", "Accept-Encoding"),
        ])
    func vary(before: String, after: String) async {
        #expect(await respond(html([.vary: before])).fields[values: .vary] == [after])
        #expect(await respond(html([.vary: before]), to: nil).fields[values: .vary] == [after])
    }

    @Test("two Vary fields become one list")
    func twoVaryFields() async {
        var response = html()
        response.fields[values: .vary] = ["Accept", "Cookie"]
        #expect(await respond(response).fields[values: .vary] == ["Accept, Cookie, Accept-Encoding"])
    }

    @Test(
        "a strong tag differs between codings, a weak or malformed one does not",
        arguments: [
            ("\"abc\"", "\"abc-gzip\""), ("\"\"", "\"-gzip\""), ("W/\"abc\"", "W/\"abc\""),
            ("0123456789abcdef0123456789abcdef01234567", "0123456789abcdef0123456789abcdef01234567"),
        ])
    func tags(before: String, after: String) async {
        let response = await respond(html([.eTag: before]))
        #expect(response.fields[.eTag] == after && response.fields[.contentEncoding] == "gzip")
    }

    @Test("a 304 gets Vary and is otherwise unchanged")
    func notModified() async {
        let response = Response(status: .notModified, fields: [.eTag: "\"a\"", .vary: "Accept"])
        #expect(await respond(response).fields == [.eTag: "\"a\"", .vary: "Accept, Accept-Encoding"])
    }

    @Test("a client that accepts no available coding gets 406", arguments: ["identity;q=0", "*;q=0", "br, *;q=0"])
    func unacceptable(acceptEncoding: String) async {
        let response = await respond(html(), to: acceptEncoding)
        #expect(response.status == .notAcceptable)
        #expect(response.fields[.contentEncoding] == nil && response.fields[.vary] == "Accept-Encoding")
    }

    @Test("the response to unacceptable codings is configurable")
    func customResponse() async {
        let handler = compressing(
            { _ in html() }, unacceptable: { Response(status: .notAcceptable, fields: [.location: $0.target]) })
        let response = await handler(Request(target: "/x", fields: [.acceptEncoding: "*;q=0"]))
        #expect(response.fields == [.location: "/x", .vary: "Accept-Encoding"])
    }

    @Test("errors and responses to POST are not replaced by 406, and images are never encoded")
    func notReplaced() async {
        var failure = html()
        failure.status = .badGateway
        #expect(await respond(failure, to: "*;q=0").status == .badGateway)
        #expect(await respond(html(), to: "*;q=0", method: .post).status == .ok)
        #expect(await respond(html([.contentType: "image/png"]), to: "*;q=0").status == .ok)
    }
}

@Suite struct CompressedStreamTests {
    struct StreamError: Error {}

    /// The bytes that the peer has received.
    private final class Peer: Sendable {
        private let received = Mutex<[[UInt8]]>([])
        var parts: [[UInt8]] { received.withLock { $0 } }
        var bytes: [UInt8] { parts.flatMap(\.self) }
        var writer: BodyWriter { BodyWriter { part in self.received.withLock { $0.append(part) } } }
    }

    private func stream(
        to acceptEncoding: String = "gzip", _ produce: @escaping @Sendable (BodyWriter) async throws -> Void
    ) async throws -> (response: Response, body: @Sendable (BodyWriter) async throws -> Void) {
        let page = Response(fields: [.contentType: "text/html", .eTag: "\"a\""], body: .stream(produce))
        let response = await compressing { _ in page }(Request(target: "/", fields: [.acceptEncoding: acceptEncoding]))
        guard case .stream(let body) = response.body else { throw StreamError() }
        return (response, body)
    }

    @Test("each part of a stream can be read when it arrives, however small")
    func parts() async throws {
        let peer = Peer()
        let (response, body) = try await stream { writer in
            try await writer.write(Array("<head>".utf8))
            #expect(try Gunzip.decompressPartial(peer.bytes) == Array("<head>".utf8))
            try await writer.write([])
            try await writer.write(CompressionTests.text)
            #expect(try Gunzip.decompressPartial(peer.bytes) == Array("<head>".utf8) + CompressionTests.text)
        }
        #expect(response.fields[.contentEncoding] == "gzip" && response.fields[.eTag] == "\"a-gzip\"")
        try await body(peer.writer)
        #expect(try Gunzip.decompress(peer.bytes) == Array("<head>".utf8) + CompressionTests.text)
        #expect(peer.parts.count == 3 && peer.bytes.count < CompressionTests.text.count)
    }

    @Test("a stream without content is a complete member")
    func empty() async throws {
        let peer = Peer()
        try await stream { _ in }.body(peer.writer)
        #expect(try Gunzip.decompress(peer.bytes) == [])
    }

    @Test("a stream that fails has no end, so that its client sees that it is incomplete")
    func failing() async throws {
        let peer = Peer()
        let body = try await stream { writer in
            try await writer.write(CompressionTests.text)
            throw StreamError()
        }.body
        await #expect(throws: StreamError.self) { try await body(peer.writer) }
        #expect(try Gunzip.decompressPartial(peer.bytes) == CompressionTests.text)
        #expect(throws: Gunzip.Malformed.self) { try Gunzip.decompress(peer.bytes) }
    }

    @Test("a stream is sent uncompressed to clients without gzip")
    func identity() async throws {
        let peer = Peer()
        let (response, body) = try await stream(to: "br") { try await $0.write(CompressionTests.text) }
        try await body(peer.writer)
        #expect(peer.bytes == CompressionTests.text && response.fields[.vary] == "Accept-Encoding")
        #expect(response.fields[.contentEncoding] == nil && response.fields[.eTag] == "\"a\"")
    }
}
