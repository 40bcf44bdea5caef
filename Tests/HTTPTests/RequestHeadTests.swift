import HTTPTypes
import Testing

@testable import HTTP

@Suite("Request heads")
struct RequestHeadTests {
    private func request(_ fields: [(String, String)]) throws -> Request {
        let fields = try fields.map { HTTPField(name: try #require(HTTPField.Name($0)), value: $1) }
        return Request(target: "/a?b", fields: HTTPFields(fields), body: [7], peer: "192.0.2.1")
    }

    @Test("a field is found by its name in any case, the first of several")
    func value() throws {
        let fields = [("HOST", "x"), ("Cookie", "a=1"), ("cookie", "b=2"), ("Cookies", "c")]
        let head = RequestHead(try request(fields))
        for (name, value) in [("host", "x"), ("cookie", "a=1"), ("cooki", nil), ("accept", nil)]
            as [(StaticString, String?)]
        {
            #expect(head.value(name).map { String(decoding: $0, as: UTF8.self) } == value)
        }
        #expect(head.hasMultiple("cookie"))
        #expect(!head.hasMultiple("host"))
    }

    @Test("the parsed request has all fields, with names as written and bytes that are no text")
    func request() throws {
        let fields = [("Host", "x"), ("ACCEPT", "*/*"), ("X-Own", "1"), ("x-own", "2"), ("User-Agent", "caf\u{E9}")]
        let request = Request(RequestHead(try self.request(fields)), body: [7])
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
