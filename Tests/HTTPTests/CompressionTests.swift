import HTTPTypes
import Support
import Synchronization
import Testing

@testable import HTTP

/// Returns the response as a client gets it that sends these fields.
func sent(
    _ response: @escaping @Sendable (Request) -> Response, to fields: HTTPFields, method: HTTPRequest.Method = .get
) async -> Response {
    await compressing(response, unacceptable: { Response(status: .notAcceptable, fields: [.location: $0.target]) })(
        Request(method: method, target: "/", fields: fields))
}

/// Returns the complete body, decompressed.
func content(_ response: Response) throws -> [UInt8] {
    guard case .bytes(let bytes) = response.body else {
        Issue.record("the body is not complete")
        return []
    }
    return response.fields[.contentEncoding] == "gzip" ? try Gunzip.decompress(bytes) : bytes
}

@Suite struct CompressionTests {
    static let text = Array(String(repeating: "Spider-Man and his friends. ", count: 100).utf8)

    private func respond(
        _ response: Response, to acceptEncoding: String? = "gzip", method: HTTPRequest.Method = .get
    ) async -> Response {
        await sent({ _ in response }, to: acceptEncoding.map { [.acceptEncoding: $0] } ?? [:], method: method)
    }

    private func html(_ fields: HTTPFields = [:], _ body: [UInt8] = text, status: Int = 200) -> Response {
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = "text/html; charset=utf-8" }
        return Response(status: .init(code: status), fields: fields, body: .bytes(body))
    }

    @Test("a page is compressed for clients that accept gzip, with Content-Encoding")
    func page() async throws {
        let response = await respond(html([.contentLength: "2800", .acceptRanges: "bytes", .cacheControl: "no-store"]))
        #expect(
            response.fields == [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .vary: "Accept-Encoding",
                .contentEncoding: "gzip",
            ])
        #expect(try content(response) == Self.text)
        if case .bytes(let bytes) = response.body { #expect(bytes.count < 200) }
    }

    @Test("clients without gzip get the same bytes, with Vary for caches", arguments: [nil, "br", ""])
    func identity(acceptEncoding: String?) async throws {
        let response = await respond(html([.eTag: "\"a\""]), to: acceptEncoding)
        #expect(try content(response) == Self.text)
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.eTag] == "\"a\"")
        #expect(response.fields[.vary] == "Accept-Encoding")
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
        "compressed and unknown media types, encoded, partial and no-transform responses are unchanged",
        arguments: [
            "image/png", "image/webp", "font/woff2", "application/octet-stream", "text", "xml", "application/jsonx", "",
        ].map { [.contentType: $0] } + [
            [.contentEncoding: "br"], [.contentRange: "bytes 0-9/10"], [.cacheControl: "public, No-Transform"],
        ] as [HTTPFields])
    func unchanged(fields: HTTPFields) async {
        let response = await respond(html(fields), to: "gzip, *;q=0")
        #expect(response.fields == html(fields).fields)
        #expect(response.status == .ok)
    }

    @Test(
        "what is compressed depends on the status",
        arguments: [(204, false), (205, false), (206, false), (303, true), (404, true), (502, true)])
    func statuses(code: Int, isCompressed: Bool) async {
        let response = await respond(html(status: code))
        #expect(response.fields[.contentEncoding] == (isCompressed ? "gzip" : nil))
        #expect(await respond(html([:], [], status: code)).fields == html().fields)
    }

    @Test("content is compressed if it is larger than a packet and becomes smaller, or if identity is excluded")
    func small() async throws {
        var generator = SeededGenerator(seed: 3)
        let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for bytes in [Array(Self.text[..<511]), noise] {
            let response = await respond(html([.eTag: "\"a\""], bytes))
            #expect(try content(response) == bytes)
            #expect(response.fields[.contentEncoding] == nil)
            #expect(response.fields[.eTag] == "\"a\"")
            #expect(response.fields[.vary] == "Accept-Encoding")
            let forced = await respond(html([:], bytes), to: "gzip, identity;q=0")
            #expect(try content(forced) == bytes)
            #expect(forced.fields[.contentEncoding] == "gzip")
        }
        #expect(await respond(html([:], Array(Self.text[..<512]))).fields[.contentEncoding] == "gzip")
    }

    @Test("with `always` the smallest content is compressed, and empty content stays empty")
    func always() throws {
        let compression = Compression(always: true)
        for (text, isCompressed) in [("x", true), ("{}", true), ("", false)] {
            let request = Request(target: "/", fields: [.acceptEncoding: "gzip"])
            let response = try #require(compression.encoded(html([:], Array(text.utf8)), for: request))
            #expect(response.fields[.contentEncoding] == (isCompressed ? "gzip" : nil))
            #expect(try content(response) == Array(text.utf8))
            let plain = compression.encoded(html([:], Array(text.utf8)), for: Request(target: "/"))
            #expect(plain?.fields[.contentEncoding] == nil)
        }
    }

    @Test(
        "Vary is extended",
        arguments: [
            (["Accept"], "Accept, Accept-Encoding"), (["accept-encoding"], "accept-encoding"), (["*"], "*"),
            (["Cookie, Accept-Encoding"], "Cookie, Accept-Encoding"), ([""], "Accept-Encoding"),
            (["Accept", "Cookie"], "Accept, Cookie, Accept-Encoding"),
        ])
    func vary(before: [String], after: String) async {
        var response = html()
        response.fields[values: .vary] = before
        for acceptEncoding in ["gzip", nil] {
            #expect(await respond(response, to: acceptEncoding).fields[values: .vary] == [after])
        }
        response.status = .notModified
        #expect(await respond(response).fields[values: .vary] == [after])
    }

    @Test(
        "a strong tag differs between codings, a weak or malformed one does not",
        arguments: [("\"abc\"", "\"abc-gzip\""), ("\"\"", "\"-gzip\""), ("W/\"abc\"", "W/\"abc\""), ("abc", "abc")])
    func tags(before: String, after: String) async {
        let response = await respond(html([.eTag: before]))
        #expect(response.fields[.eTag] == after)
        #expect(response.fields[.contentEncoding] == "gzip")
    }

    @Test("a client that accepts no available coding gets 406", arguments: ["identity;q=0", "*;q=0", "br, *;q=0"])
    func unacceptable(acceptEncoding: String) async {
        let response = await respond(html(), to: acceptEncoding)
        #expect(response.status == .notAcceptable)
        #expect(response.fields == [.location: "/", .vary: "Accept-Encoding"])
        // Errors and responses to POST are not replaced.
        #expect(await respond(html(status: 502), to: acceptEncoding).status == .badGateway)
        #expect(await respond(html(), to: acceptEncoding, method: .post).status == .ok)
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
        let response = await sent({ _ in page }, to: [.acceptEncoding: acceptEncoding])
        guard case .stream(let body) = response.body else { throw StreamError() }
        return (response, body)
    }

    @Test("each part of a stream can be read when it arrives, however small")
    func parts() async throws {
        let peer = Peer()
        var generator = SeededGenerator(seed: 2)
        // Random bytes that exceed the compressor's window and output buffer, and repetitions of them.
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let parts = [Array("<head>".utf8), [], CompressionTests.text, noise, noise, CompressionTests.text]
        let (response, body) = try await stream { writer in
            for (number, part) in parts.enumerated() {
                try await writer.write(part)
                #expect(try Gunzip.decompressPartial(peer.bytes) == parts[...number].flatMap(\.self))
            }
        }
        #expect(response.fields[.contentEncoding] == "gzip")
        #expect(response.fields[.eTag] == "\"a-gzip\"")
        try await body(peer.writer)
        #expect(try Gunzip.decompress(peer.bytes) == parts.flatMap(\.self))
        #expect(peer.parts.count == parts.count)
        #expect(peer.parts[1].count < 200)
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
        #expect(peer.bytes == CompressionTests.text)
        #expect(response.fields[.vary] == "Accept-Encoding")
        #expect(response.fields[.contentEncoding] == nil)
        #expect(response.fields[.eTag] == "\"a\"")
    }
}
