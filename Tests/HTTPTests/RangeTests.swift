import HTTPTypes
import Testing

@testable import HTTP

@Suite struct RangeTests {
    private let whole = Response(
        fields: [.eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .contentType: "text/plain"],
        body: .bytes(Array("0123456789".utf8)))

    private func part(_ range: String, _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get) -> Response {
        var fields = fields
        fields[.range] = range
        return whole.range(askedBy: Request(method: method, target: "/", fields: fields))
    }

    private func text(_ response: Response) -> String? {
        guard case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "a part is sent with its place",
        arguments: [
            ("bytes=0-0", "0", "bytes 0-0/10"), ("bytes=2-4", "234", "bytes 2-4/10"),
            ("bytes=8-", "89", "bytes 8-9/10"),
            ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
            ("Bytes=5-99", "56789", "bytes 5-9/10"),
            ("bytes=9-99999999999999999999999", "9", "bytes 9-9/10"),
        ])
    func parts(range: String, content: String, place: String) {
        let response = part(range)
        #expect(response.status == .partialContent)
        #expect(text(response) == content)
        #expect(response.fields[.contentRange] == place)
        #expect(response.fields[.contentType] == "text/plain")
    }

    @Test(
        "a part beyond the end is refused",
        arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"])
    func beyond(range: String) {
        let response = part(range)
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.fields[.contentRange] == "bytes */10")
        #expect(text(response) == "")
    }

    @Test(
        "several parts and malformed ranges get the whole",
        arguments: [
            "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=4-2", "bytes=+1-2", "bytes=1--2", "bytes 1-2",
            "lines=1-2", "bytes=1", "bytes= 1-2", "bytes=0x1-2",
        ])
    func malformed(range: String) {
        #expect(part(range).status == .ok)
        #expect(text(part(range)) == "0123456789")
    }

    @Test("If-Range decides whether the part still fits")
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

    @Test("only GET has parts, and only of a body known at once")
    func wholeOnly() {
        #expect(part("bytes=0-1", method: .head).status == .ok)
        let request = Request(target: "/", fields: [.range: "bytes=0-1"])
        #expect(Response(body: .stream { _ in }).range(askedBy: request).status == .ok)
        #expect(Response(status: .notFound).range(askedBy: request).status == .notFound)
    }
}
