import Basics
import Dispatch
import Glibc
import HTTP
import Synchronization
import Support
import Testing

@testable import Server

@Suite("Timeouts and size limits")
struct LimitTests {
    @Test(
        "a request that does not arrive in time is rejected",
        arguments: ["G", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab"])
    func slow(_ text: String) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.headTimeout = .shortTimeout
            $0.bodyTimeout = .shortTimeout
        }
        try await withClient(sending: get + text, configure) { client async throws in
            #expect(try await client.response().status == 200)
            #expect(try await client.response().status == 408)
            #expect(try await client.hasEnded())
        }
    }

    @Test(
        "single bytes do not extend the timeout",
        arguments: [
            "GET / HTTP/1.1\r\nX: ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n",
        ])
    func trickle(_ text: String) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            ($0.headTimeout, $0.bodyTimeout) = (.milliseconds(300), .milliseconds(300))
        }
        try await withClient(sending: text, configure) { client in
            try await client.trickle(UInt8(ascii: "a"))
            #expect(try await client.response().status == 408)
        }
    }

    @Test("an idle connection is closed after its timeout")
    func idle() async throws {
        try await withServer({ $0.idleTimeout = .shortTimeout }) { port in
            let silent = try Client(port: port)
            let client = try Client(port: port)
            try await client.send(get)
            #expect(try await client.response().status == 200)
            #expect(try await client.hasEnded())
            #expect(try await silent.hasEnded())
        }
    }

    @Test("a handler may take longer than the idle timeout")
    func slowHandler() async throws {
        let gate = Gate()
        let handler: Handler = { request in
            if request.target == "/slow" { await gate.wait() }
            return Response()
        }
        try await withServer({ $0.idleTimeout = .shortTimeout }, handler: handler) { port in
            let client = try Client(port: port)
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            // Another connection reaches its idle timeout in the meantime.
            #expect(try await Client(port: port).hasEnded())
            gate.open()
            #expect(try await client.response().status == 200)
        }
    }

    @Test("a client that does not close its side after the last response is disconnected")
    func lingerTimeout() async throws {
        try await withClient(
            sending: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", { $0.lingerTimeout = .milliseconds(50) }
        ) { client in
            #expect(try await client.receiveToEnd().text.hasSuffix("hello"))
            // The client's socket is open and the server's is closed; the next bytes cause a reset.
            while !client.wasReset() { try await client.send("x") }
        }
    }

    @Test("a client that sends without limit after the last response is disconnected")
    func discardLimit() async throws {
        try await withClient(sending: "nonsense\r\n", { $0.lingerTimeout = .seconds(3600) }) { client in
            while !client.wasReset() { try await client.send([UInt8](repeating: 0, count: 100_000)) }
        }
    }

    @Test("the number of connections that are being rejected is limited, too")
    func rejectionLimit() async throws {
        try await withServer({ $0.connectionLimit = 0 }) { port in
            // The number of concurrent rejections depends on the descriptors that are left.
            var clients = [try Client(port: port)]
            while let response = try? await clients[clients.count - 1].response() {
                #expect(response.status == 503)
                try #require(clients.count <= 256)
                clients.append(try Client(port: port))
            }
            try #require(clients.count > 1)
            clients.removeLast(2)
            var isServed = false
            while !isServed { isServed = try await !Client(port: port).hasEnded() }
        }
    }

    @Test(
        "the limits of the configuration apply",
        arguments: [
            ("GET /23456789012345678901234567890123456789012345678901 HTTP/1.1\r\n\r\n", 414),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: 1234567890123456789012345678901234567890\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: a\r\nX:\r\nY:\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 200),
        ])
    func configured(_ text: String, _ status: Int) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.headLimit = 60
            $0.fieldLimit = 2
            $0.bodyLimit = 3
        }
        try await withClient(sending: text, configure) { client async throws in
            #expect(try await client.response().status == status)
        }
    }

    @Test("a connection that was aborted before it was accepted does not block the next one")
    func abortedConnection() async throws {
        let failures = Atomic<Int>(1)
        let configure: (inout ServerConfiguration) -> Void = {
            $0.accept = { listener, address, length in
                guard failures.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 else {
                    return Listener.systemAccept(listener, address, length)
                }
                errno = ECONNABORTED
                return -1
            }
        }
        try await withClient(sending: get, configure) { client async throws in
            #expect(try await client.response().status == 200)
        }
    }
}
