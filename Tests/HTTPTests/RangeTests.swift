import HTTPTypes
import Testing

@testable import HTTP

@Suite struct RangeTests {
    private let complete = Response(
        fields: [.eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "text/plain"],
        body: .bytes(Array("0123456789".utf8)))

    private func part(_ range: String, _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get) -> Response {
        var fields = fields
        fields[.range] = range
        return complete.range(for: Request(method: method, target: "/", fields: fields))
    }

    private func text(_ response: Response) -> String? {
        guard case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "a part is sent with Content-Range",
        arguments: [
            ("bytes=0-0", "0", "bytes 0-0/10"), ("bytes=2-4", "234", "bytes 2-4/10"),
            ("bytes=8-", "89", "bytes 8-9/10"),
            ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
            ("Bytes=5-99", "56789", "bytes 5-9/10"),
            ("bytes=9-99999999999999999999999", "9", "bytes 9-9/10"),
        ])
    func parts(range: String, content: String, contentRange: String) {
        let response = part(range)
        #expect(response.status == .partialContent)
        #expect(text(response) == content)
        #expect(response.fields[.contentRange] == contentRange)
        #expect(response.fields[.contentType] == "text/plain")
    }

    @Test(
        "a part beyond the end gets 416",
        arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"])
    func unsatisfiable(range: String) {
        let response = part(range)
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.fields[.contentRange] == "bytes */10")
        #expect(text(response) == "")
    }

    @Test(
        "several parts and malformed ranges get the complete response",
        arguments: [
            "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=4-2", "bytes=+1-2", "bytes=1--2", "bytes 1-2",
            "lines=1-2", "bytes=1", "bytes= 1-2", "bytes=0x1-2",
        ])
    func malformed(range: String) {
        #expect(part(range).status == .ok)
        #expect(text(part(range)) == "0123456789")
    }

    @Test("a part is sent only if If-Range matches")
    func ifRange() {
        func status(_ condition: String) -> HTTPResponse.Status { part("bytes=0-1", [.ifRange: condition]).status }
        #expect(status("\"a\"") == .partialContent)
        #expect(status("Sun, 06 Nov 1994 08:49:37 GMT") == .partialContent)
        for other in [
            "W/\"a\"", "\"b\"", "\"a-gzip\"", "Mon, 07 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:36 GMT", "x",
        ] {
            #expect(status(other) == .ok, "\(other)")
        }
    }

    @Test("parts are for GET only, and not for streams")
    func notRanged() {
        #expect(part("bytes=0-1", method: .head).status == .ok)
        let request = Request(target: "/", fields: [.range: "bytes=0-1"])
        #expect(Response(body: .stream { _ in }).range(for: request).status == .ok)
        #expect(Response(status: .notFound).range(for: request).status == .notFound)
    }
}
