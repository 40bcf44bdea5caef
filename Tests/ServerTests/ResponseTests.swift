import Glibc
import HTTP
import HTTPTypes
import Testing

@testable import Server

@Suite("Responses")
struct ResponseTests {
    @Test("HEAD gets the fields of GET and no body")
    func head() async throws {
        try await withClient(sending: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n") { client in
            let toHEAD = try await client.response(toHEAD: true)
            let toGet = try await client.response()
            #expect(toHEAD.status == 200)
            #expect(toHEAD.values("Content-Length") == ["5"])
            #expect(toHEAD.fields.map(\.name) == toGet.fields.map(\.name))
            #expect(toGet.body.text == "hello")
        }
    }

    @Test("the Date is the current time")
    func date() async throws {
        try await withClient { client in
            let before = time(nil)
            try await client.send(get)
            let date = try #require(try await client.response().values("Date").first.flatMap { HTTPDate($0) })
            #expect((before...time(nil)).contains(date.secondsSince1970))
        }
    }

    @Test(
        "statuses without content have no body, and their stream is not started",
        arguments: [204, 205, 304], [Response.Body.bytes([1]), .stream { try await $0.write([1]) }])
    func withoutContent(_ code: Int, _ body: Response.Body) async throws {
        let handler: Handler = { Response(status: $0.target == "/" ? .init(code: code) : .ok, body: body) }
        try await withClient(
            sending: get + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n", handler: handler
        ) { client in
            let response = try await client.response()
            #expect(response.status == code)
            #expect(response.body.isEmpty)
            #expect(response.values("Content-Length") == (code == 205 ? ["0"] : []))
            #expect(response.values("Transfer-Encoding").isEmpty)
            #expect(try await client.response().body == [1])
        }
    }

    @Test("the server alone sets the fields that frame the message")
    func ownFields() async throws {
        let handler: Handler = { _ in
            Response(
                fields: [
                    .contentLength: "99", .transferEncoding: "chunked", .connection: "keep-alive", .date: "never",
                    .server: "ours",
                ], body: .bytes(Array("abc".utf8)))
        }
        try await withClient(sending: get, handler: handler) { client in
            let response = try await client.response()
            #expect(response.values("Content-Length") == ["3"])
            #expect(response.values("Transfer-Encoding").isEmpty)
            #expect(response.values("Connection").isEmpty)
            #expect(response.values("Date").allSatisfy { $0.hasSuffix(" GMT") })
            #expect(response.values("Server") == ["ours"])
        }
    }

    @Test("repeated fields are not joined, and their order is unchanged")
    func repeatedFields() async throws {
        let handler: Handler = { _ in
            var response = Response()
            response.fields.append(HTTPField(name: .setCookie, value: "a=1"))
            response.fields.append(HTTPField(name: .setCookie, value: "b=2"))
            return response
        }
        try await withClient(sending: get, handler: handler) { client async throws in
            #expect(try await client.response().values("Set-Cookie") == ["a=1", "b=2"])
        }
    }

    @Test("a handler may close the connection")
    func handlerCloses() async throws {
        try await withClient(sending: get, handler: { _ in Response(fields: [.connection: "Close"]) }) {
            client async throws in
            #expect(try await client.response().values("Connection") == ["close"])
            #expect(try await client.hasEnded())
        }
    }

    @Test("the configured page of a refusal is sent, to HEAD without body")
    func refusalPage() async throws {
        let seen = Recorder<String?>()
        let configure: (inout ServerConfiguration) -> Void = {
            $0.refusalPage = { refusal in
                seen.record(refusal.request?.target)
                return Response(
                    status: refusal.status, fields: [.contentType: "text/html"],
                    body: .bytes(Array("<p>\(refusal.status.code)".utf8)))
            }
        }
        try await withServer(configure) { port in
            var client = try Client(port: port)
            try await client.send("GET / HTTP/3.0\r\n\r\n")
            let response = try await client.response()
            #expect(response.values("Content-Type") == ["text/html"])
            #expect(response.values("Connection") == ["close"])
            #expect(response.body.text == "<p>505")
            client = try Client(port: port)
            try await client.send("HEAD /a HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n")
            let head = try await client.receiveToEnd().text
            #expect(head.hasPrefix("HTTP/1.1 413 "))
            #expect(head.contains("Content-Length: 6\r\n"))
            #expect(head.hasSuffix("\r\n\r\n"))
        }
        #expect(seen.values == [nil, "/a"])
    }

    @Test(
        "the page of a refusal gets the fields of a request without a usable target, host or method",
        arguments: [
            ("GET /%zz HTTP/1.1\r\nHost: a", 400), ("GET / HTTP/1.1\r\nHost: a b", 400), ("GET / HTTP/1.1", 400),
            ("FLY / HTTP/1.1\r\nHost: a", 501),
        ])
    func fieldsOfRejected(head: String, status: Int) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.refusalPage = {
                Response(status: $0.status, body: .bytes(Array(($0.request?.fields[.accept] ?? "none").utf8)))
            }
        }
        try await withClient(sending: head + "\r\nAccept: application/json\r\n\r\n", configure) { client in
            let response = try await client.response()
            #expect(response.status == status)
            #expect(response.body.text == "application/json")
            #expect(try await client.hasEnded())
        }
    }

    @Test("the page of a refusal gets its reason and the client's address")
    func refusalReason() async throws {
        let refusals = Recorder<Refusal>()
        let configure: (inout ServerConfiguration) -> Void = { $0.refusalPage = refusals.answer }
        try await withClient(sending: "GET / HTTP/1.1\r\n\r\n", configure) { client async throws in
            #expect(try await client.response().status == 400)
        }
        #expect(refusals.values.map(\.peer) == ["127.0.0.1"])
        #expect(refusals.values.map(\.cause) == [.invalid("no Host")])
    }
}
