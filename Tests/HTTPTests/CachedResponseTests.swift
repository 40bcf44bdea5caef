import HTTPTypes
import Support
import Testing

@testable import HTTP

/// Responses that are the same for all visitors, created from a request's head alone.
@Suite("Cached responses") struct CachedResponseTests {
    /// A text, a short text, and an image.
    private static let contents: [(type: String, content: String)] = [
        ("text/css", String(repeating: ".card { color: red; }\n", count: 200)), ("text/css", "a{}"),
        ("image/png", String(repeating: "x", count: 2000)),
    ]

    private static func response(_ type: String, _ content: String) -> Response {
        Response(
            fields: [.contentType: type, .eTag: "\"1\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"],
            body: .bytes(Array(content.utf8)))
    }

    @Test(
        "the immediate response equals the one to the parsed request, in any coding",
        arguments: [
            nil, "", "gzip", "gzip, deflate, br, zstd", "br", "GZIP;q=0.5, identity", "gzip;q=0", "*", "*;q=0",
            "identity;q=0", "gzip, identity;q=0", "gzip;q=0.2, *;q=0",
        ])
    func codings(acceptEncoding: String?) async throws {
        let conditions: [(HTTPField.Name, String)?] = [
            nil, (.ifNoneMatch, "\"1\""), (.ifNoneMatch, "\"1-gzip\""), (.ifNoneMatch, "\"2\""), (.ifNoneMatch, "*"),
            (.ifNoneMatch, "\"2\", \"1\""), (.ifNoneMatch, "W/\"1\""), (.ifMatch, "\"2\""),
            (.ifModifiedSince, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (.ifUnmodifiedSince, "Sun, 06 Nov 1994 08:49:36 GMT"),
        ]
        for (type, content) in Self.contents {
            let response = Self.response(type, content)
            let cached = try #require(CachedResponse(response))
            for (method, condition) in [HTTPRequest.Method.get, .head].flatMap({ method in
                conditions.map { (method, $0) }
            }) {
                var request = Request(method: method, target: "/", fields: [:])
                request.fields[.acceptEncoding] = acceptEncoding
                if let condition { request.fields[condition.0] = condition.1 }
                let parsed = await sent({ response.conditional(on: $0) }, to: request.fields, method: method)
                let stored = await sent({ cached.respond(to: $0) }, to: request.fields, method: method)
                #expect(Self.same(stored, parsed), "\(type) \(request)")
                guard let immediate = cached.immediateResponse(to: RequestHead(request)) else { continue }
                #expect(Self.same(immediate, parsed), "\(type) \(request)")
            }
        }
    }

    /// Compares the responses without regard to the level of compression.
    private static func same(_ one: Response, _ other: Response) -> Bool {
        SerializedResponse(one).map { same($0, other) } ?? false
    }

    private static func same(_ immediate: SerializedResponse, _ parsed: Response) -> Bool {
        guard let parsed = SerializedResponse(parsed) else { return false }
        return immediate.status == parsed.status && lines(immediate) == lines(parsed)
            && content(immediate) == content(parsed)
    }

    private static func lines(_ response: SerializedResponse) -> [Substring] {
        let lines = String(decoding: response.head, as: UTF8.self).split(separator: "\r\n")
        return lines.filter { response.body.first != 0x1F || !$0.hasPrefix("Content-Length") }.sorted()
    }

    private static func content(_ response: SerializedResponse) -> [UInt8]? {
        // An unreadable body is equal to no content.
        response.body.first == 0x1F ? try? Gunzip.decompress(response.body) : response.body
    }

    @Test(
        "browsers get an immediate response; ranges, other conditions and repeated ones need the parsed request",
        arguments: [
            ([:], .ok), ([.acceptEncoding: "gzip, deflate, br"], .ok), ([.acceptEncoding: "br"], .ok),
            ([.acceptEncoding: "gzip, br", .ifNoneMatch: "\"1-gzip\"", .ifModifiedSince: "x"], .notModified),
            ([.acceptEncoding: "br", .ifNoneMatch: "\"1\""], .notModified),
            ([.acceptEncoding: "gzip", .ifNoneMatch: "\"1\""], .notModified),
            ([.range: "bytes=0-1"], nil), ([.ifRange: "\"1\""], nil), ([.ifMatch: "\"1\""], nil),
            ([.ifNoneMatch: "\"2\""], nil), ([.ifNoneMatch: "\"1\", \"2\""], nil), ([.ifModifiedSince: "x"], nil),
            ([.ifUnmodifiedSince: "x"], nil), ([.acceptEncoding: "*;q=0"], nil),
        ] as [(HTTPFields, HTTPResponse.Status?)])
    func immediate(fields: HTTPFields, status: HTTPResponse.Status?) throws {
        let cached = try #require(CachedResponse(Self.response("text/css", Self.contents[0].content)))
        var request = Request(target: "/", fields: fields)
        #expect(cached.immediateResponse(to: RequestHead(request))?.status == status)
        request.fields[values: .ifNoneMatch] = ["\"1\"", "\"1\""]
        #expect(cached.immediateResponse(to: RequestHead(request)) == nil)
        request = Request(method: .post, target: "/", fields: fields)
        #expect(cached.immediateResponse(to: RequestHead(request)) == nil)
    }

    @Test("a streamed response cannot be cached")
    func none() {
        #expect(CachedResponse(Response(fields: [.eTag: "\"1\""], body: .stream { _ in })) == nil)
    }
}
