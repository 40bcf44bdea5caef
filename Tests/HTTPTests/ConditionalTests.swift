import HTTPTypes
import Testing

@testable import HTTP

private let (before, same, after) = (
    "Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT"
)

@Suite struct ConditionalTests {
    private let response = Response(
        fields: [
            .eTag: "\"a\"", .lastModified: same, .contentType: "text/html", .cacheControl: "no-cache", .vary: "Accept",
            .setCookie: "a=b", .contentLocation: "/a",
        ], body: .bytes([1]))

    private func status(
        _ fields: HTTPFields, method: HTTPRequest.Method = .get, of response: Response? = nil
    ) -> Int {
        (response ?? self.response).conditional(on: Request(method: method, target: "/", fields: fields)).status.code
    }

    @Test(
        "conditions are evaluated in the order of RFC 9110 section 13.2.2",
        arguments: [
            // Any tag of the list matches, weak ones too.
            ([.ifNoneMatch: "\"a\""], 304), ([.ifNoneMatch: "W/\"a\""], 304), ([.ifNoneMatch: "\"b\", \"a\""], 304),
            ([.ifNoneMatch: "*"], 304), ([.ifNoneMatch: " * "], 304), ([.ifNoneMatch: " \"b,\" ,, W/\"a\""], 304),
            ([.ifNoneMatch: "\"b\""], 200), ([.ifNoneMatch: "a"], 200), ([.ifNoneMatch: ""], 200),
            ([.ifNoneMatch: "\"a"], 200), ([.ifNoneMatch: "\"b\", *"], 200), ([.ifNoneMatch: "\"a\"\"b\""], 200),
            ([.ifNoneMatch: "w/\"a\""], 200), ([.ifNoneMatch: "\"a \""], 200),
            ([.ifModifiedSince: same], 304), ([.ifModifiedSince: after], 304), ([.ifModifiedSince: before], 200),
            ([.ifModifiedSince: "yesterday"], 200),
            // Only strong tags match.
            ([.ifMatch: "\"a\""], 200), ([.ifMatch: "*"], 200), ([.ifMatch: "\"b\", \"a\""], 200),
            ([.ifMatch: "\"a-gzip\""], 200), ([.ifMatch: "\"b\""], 412), ([.ifMatch: "W/\"a\""], 412),
            ([.ifMatch: "a"], 412), ([.ifMatch: ""], 412), ([.ifMatch: "\"a"], 412),
            ([.ifUnmodifiedSince: same], 200), ([.ifUnmodifiedSince: before], 412),
            ([.ifUnmodifiedSince: "yesterday"], 200),
            // If-Match overrides If-Unmodified-Since, and If-None-Match If-Modified-Since.
            ([.ifMatch: "\"a\"", .ifUnmodifiedSince: before], 200), ([.ifMatch: "\"b\"", .ifNoneMatch: "\"a\""], 412),
            ([.ifMatch: "\"a\"", .ifNoneMatch: "\"a\""], 304), ([.ifUnmodifiedSince: before, .ifNoneMatch: "*"], 412),
            ([.ifUnmodifiedSince: same, .ifModifiedSince: same], 304),
            ([.ifNoneMatch: "\"b\"", .ifModifiedSince: same], 200),
            ([.ifNoneMatch: "malformed", .ifModifiedSince: same], 200),
        ] as [(HTTPFields, Int)])
    func conditions(fields: HTTPFields, expected: Int) {
        #expect(status(fields) == expected)
        #expect(status(fields, method: .head) == expected)
        #expect(status(fields, method: .post) == 200)
        #expect(status(fields, of: Response(status: .notFound, fields: [.eTag: "\"a\""])) == 404)
    }

    @Test("content without a tag or date matches no tag and has no date")
    func untagged() {
        for fields in [[.ifNoneMatch: "*"], [.ifMatch: "*"], [.ifUnmodifiedSince: before]] as [HTTPFields] {
            #expect(status(fields, of: Response(body: .bytes([1]))) == 200)
        }
        #expect(status([.ifMatch: "\"a\""], of: Response(body: .bytes([1]))) == 412)
        #expect(status([.ifMatch: "W/\"a\""], of: Response(fields: [.eTag: "W/\"a\""], body: .bytes([1]))) == 412)
    }

    @Test("a 304 has no fields of the body, a 412 none of the content")
    func fields() {
        let result = response.conditional(on: Request(target: "/", fields: [.ifNoneMatch: "\"a\""]))
        #expect(
            result.fields == [
                .eTag: "\"a\"", .cacheControl: "no-cache", .vary: "Accept, Accept-Encoding", .setCookie: "a=b",
                .contentLocation: "/a",
            ])
        let failed = response.conditional(on: Request(target: "/", fields: [.ifMatch: "\"b\""]))
        #expect(failed.fields == [.cacheControl: "no-store"])
        for case .bytes(let bytes) in [result.body, failed.body] { #expect(bytes.isEmpty) }
    }

    @Test(
        "the tag of a 304 is that of the coding that the client has",
        arguments: [
            // The accepted codings, the tags of the client, and the tag of the 304; nil for a new response.
            ("gzip", "\"a-gzip\"", "\"a-gzip\""), ("gzip", "\"a\"", "\"a\""),
            ("gzip", "\"a\", \"a-gzip\"", "\"a-gzip\""), ("gzip", "W/\"a-gzip\"", "\"a-gzip\""),
            ("gzip", "*", "\"a-gzip\""), ("", "*", "\"a\""), ("", "\"a\"", "\"a\""),
            ("", "\"a-gzip\", \"a\"", "\"a\""), ("gzip;q=0.5, identity", "*", "\"a\""),
            ("gzip;q=0.5, identity", "\"a-gzip\"", "\"a-gzip\""), ("", "\"a-gzip\"", nil),
            ("gzip;q=0", "\"a-gzip\"", nil), ("gzip, identity;q=0", "\"a\"", nil), ("gzip", "\"b\"", nil),
            ("gzip", "\"b-gzip\"", nil), ("gzip", "\"a-gzip-gzip\"", nil),
            // Without a tag its date is used.
            ("gzip", nil, "\"a-gzip\""), ("br", nil, "\"a\""),
        ] as [(String, String?, String?)])
    func codings(acceptEncoding: String, held: String?, expected: String?) async {
        var fields: HTTPFields = [.acceptEncoding: acceptEncoding, .ifModifiedSince: same]
        fields[.ifNoneMatch] = held
        let page = Response(
            fields: [.eTag: "\"a\"", .lastModified: same, .contentType: "text/html"],
            body: .bytes(CompressionTests.text))
        let result = await sent({ page.conditional(on: $0) }, to: fields)
        #expect(result.status == (expected == nil ? .ok : .notModified))
        if let expected { #expect(result.fields == [.eTag: expected, .vary: "Accept-Encoding"]) }
    }
}

@Suite struct RangeTests {
    private let complete = Response(
        fields: [.eTag: "\"a\"", .lastModified: same, .contentType: "text/plain"],
        body: .bytes(Array("0123456789".utf8)))

    private func part(_ range: String, _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get) -> Response {
        var fields = fields
        fields[.range] = range
        return complete.range(for: Request(method: method, target: "/", fields: fields))
    }

    @Test(
        "a part is sent with Content-Range, and 416 for a part beyond the end",
        arguments: [
            ("bytes=0-0", 206, "0", "bytes 0-0/10"), ("bytes=2-4", 206, "234", "bytes 2-4/10"),
            ("bytes=8-", 206, "89", "bytes 8-9/10"), ("bytes=-3", 206, "789", "bytes 7-9/10"),
            ("bytes=-99", 206, "0123456789", "bytes 0-9/10"), ("Bytes=5-99", 206, "56789", "bytes 5-9/10"),
            ("bytes=9-99999999999999999999999", 206, "9", "bytes 9-9/10"), ("bytes=10-", 416, "", "bytes */10"),
            ("bytes=10-20", 416, "", "bytes */10"), ("bytes=-0", 416, "", "bytes */10"),
            ("bytes=99999999999999999999-", 416, "", "bytes */10"),
        ])
    func parts(range: String, status: Int, text: String, contentRange: String) throws {
        let response = part(range)
        #expect(response.status.code == status)
        #expect(try content(response) == Array(text.utf8))
        #expect(response.fields[.contentRange] == contentRange)
        #expect(response.fields[.contentType] == (status == 206 ? "text/plain" : nil))
        #expect(part(range, method: .head).status == .ok)
    }

    @Test(
        "several parts and malformed ranges get the complete response",
        arguments: [
            "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=4-2", "bytes=+1-2", "bytes=1--2", "bytes 1-2",
            "lines=1-2", "bytes=1", "bytes= 1-2", "bytes=0x1-2",
        ])
    func malformed(range: String) throws {
        #expect(part(range).status == .ok)
        #expect(try content(part(range)) == Array("0123456789".utf8))
    }

    @Test(
        "a part is sent only if If-Range matches",
        arguments: [
            ("\"a\"", true), (same, true), ("W/\"a\"", false), ("\"b\"", false), ("\"a-gzip\"", false), (after, false),
            (before, false), ("x", false),
        ])
    func ifRange(condition: String, isPart: Bool) {
        #expect(part("bytes=0-1", [.ifRange: condition]).status == (isPart ? .partialContent : .ok))
    }

    @Test("streams and errors have no parts")
    func notRanged() {
        let request = Request(target: "/", fields: [.range: "bytes=0-1"])
        #expect(Response(body: .stream { _ in }).range(for: request).status == .ok)
        #expect(Response(status: .notFound).range(for: request).status == .notFound)
    }
}
