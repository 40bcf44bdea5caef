import HTTPTypes
import Testing

@testable import HTTP

@Suite("Request heads")
struct RequestHeadTests {
    private func head(_ target: String, _ fields: [(String, String)]) -> RequestHead {
        var bytes = Array(target.utf8)
        let lines = fields.map { name, value in
            let start = bytes.count
            bytes += Array(name.utf8) + Array(": ".utf8) + Array(value.utf8)
            return RequestHead.Line(
                name: start..<start + name.utf8.count, value: bytes.count - value.utf8.count..<bytes.count)
        }
        return RequestHead(
            method: .get, bytes: bytes, target: 0..<target.utf8.count, lines: lines, peer: "192.0.2.1")
    }

    @Test("a field is found by its name in any case, the first of several")
    func value() {
        let head = head("/a?b", [("HOST", "x"), ("Cookie", "a=1"), ("cookie", "b=2"), ("Cookies", "c")])
        #expect(head.value("host").map(Array.init) == Array("x".utf8))
        #expect(head.value("cookie").map(Array.init) == Array("a=1".utf8))
        #expect(head.value("cooki") == nil)
        #expect(head.value("accept") == nil)
        #expect(Array(head.target) == Array("/a?b".utf8))
    }

    @Test("the parsed request has all fields, with names as written and bytes that are no text")
    func request() {
        var fields: [(String, String)] = [("Host", "x"), ("ACCEPT", "*/*"), ("X-Own", "1"), ("x-own", "2")]
        fields.append(("User-Agent", "caf\u{E9}"))
        let request = Request(head("/a?b", fields), body: [7])
        #expect(request.target == "/a?b")
        #expect(request.peer == "192.0.2.1")
        #expect(request.body == [7])
        #expect(request.fields.map { "\($0.name.rawName): \($0.value)" } == fields.map { "\($0): \($1)" })
    }

    @Test("a serialized response has the bytes of the response, without fields of the connection")
    func serialized() throws {
        var response = Response(
            fields: [.contentType: "text/html", .date: "never", .contentLength: "7"], body: .bytes([1, 2, 3]))
        let serialized = try #require(SerializedResponse(response))
        #expect(
            String(decoding: serialized.head, as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n")
        #expect(serialized.body == [1, 2, 3])
        response.fields[.connection] = "close"
        #expect(SerializedResponse(response) == nil)
        #expect(SerializedResponse(Response(body: .stream { _ in })) == nil)
        #expect(SerializedResponse(Response(status: .continue)) == nil)
    }
}
