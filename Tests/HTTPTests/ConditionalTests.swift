import HTTPTypes
import Testing

@testable import HTTP

@Suite struct ConditionalTests {
    private let response = Response(
        fields: [
            .eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "text/html",
            .cacheControl: "no-cache", .vary: "Accept", .setCookie: "a=b", .contentLocation: "/a",
        ], body: .bytes([1]))

    private func status(
        _ fields: HTTPFields, method: HTTPRequest.Method = .get, of response: Response? = nil
    ) -> HTTPResponse.Status {
        (response ?? self.response).conditional(on: Request(method: method, target: "/", fields: fields)).status
    }

    @Test("a cached representation gets 304, without the fields of the body")
    func notModified() {
        let result = response.conditional(on: Request(target: "/", fields: [.ifNoneMatch: "\"a\""]))
        #expect(result.status == .notModified)
        #expect(
            result.fields == [
                .eTag: "\"a\"", .cacheControl: "no-cache", .vary: "Accept, Accept-Encoding", .setCookie: "a=b",
                .contentLocation: "/a",
            ])
        guard case .bytes([]) = result.body else {
            Issue.record("a 304 has no body")
            return
        }
    }

    @Test("any tag of the list matches, weak ones too", arguments: ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*", " * "])
    func matching(list: String) { #expect(status([.ifNoneMatch: list]) == .notModified) }

    @Test("other and malformed tags get the complete response", arguments: ["\"b\"", "a", "", "\"a", "\"b\", *"])
    func different(list: String) { #expect(status([.ifNoneMatch: list]) == .ok) }

    @Test("If-Modified-Since applies without If-None-Match")
    func date() {
        let same = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(status([.ifModifiedSince: same]) == .notModified)
        #expect(status([.ifModifiedSince: "Mon, 07 Nov 1994 08:49:37 GMT"]) == .notModified)
        #expect(status([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .ok)
        #expect(status([.ifModifiedSince: "yesterday"]) == .ok)
        #expect(status([.ifModifiedSince: same, .ifNoneMatch: "\"b\""]) == .ok)
    }

    @Test("only successful GET and HEAD get 304")
    func unconditional() {
        let fields: HTTPFields = [.ifNoneMatch: "*"]
        #expect(status(fields, method: .head) == .notModified)
        #expect(status(fields, method: .post) == .ok)
        #expect(status(fields, of: Response(status: .notFound, fields: [.eTag: "\"a\""])) == .notFound)
        #expect(status(fields, of: Response()) == .ok)
    }

    @Test("If-Match gets 412 for other content")
    func match() {
        for list in ["\"a\"", "*", "\"b\", \"a\"", "\"a-gzip\""] { #expect(status([.ifMatch: list]) == .ok, "\(list)") }
        for list in ["\"b\"", "W/\"a\"", "a", "", "\"a"] {
            #expect(status([.ifMatch: list]) == .preconditionFailed, "\(list)")
        }
        let untagged = Response(fields: [.contentType: "text/html"], body: .bytes([1]))
        #expect(status([.ifMatch: "\"a\""], of: untagged) == .preconditionFailed)
        #expect(status([.ifMatch: "*"], of: untagged) == .ok)
        let weak = Response(fields: [.eTag: "W/\"a\""], body: .bytes([1]))
        #expect(status([.ifMatch: "W/\"a\""], of: weak) == .preconditionFailed)
    }

    @Test("If-Unmodified-Since gets 412 for content changed later")
    func unmodified() {
        #expect(status([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]) == .ok)
        #expect(status([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .preconditionFailed)
        #expect(status([.ifUnmodifiedSince: "yesterday"]) == .ok)
        #expect(status([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"], of: Response(body: .bytes([1]))) == .ok)
    }

    @Test("conditions are evaluated in the order of RFC 9110 section 13.2.2")
    func precedence() {
        let (before, same) = ("Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 06 Nov 1994 08:49:37 GMT")
        // If-Match overrides If-Unmodified-Since; a failed precondition comes before If-None-Match.
        #expect(status([.ifMatch: "\"a\"", .ifUnmodifiedSince: before]) == .ok)
        #expect(status([.ifMatch: "\"b\"", .ifNoneMatch: "\"a\""]) == .preconditionFailed)
        #expect(status([.ifMatch: "\"a\"", .ifNoneMatch: "\"a\""]) == .notModified)
        #expect(status([.ifUnmodifiedSince: before, .ifNoneMatch: "\"a\""]) == .preconditionFailed)
        #expect(status([.ifUnmodifiedSince: same, .ifModifiedSince: same]) == .notModified)
        #expect(status([.ifNoneMatch: "\"b\"", .ifModifiedSince: same]) == .ok)
        #expect(status([.ifNoneMatch: "malformed", .ifModifiedSince: same]) == .ok)
    }

    @Test("a 412 has no fields of the content, and is sent to GET and HEAD only")
    func failed() {
        let result = response.conditional(on: Request(target: "/", fields: [.ifMatch: "\"b\""]))
        #expect(result.fields == [.cacheControl: "no-store"])
        #expect(status([.ifMatch: "\"b\""], method: .head) == .preconditionFailed)
        #expect(status([.ifMatch: "\"b\""], method: .post) == .ok)
        #expect(status([.ifMatch: "\"b\""], of: Response(status: .notFound)) == .notFound)
    }
}

/// A client with the content compressed or uncompressed.
@Suite struct ConditionalCodingTests {
    private let response = Response(
        fields: [.eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "text/html"],
        body: .bytes(CompressionTests.text))

    /// Returns the response that the client gets through `compressing`.
    private func respond(_ fields: HTTPFields) async -> Response {
        let response = response
        return await compressing { response.conditional(on: $0) }(Request(target: "/", fields: fields))
    }

    @Test(
        "the tag of a 304 is that of the coding that the client has",
        arguments: [
            // The accepted codings, the tags of the client, and the tag of the 304; nil for a new response.
            ("gzip", "\"a-gzip\"", "\"a-gzip\""), ("gzip", "\"a\"", "\"a\""),
            ("gzip", "\"a\", \"a-gzip\"", "\"a-gzip\""),
            ("gzip", "W/\"a-gzip\"", "\"a-gzip\""), ("gzip", "*", "\"a-gzip\""), ("", "*", "\"a\""),
            ("", "\"a\"", "\"a\""), ("", "\"a-gzip\", \"a\"", "\"a\""), ("gzip;q=0.5, identity", "*", "\"a\""),
            ("gzip;q=0.5, identity", "\"a-gzip\"", "\"a-gzip\""),
            ("", "\"a-gzip\"", nil), ("gzip;q=0", "\"a-gzip\"", nil), ("gzip, identity;q=0", "\"a\"", nil),
            ("gzip", "\"b\"", nil), ("gzip", "\"b-gzip\"", nil), ("gzip", "\"a-gzip-gzip\"", nil),
        ])
    func tags(acceptEncoding: String, held: String, expected: String?) async {
        let result = await respond([.acceptEncoding: acceptEncoding, .ifNoneMatch: held])
        #expect(result.status == (expected == nil ? .ok : .notModified))
        if let expected { #expect(result.fields == [.eTag: expected, .vary: "Accept-Encoding"]) }
    }

    @Test("by date, the 304 has the tag of the preferred coding")
    func date() async {
        for (acceptEncoding, tag) in [("gzip", "\"a-gzip\""), ("br", "\"a\"")] {
            let since = "Sun, 06 Nov 1994 08:49:37 GMT"
            let result = await respond([.acceptEncoding: acceptEncoding, .ifModifiedSince: since])
            #expect(result.fields == [.eTag: tag, .vary: "Accept-Encoding"])
        }
    }

    @Test("a client that accepts no coding gets neither 304 nor content")
    func noAcceptableCoding() async {
        #expect(await respond([.acceptEncoding: "*;q=0", .ifNoneMatch: "*"]).status == .notAcceptable)
    }

    @Test("a weak tag is the same in both codings")
    func weak() async {
        let page = Response(
            fields: [.eTag: "W/\"a\"", .contentType: "text/html"], body: .bytes(CompressionTests.text))
        let handler = compressing { page.conditional(on: $0) }
        let response = await handler(Request(target: "/", fields: [.acceptEncoding: "gzip", .ifNoneMatch: "W/\"a\""]))
        #expect(response.status == .notModified && response.fields[.eTag] == "W/\"a\"")
    }
}
