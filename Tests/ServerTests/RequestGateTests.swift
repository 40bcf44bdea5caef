import HTTP
import Support
import Testing

@testable import Server

@Suite("The gate of requests")
struct RequestGateTests {
    /// Adds a gate to a configuration. The first segment of a path is the network, and `/free` needs no gate.
    private static func gate(
        running: Int = 100, perNetwork: Int, waitingPerNetwork: Int = 100
    ) -> (inout ServerConfiguration) -> Void {
        { configuration in
            let limits = RequestGate.Limits(
                running: running, runningPerNetwork: perNetwork, waitingPerNetwork: waitingPerNetwork)
            configuration.gate = RequestGate(limits) { request in
                let name = String(request.path.split(separator: "/").first ?? "")
                return name == "free" ? nil : .init(address: name, network: Array(name.utf8), visitor: [])
            }
            configuration.refusalDelay = .zero
        }
    }

    /// Records the requests, and lets those for `/a/…` wait for the gate.
    private struct WaitingHandler: Sendable {
        let started = Recorder<String>()
        let gate = Gate()

        @Sendable func respond(to request: Request) async -> Response {
            started.record(request.target)
            if request.path.hasPrefix("/a") { await gate.wait() }
            return Response(body: .bytes(Array(request.target.utf8)))
        }
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test("one client with many connections stops only its own network")
    func networks() async throws {
        let (handler, refusals) = (WaitingHandler(), Recorder<Refusal>())
        let configure = Self.gate(perNetwork: 2, waitingPerNetwork: 3)
        let (server, port) = try Self.server(
            {
                configure(&$0)
                $0.refusalPage = refusals.answer
            }, handler.respond)
        let clients = try (1...5).map { _ in try Client(port: port) }
        for number in 1...5 {
            try await clients[number - 1].send(Self.get("/a/\(number)"))
            await handler.started.wait(for: min(number, 2))
            try await waitUntil { server.metrics.waiting == max(0, number - 2) }
        }
        for (target, status) in [("/a/6", 429), ("/b/1", 200), ("/free/a", 200)] {
            let other = try Client(port: port)
            #expect(try await other.response(to: Self.get(target)).status == status, "\(target)")
        }
        #expect(handler.started.values == ["/a/1", "/a/2", "/b/1", "/free/a"])
        handler.gate.open()
        for number in 1...5 { #expect(try await clients[number - 1].response().body.text == "/a/\(number)") }
        await server.stop()
        #expect(refusals.values.map(\.cause) == [.gate(client: "a", isReported: true)])
        #expect(refusals.values.map(\.request?.target) == ["/a/6"])
    }

    @Test("a refused client keeps its connection, and is answered when its network has room")
    func refusal() async throws {
        let handler = WaitingHandler()
        let configure = Self.gate(perNetwork: 1, waitingPerNetwork: 0)
        try await withServer(configure, handler: handler.respond) { port in
            let (first, second) = (try Client(port: port), try Client(port: port))
            try await first.send(Self.get("/a/1"))
            await handler.started.wait(for: 1)
            try await second.send(Self.get("/a/2"))
            #expect(try await second.response().status == 429)
            handler.gate.open()
            #expect(try await first.response().status == 200)
            var response = try await second.response(to: Self.get("/a/3"))
            // The first request leaves the gate just after its response.
            while response.status == 429 { response = try await second.response(to: Self.get("/a/3")) }
            #expect(response.body.text == "/a/3")
        }
    }

    @Test("a client that disconnects leaves the line", arguments: [true, false])
    func disconnection(isReset: Bool) async throws {
        let handler = WaitingHandler()
        let (server, port) = try Self.server(Self.gate(perNetwork: 1), handler.respond)
        let first = try Client(port: port)
        try await first.send(Self.get("/a/1"))
        await handler.started.wait(for: 1)
        var second: Client? = try Client(port: port)
        try await second?.send(Self.get("/a/2"))
        try await waitUntil { server.metrics.waiting == 1 }
        if isReset { second?.reset() }
        second = nil
        try await waitUntil { server.metrics.waiting == 0 }
        let third = try Client(port: port)
        try await third.send(Self.get("/a/3"))
        try await waitUntil { server.metrics.waiting == 1 }
        handler.gate.open()
        #expect(try await third.response().body.text == "/a/3")
        #expect(handler.started.values == ["/a/1", "/a/3"])
        await server.stop()
    }

    @Test("a streamed response keeps its place to its end, also without its client", arguments: [true, false])
    func streams(isAbandoned: Bool) async throws {
        let (gate, started) = (Gate(), Recorder<String>())
        let handler: Handler = { request in
            started.record(request.target)
            return Response(
                body: .stream { writer in
                    try await writer.write(Array("part".utf8))
                    await gate.wait()
                })
        }
        let (server, port) = try Self.server(Self.gate(perNetwork: 1), handler)
        var first: Client? = try Client(port: port)
        try await first?.send(Self.get("/a/1"))
        _ = try await first?.receive(through: "part\r\n")
        if isAbandoned { first = nil }
        let second = try Client(port: port)
        try await second.send(Self.get("/a/2"))
        try await waitUntil { server.metrics.waiting == 1 }
        #expect(started.values == ["/a/1"])
        gate.open()
        _ = try await second.receive(through: "part\r\n")
        #expect(started.values == ["/a/1", "/a/2"])
        await server.stop()
    }

    @Test("a request keeps its place while work goes on that it has started")
    func startedWork() async throws {
        let (gate, started) = (Gate(), Recorder<String>())
        let handler: Handler = { request in
            started.record(request.target)
            if request.target == "/a/1" { Task { await gate.wait() } }
            return Response()
        }
        let (server, port) = try Self.server(Self.gate(perNetwork: 1), handler)
        let (first, second) = (try Client(port: port), try Client(port: port))
        #expect(try await first.response(to: Self.get("/a/1")).status == 200)
        try await second.send(Self.get("/a/2"))
        try await waitUntil { server.metrics.waiting == 1 }
        #expect(started.values == ["/a/1"])
        gate.open()
        #expect(try await second.response().status == 200)
        await server.stop()
    }

    @Test("a request that waits too long gets 503 and is not run later")
    func timeout() async throws {
        let handler = WaitingHandler()
        let (server, port) = try Self.server(
            {
                Self.gate(perNetwork: 1)(&$0)
                ($0.handlerTimeout, $0.lingerTimeout) = (.shortTimeout, .milliseconds(50))
            }, handler.respond)
        let (first, second) = (try Client(port: port), try Client(port: port))
        try await first.send(Self.get("/a/1"))
        await handler.started.wait(for: 1)
        try await second.send(Self.get("/a/2"))
        #expect(try await second.response().status == 503)
        #expect(server.metrics.waiting == 0)
        handler.gate.open()
        await server.stop()
        #expect(handler.started.values == ["/a/1"])
    }

    /// Starts a server whose metrics a test waits for.
    private static func server(
        _ configure: (inout ServerConfiguration) -> Void, _ handler: @escaping Handler
    ) throws -> (server: Server, port: UInt16) {
        var configuration = ServerConfiguration.withoutTimeouts
        configure(&configuration)
        let server = Server(configuration, handler: handler)
        return (server, try server.start())
    }

    private func waitUntil(_ condition: () -> Bool) async throws { #expect(try await Wait.until(condition)) }
}

extension Client {
    fileprivate func response(to request: String) async throws -> ReceivedResponse {
        try await send(request)
        return try await response()
    }
}
