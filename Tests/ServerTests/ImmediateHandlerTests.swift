import HTTP
import HTTPTypes
import Support
import Testing

@testable import Server

@Suite("Immediate handler")
struct ImmediateHandlerTests {
    /// Responds to everything but `/later` with the target, twenty times.
    private static let responder: ImmediateHandler = { head in
        let target = Array(head.target)
        if target == Array("/later".utf8) { return nil }
        return SerializedResponse(
            Response(
                fields: [.contentType: "text/plain"], body: .bytes(Array(repeatElement(target, count: 20).joined()))))
    }

    private static func body(_ target: String) -> String { String(repeating: target, count: 20) }

    private static let never: Handler = { request in
        Issue.record("the handler got \(request.target)")
        return Response()
    }

    @Test("only requests that the immediate handler does not answer reach the handler")
    func fallsThrough() async throws {
        let handler: Handler = { Response(body: .bytes(Array("late: \($0.target)".utf8))) }
        try await withClient(immediateHandler: Self.responder, handler: handler) { client async throws in
            try await client.send(["/a", "/later", "/b"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            #expect(try await client.response().body.text == Self.body("/a"))
            #expect(try await client.response().body.text == "late: /later")
            #expect(try await client.response().body.text == Self.body("/b"))
        }
    }

    @Test("thousands of pipelined requests are answered in order, however many fit into one packet")
    func flood() async throws {
        let count = 20_000
        try await withClient(immediateHandler: Self.responder, handler: Self.never) { client async throws in
            async let sending: Void = client.send(
                (0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for number in 0..<count {
                guard try await client.response().body.text == Self.body("/\(number)") else {
                    Issue.record("response \(number) is wrong")
                    break
                }
            }
            try await sending
        }
    }

    @Test("a response that is not read waits, and is complete in the end")
    func slowReader() async throws {
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
        let response = SerializedResponse(Response(body: .bytes(large)))
        try await withClient(
            sending: String(repeating: get, count: 3), immediateHandler: { _ in response }, handler: Self.never
        ) { client async throws in
            for _ in 0..<3 { #expect(try await client.response().body == large) }
        }
    }

    @Test("HEAD, HTTP/1.0 and Connection: close are honoured")
    func headAndClose() async throws {
        try await withServer(immediateHandler: Self.responder, handler: Self.never) { port in
            let client = try Client(port: port)
            try await client.send(
                "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let text = try await client.receiveToEnd().text
            #expect(text.contains("Content-Length: 40\r\n"))
            #expect(!text.contains("/a"))
            #expect(text.contains("Connection: close\r\n\r\n" + Self.body("/b")))
            let old = try Client(port: port)
            try await old.send("GET /c HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /d HTTP/1.0\r\n\r\n")
            let responses = try await old.receiveToEnd().text
            #expect(responses.contains("Connection: keep-alive\r\n\r\n" + Self.body("/c") + "HTTP/1.1 200 OK"))
            #expect(responses.hasSuffix("Connection: close\r\n\r\n" + Self.body("/d")))
        }
    }

    @Test("a request with content goes to the handler")
    func content() async throws {
        try await withClient(
            sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", immediateHandler: Self.responder,
            handler: { Response(body: .bytes($0.body)) }
        ) { client async throws in
            #expect(try await client.response().body.text == "abc")
            try await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.response().body.text == Self.body("/a"))
        }
    }

    @Test(
        "a response without content has no body, and a field may be added to it", arguments: [204, 205, 304])
    func withoutContent(_ status: Int) async throws {
        var response = try #require(
            SerializedResponse(Response(status: .init(code: status), fields: [.eTag: "\"x\""], body: .bytes([1]))))
        response.append("X-Request-ID", "a1")
        try await withClient(
            sending: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            immediateHandler: { [response] _ in response }, handler: Self.never
        ) { client async throws in
            let text = try await client.receiveToEnd().text
            #expect(text.hasPrefix("HTTP/1.1 \(status) "))
            for phrase in ["\r\nETag: \"x\"\r\n", "\r\nX-Request-ID: a1\r\n"] { #expect(text.contains(phrase)) }
            #expect(text.contains("Content-Length") == (status == 205))
            #expect(text.hasSuffix("Connection: close\r\n\r\n"))
        }
    }
}
