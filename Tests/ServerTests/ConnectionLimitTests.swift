import Basics
import HTTP
import Support
import Testing

@testable import Server

@Suite("The limit of connections")
struct ConnectionLimitTests {
    /// A handler that answers requests for /slow once the gate is open.
    private static func waiting(at gate: Gate, _ started: Recorder<String>) -> Handler {
        { request in
            guard request.target == "/slow" else { return Response(body: .bytes([UInt8](repeating: 0x78, count: 100))) }
            started.record(request.target)
            await gate.wait()
            return Response()
        }
    }

    private func status(_ client: Client, _ request: String = get) async throws -> Int {
        try await client.send(request)
        return try await client.answer().status
    }

    /// Returns when the clock of connections has moved on.
    private func nextMoment() async {
        let now = MonotonicTime.now
        while MonotonicTime.now <= now { await Task.yield() }
    }

    @Test("a new connection replaces the one that has waited longest for a request", arguments: [1, 2, 3])
    func longest(_ loops: Int) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.connectionLimit = 3
            $0.eventLoops = loops
        }
        try await withServer(configure) { port in
            let clients = try (0..<3).map { _ in try Client(port: port) }
            // The second one has waited longest in the end.
            for client in [clients[1], clients[0], clients[2], clients[0]] {
                #expect(try await status(client) == 200)
                await nextMoment()
            }
            let newcomer = try Client(port: port)
            #expect(try await status(newcomer) == 200)
            #expect(try await clients[1].hasEnded())
            for client in [clients[0], clients[2], newcomer] { #expect(try await status(client) == 200) }
        }
    }

    @Test(
        "whatever keeps a connection without a whole request, it makes room for a visitor",
        arguments: [
            "", "\r\n", "G", "GET / HTTP/1.1\r\nHost: a\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
            get + "GET", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        ])
    func kinds(_ text: String) async throws {
        try await withServer({ $0.connectionLimit = 2 }) { port in
            let idle = try (0..<2).map { _ in try Client(port: port) }
            for client in idle {
                try await client.send(text)
                if text.hasPrefix(get.prefix(20)), text.contains("\r\n\r\n") { _ = try await client.answer() }
            }
            for _ in 0..<20 { #expect(try await status(Client(port: port)) == 200) }
            withExtendedLifetime(idle) {}
        }
    }

    @Test("one that is answered, or has an answer to take, is not replaced; the new one is told 503")
    func busy() async throws {
        let (gate, started, events) = (Gate(), Recorder<String>(), Recorder<ServerEvent>())
        try await withServer({ $0.connectionLimit = 2 }, log: events.record, handler: Self.waiting(at: gate, started)) {
            port in
            let busy = try (0..<2).map { _ in try Client(port: port) }
            for client in busy { try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
            await started.wait(for: 2)
            for _ in 0..<3 {
                let answer = try await Client(port: port).answer()
                #expect(answer.status == 503 && answer.values("Connection") == ["close"])
            }
            gate.open()
            for client in busy { #expect(try await client.answer().status == 200) }
            #expect(try await status(Client(port: port)) == 200)
        }
        #expect(events.values == [.connectionLimitReached(peer: "127.0.0.1")])
    }

    @Test(
        "a connection whose client has gone makes room, also if that is not noticed yet",
        arguments: ["keep-alive", "close"])
    func gone(_ connection: String) async throws {
        try await withServer({ $0.connectionLimit = 1 }) { port in
            for _ in 0..<300 {
                let client = try Client(port: port)
                let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: \(connection)\r\n\r\n"
                #expect(try await status(client, request) == 200)
                if connection == "close" { #expect(try await client.hasEnded()) }
            }
        }
    }

    @Test("what is replaced and what is refused is counted, and the number of connections stays right")
    func counts() async throws {
        var configuration = ServerConfiguration.patient
        configuration.connectionLimit = 2
        configuration.eventLoops = 2
        let server = Server(configuration, handler: Greeter().respond)
        let port = try server.start()
        var clients: [Client] = []
        for _ in 0..<10 {
            clients.append(try Client(port: port))
            #expect(try await status(clients[clients.count - 1]) == 200)
        }
        #expect(server.figures.replaced == 8 && server.figures.turnedAway == 0 && server.figures.open == 2)
        await server.stop()
        #expect(server.figures.open == 0)
    }
}
