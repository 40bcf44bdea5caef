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

    @Test("a kept representation is answered 304, without what describes a body")
    func notModified() {
        let answer = response.conditional(on: Request(target: "/", fields: [.ifNoneMatch: "\"a\""]))
        #expect(answer.status == .notModified)
        #expect(
            answer.fields == [
                .eTag: "\"a\"", .cacheControl: "no-cache", .vary: "Accept, Accept-Encoding", .setCookie: "a=b",
                .contentLocation: "/a",
            ])
        guard case .bytes([]) = answer.body else {
            Issue.record("a 304 has no body")
            return
        }
    }

    @Test("any tag of the list will do, weak ones too", arguments: ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*", " * "])
    func matching(list: String) { #expect(status([.ifNoneMatch: list]) == .notModified) }

    @Test("other and malformed tags get the whole", arguments: ["\"b\"", "a", "", "\"a", "\"b\", *"])
    func different(list: String) { #expect(status([.ifNoneMatch: list]) == .ok) }

    @Test("If-Modified-Since counts where there is no If-None-Match")
    func date() {
        let same = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(status([.ifModifiedSince: same]) == .notModified)
        #expect(status([.ifModifiedSince: "Mon, 07 Nov 1994 08:49:37 GMT"]) == .notModified)
        #expect(status([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .ok)
        #expect(status([.ifModifiedSince: "yesterday"]) == .ok)
        #expect(status([.ifModifiedSince: same, .ifNoneMatch: "\"b\""]) == .ok)
    }

    @Test("only GET and HEAD that went well are answered 304")
    func unconditional() {
        let fields: HTTPFields = [.ifNoneMatch: "*"]
        #expect(status(fields, method: .head) == .notModified)
        #expect(status(fields, method: .post) == .ok)
        #expect(status(fields, of: Response(status: .notFound, fields: [.eTag: "\"a\""])) == .notFound)
        #expect(status(fields, of: Response()) == .ok)
    }

    @Test("If-Match asks for this very content, and gets 412 for any other")
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

    @Test("If-Unmodified-Since gets 412 for what has changed since")
    func unmodified() {
        #expect(status([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]) == .ok)
        #expect(status([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"]) == .preconditionFailed)
        #expect(status([.ifUnmodifiedSince: "yesterday"]) == .ok)
        #expect(status([.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"], of: Response(body: .bytes([1]))) == .ok)
    }

    @Test("conditions are looked at in the order of RFC 9110 section 13.2.2")
    func precedence() {
        let (before, same) = ("Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 06 Nov 1994 08:49:37 GMT")
        // If-Match makes If-Unmodified-Since not count; what comes before If-None-Match fails first.
        #expect(status([.ifMatch: "\"a\"", .ifUnmodifiedSince: before]) == .ok)
        #expect(status([.ifMatch: "\"b\"", .ifNoneMatch: "\"a\""]) == .preconditionFailed)
        #expect(status([.ifMatch: "\"a\"", .ifNoneMatch: "\"a\""]) == .notModified)
        #expect(status([.ifUnmodifiedSince: before, .ifNoneMatch: "\"a\""]) == .preconditionFailed)
        #expect(status([.ifUnmodifiedSince: same, .ifModifiedSince: same]) == .notModified)
        #expect(status([.ifNoneMatch: "\"b\"", .ifModifiedSince: same]) == .ok)
        #expect(status([.ifNoneMatch: "malformed", .ifModifiedSince: same]) == .ok)
    }

    @Test("a 412 says nothing of the content, and is no answer to other methods than GET and HEAD")
    func failed() {
        let answer = response.conditional(on: Request(target: "/", fields: [.ifMatch: "\"b\""]))
        #expect(answer.fields == [.cacheControl: "no-store"])
        #expect(status([.ifMatch: "\"b\""], method: .head) == .preconditionFailed)
        #expect(status([.ifMatch: "\"b\""], method: .post) == .ok)
        #expect(status([.ifMatch: "\"b\""], of: Response(status: .notFound)) == .notFound)
    }
}

/// What a client holds compressed or as it is.
@Suite struct ConditionalCodingTests {
    private let response = Response(
        fields: [.eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "text/html"],
        body: .bytes(CompressingTests.text))

    /// What reaches the client through `compressing`.
    private func answer(_ fields: HTTPFields) async -> Response {
        let response = response
        return await compressing { response.conditional(on: $0) }(Request(target: "/", fields: fields))
    }

    @Test(
        "a client is told in the tag that it would get, which of its contents still holds",
        arguments: [
            // What it takes, what it holds, and which of it holds still; nil where it needs another one.
            ("gzip", "\"a-gzip\"", "\"a-gzip\""), ("gzip", "\"a\"", "\"a\""),
            ("gzip", "\"a\", \"a-gzip\"", "\"a-gzip\""),
            ("gzip", "W/\"a-gzip\"", "\"a-gzip\""), ("gzip", "*", "\"a-gzip\""), ("", "*", "\"a\""),
            ("", "\"a\"", "\"a\""), ("", "\"a-gzip\", \"a\"", "\"a\""), ("gzip;q=0.5, identity", "*", "\"a\""),
            ("gzip;q=0.5, identity", "\"a-gzip\"", "\"a-gzip\""),
            ("", "\"a-gzip\"", nil), ("gzip;q=0", "\"a-gzip\"", nil), ("gzip, identity;q=0", "\"a\"", nil),
            ("gzip", "\"b\"", nil), ("gzip", "\"b-gzip\"", nil), ("gzip", "\"a-gzip-gzip\"", nil),
        ])
    func tags(acceptEncoding: String, held: String, kept: String?) async {
        let answer = await answer([.acceptEncoding: acceptEncoding, .ifNoneMatch: held])
        #expect(answer.status == (kept == nil ? .ok : .notModified))
        if let kept { #expect(answer.fields == [.eTag: kept, .vary: "Accept-Encoding"]) }
    }

    @Test("by its date the content holds in the coding that the client would get")
    func date() async {
        for (acceptEncoding, tag) in [("gzip", "\"a-gzip\""), ("br", "\"a\"")] {
            let since = "Sun, 06 Nov 1994 08:49:37 GMT"
            let answer = await answer([.acceptEncoding: acceptEncoding, .ifModifiedSince: since])
            #expect(answer.fields == [.eTag: tag, .vary: "Accept-Encoding"])
        }
    }

    @Test("who refuses what it holds and everything else gets neither 304 nor content")
    func refusing() async {
        #expect(await answer([.acceptEncoding: "*;q=0", .ifNoneMatch: "*"]).status == .notAcceptable)
    }

    @Test("a weak tag is the same in both codings")
    func weak() async {
        let page = Response(
            fields: [.eTag: "W/\"a\"", .contentType: "text/html"], body: .bytes(CompressingTests.text))
        let handler = compressing { page.conditional(on: $0) }
        let kept = await handler(Request(target: "/", fields: [.acceptEncoding: "gzip", .ifNoneMatch: "W/\"a\""]))
        #expect(kept.status == .notModified && kept.fields[.eTag] == "W/\"a\"")
    }
}
