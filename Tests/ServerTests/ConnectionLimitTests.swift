import Basics
import HTTP
import Support
import Testing

@testable import Server

@Suite("Connection limit")
struct ConnectionLimitTests {
    /// Returns a handler that responds to /slow once the gate is open.
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
        return try await client.response().status
    }

    /// Returns when the clock has advanced.
    private func nextMoment() async {
        let now = MonotonicTime.now
        while MonotonicTime.now <= now { await Task.yield() }
    }

    @Test(
        "a new connection replaces the one on its event loop that has waited longest for a request", arguments: [1, 3])
    func replacesLongestWaiting(_ loops: Int) async throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.connectionLimit = 3
            $0.eventLoops = loops
        }
        try await withServer(configure) { port in
            var clients = try (0..<3).map { _ in try Client(port: port) }
            // After this the second one has waited longest.
            for client in [clients[1], clients[0], clients[2], clients[0]] {
                #expect(try await status(client) == 200)
                await nextMoment()
            }
            let new = try Client(port: port)
            #expect(try await status(new) == 200)
            // Of three loops, the first one is the next in turn.
            #expect(try await clients.remove(at: loops == 1 ? 1 : 0).hasEnded())
            for client in clients + [new] { #expect(try await status(client) == 200) }
        }
    }

    @Test(
        "a connection without a complete request is replaced, whatever it has sent",
        arguments: [
            "", "\r\n", "G", "GET / HTTP/1.1\r\nHost: a\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx",
            get + "GET", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        ])
    func incompleteRequest(_ text: String) async throws {
        try await withServer({ $0.connectionLimit = 2 }) { port in
            let idle = try (0..<2).map { _ in try Client(port: port) }
            for client in idle {
                try await client.send(text)
                if text.hasPrefix(get.prefix(20)), text.contains("\r\n\r\n") { _ = try await client.response() }
            }
            for _ in 0..<20 { #expect(try await status(Client(port: port)) == 200) }
            withExtendedLifetime(idle) {}
        }
    }

    @Test("a connection with a running or unread response is not replaced; the new one gets 503")
    func notReplaced() async throws {
        let (gate, started, events) = (Gate(), Recorder<String>(), Recorder<ServerEvent>())
        try await withServer({ $0.connectionLimit = 2 }, log: events.record, handler: Self.waiting(at: gate, started)) {
            port in
            let busy = try (0..<2).map { _ in try Client(port: port) }
            for client in busy { try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
            await started.wait(for: 2)
            for _ in 0..<3 {
                let response = try await Client(port: port).response()
                #expect(response.status == 503)
                #expect(response.values("Connection") == ["close"])
            }
            gate.open()
            for client in busy { #expect(try await client.response().status == 200) }
            #expect(try await status(Client(port: port)) == 200)
        }
        // Once for each event loop.
        #expect(events.values == [ServerEvent](repeating: .connectionLimitReached(peer: "127.0.0.1"), count: 2))
    }

    @Test(
        "a connection whose client has disconnected is replaced, even before the server detects it",
        arguments: ["keep-alive", "close"])
    func disconnected(_ connection: String) async throws {
        try await withServer({ $0.connectionLimit = 1 }) { port in
            for _ in 0..<300 {
                let client = try Client(port: port)
                let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: \(connection)\r\n\r\n"
                #expect(try await status(client, request) == 200)
                if connection == "close" { #expect(try await client.hasEnded()) }
            }
        }
    }

    @Test("replaced and rejected connections are counted, and the number of open ones is right")
    func metrics() async throws {
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.connectionLimit = 2
        configuration.eventLoops = 2
        let server = Server(configuration, handler: RecordingHandler().respond)
        let port = try server.start()
        var clients: [Client] = []
        for _ in 0..<10 {
            clients.append(try Client(port: port))
            #expect(try await status(clients[clients.count - 1]) == 200)
        }
        #expect(server.metrics.replaced == 8)
        #expect(server.metrics.rejected == 0)
        #expect(server.metrics.open == 2)
        await server.stop()
        #expect(server.metrics.open == 0)
    }
}
