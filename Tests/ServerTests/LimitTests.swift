import Basics
import Dispatch
import Glibc
import HTTP
import Synchronization
import Support
import Testing

@testable import Server

@Suite("Limits")
struct LimitTests {
    @Test(
        "a request that does not come in time is refused",
        arguments: ["G", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab"])
    func slow(_ text: String) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.headDeadline = .soon
            $0.bodyDeadline = .soon
        }
        try await withClient(sending: get + text, configure) { client async throws in
            #expect(try await client.answer().status == 200)
            #expect(try await client.answer().status == 408)
            #expect(try await client.hasEnded())
        }
    }

    @Test(
        "a client that sends a byte now and then gains no time by it",
        arguments: [
            "GET / HTTP/1.1\r\nX: ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n",
        ])
    func slowly(_ text: String) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            ($0.headDeadline, $0.bodyDeadline) = (.milliseconds(300), .milliseconds(300))
        }
        try await withClient(sending: text, configure) { client in
            try await client.trickle(UInt8(ascii: "a"))
            #expect(try await client.answer().status == 408)
        }
    }

    @Test("a connection without requests is closed after a while")
    func idle() async throws {
        try await withServer({ $0.idleLimit = .soon }) { port in
            let silent = try Client(port: port)
            let client = try Client(port: port)
            try await client.send(get)
            #expect(try await client.answer().status == 200)
            #expect(try await client.hasEnded())
            #expect(try await silent.hasEnded())
        }
    }

    @Test("a handler may take longer than a client may idle")
    func slowHandler() async throws {
        let gate = Gate()
        let handler: Handler = { request in
            if request.target == "/slow" { await gate.wait() }
            return Response()
        }
        try await withServer({ $0.idleLimit = .soon }, handler: handler) { port in
            let client = try Client(port: port)
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            // Another one's time is up meanwhile.
            #expect(try await Client(port: port).hasEnded())
            gate.open()
            #expect(try await client.answer().status == 200)
        }
    }

    @Test("a client that does not end its side after the last answer is left")
    func lingers() async throws {
        try await withClient(
            sending: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", { $0.lingerLimit = .milliseconds(50) }
        ) { client in
            #expect(try await client.receiveToEnd().text.hasSuffix("hello"))
            // Its socket is open, but nobody is there; the next bytes are answered by a reset.
            while !client.wasReset() { try await client.send("x") }
        }
    }

    @Test("a client that sends without end after the last answer is left")
    func sendsOn() async throws {
        try await withClient(sending: "nonsense\r\n", { $0.lingerLimit = .seconds(3600) }) { client in
            while !client.wasReset() { try await client.send([UInt8](repeating: 0, count: 100_000)) }
        }
    }

    @Test("those who are being told that they are too many are bounded, too")
    func turnedAway() async throws {
        try await withServer({ $0.connectionLimit = 0 }) { port in
            // How many are told at a time depends on the descriptors that the process has left.
            var clients = [try Client(port: port)]
            while let answer = try? await clients[clients.count - 1].answer() {
                #expect(answer.status == 503)
                try #require(clients.count <= 256)
                clients.append(try Client(port: port))
            }
            try #require(clients.count > 1)
            clients.removeLast(2)
            var isTold = false
            while !isTold { isTold = try await !Client(port: port).hasEnded() }
        }
    }

    @Test(
        "the limits are those of the configuration",
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
            #expect(try await client.answer().status == status)
        }
    }

    @Test("a connection that has gone before it was accepted does not keep the next one")
    func abortedConnection() async throws {
        let failures = Atomic<Int>(1)
        let server = Server(
            .patient, log: { _ in },
            accept: { listener, address, length in
                guard failures.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 else {
                    return Listener.systemAccept(listener, address, length)
                }
                errno = ECONNABORTED
                return -1
            }, handler: Greeter().respond)
        let client = try Client(port: try server.start())
        try await client.send(get)
        #expect(try await client.answer().status == 200)
        await server.stop()
    }
}
