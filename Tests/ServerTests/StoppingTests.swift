import Glibc
import HTTP
import Support
import Testing

@testable import Server

@Suite("Starting and stopping")
struct StoppingTests {
    @Test("stopping lets a running response finish and closes idle connections at once")
    func drains() async throws {
        let (started, gate) = (Recorder<String>(), Gate())
        let server = Server(.withoutTimeouts) { request in
            started.record(request.target)
            if request.target == "/slow" { await gate.wait() }
            return Response(body: .bytes(Array("done".utf8)))
        }
        let port = try server.start()
        let (idle, silent, busy) = (try Client(port: port), try Client(port: port), try Client(port: port))
        try await idle.send(get)
        #expect(try await idle.response().status == 200)
        try await busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + get)
        await started.wait(for: 2)
        async let stopping: Void = server.stop()
        #expect(try await idle.hasEnded())
        #expect(try await silent.hasEnded())
        #expect(throws: Client.Failure.self) { try Client(port: port) }
        gate.open()
        let response = try await busy.response()
        #expect(response.body.text == "done")
        #expect(response.values("Connection") == ["close"])
        #expect(try await busy.hasEnded())
        busy.shutdownSending()
        await stopping
        #expect(started.values == ["/", "/slow"])
    }

    @Test("stopping lets a stream finish")
    func drainsStream() async throws {
        let gate = Gate()
        let server = Server(
            .withoutTimeouts,
            handler: streaming { writer in
                try await writer.write(Array("first".utf8))
                await gate.wait()
                try await writer.write(Array("second".utf8))
            })
        let port = try server.start()
        let (idle, client) = (try Client(port: port), try Client(port: port))
        try await client.send(get)
        _ = try await client.receive(through: "first\r\n")
        async let stopping: Void = server.stop()
        #expect(try await idle.hasEnded())
        gate.open()
        #expect(try await client.receiveToEnd().text == "6\r\nsecond\r\n0\r\n\r\n")
        client.shutdownSending()
        await stopping
    }

    @Test("a response that takes longer than the drain timeout is 503, with its page")
    func drainTimeout() async throws {
        let (started, gate, events) = (Recorder<String>(), Gate(), Recorder<ServerEvent>())
        let refusals = Recorder<Refusal>()
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.drainTimeout = .milliseconds(50)
        configuration.refusalPage = refusals.answer
        let server = Server(configuration, log: events.record) { request in
            started.record(request.target)
            await gate.wait()
            return Response()
        }
        let client = try Client(port: try server.start())
        try await client.send(get)
        await started.wait(for: 1)
        await server.stop()
        #expect(try await client.response().status == 503)
        #expect(try await client.hasEnded())
        #expect(events.values == [.drainTimedOut(connections: 1)])
        #expect(refusals.values.map(\.cause) == [.stopping])
        gate.open()
    }

    @Test("a partly received request may be completed during a stop")
    func drainsRequest() async throws {
        let recorder = RecordingHandler()
        let server = Server(.withoutTimeouts, handler: recorder.respond)
        let port = try server.start()
        let (idle, client) = (try Client(port: port), try Client(port: port))
        try await client.send(get + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
        #expect(try await client.response().status == 200)
        async let stopping: Void = server.stop()
        #expect(try await idle.hasEnded())
        try await client.send("x")
        let response = try await client.response()
        #expect(response.values("Connection") == ["close"])
        #expect(try await client.hasEnded())
        client.shutdownSending()
        await stopping
    }

    @Test("a server can be stopped twice, and before it has started")
    func stopsTwice() async throws {
        let server = Server(.withoutTimeouts, handler: RecordingHandler().respond)
        await server.stop()
        #expect(throws: ServerError.alreadyStarted) { try server.start() }
        let other = Server(.withoutTimeouts, handler: RecordingHandler().respond)
        _ = try other.start()
        #expect(throws: ServerError.alreadyStarted) { try other.start() }
        await other.stop()
        await other.stop()
    }

    @Test("the port is free after the stop")
    func portIsFree() async throws {
        let server = Server(.withoutTimeouts, handler: RecordingHandler().respond)
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.port = try server.start()
        let client = try Client(port: configuration.port)
        try await client.send(get)
        #expect(try await client.response().status == 200)
        await server.stop()
        let next = Server(configuration, handler: RecordingHandler().respond)
        #expect(try next.start() == configuration.port)
        await next.stop()
    }

    @Test(
        "with a socket that outlives the server, idle clients may still send a request, and new ones wait for the next server"
    )
    func inheritedSocket() async throws {
        let bound = try Listener.all(.withoutTimeouts)[0]
        try bound.listen()
        var configuration = ServerConfiguration.withoutTimeouts
        // Longer than this test: the connections end with their responses.
        configuration.drainGrace = .seconds(3600)
        var idle: [Client] = []
        for number in 0..<3 {
            configuration.inherited = [dup(bound.socket)]
            let server = Server(configuration, handler: RecordingHandler().respond)
            #expect(try server.start() == bound.port)
            // The connection that waited for this server.
            for client in idle.suffix(1) {
                let response = try await client.response()
                #expect(response.status == 200, "\(number)")
            }
            let (first, second) = (try Client(port: bound.port), try Client(port: bound.port))
            for client in [first, second] {
                try await client.send(get)
                #expect(try await client.response().values("Connection").isEmpty)
            }
            async let stopping: Void = server.stop()
            let isDraining = try await Wait.until {
                try await first.send(get)
                return try await first.response().values("Connection") == ["close"]
            }
            #expect(isDraining)
            try await second.send(get)
            #expect(try await second.response().values("Connection") == ["close"])
            for client in [first, second] + idle { client.shutdownSending() }
            await stopping
            let waiting = try Client(port: bound.port)
            try await waiting.send(get)
            idle = [waiting]
        }
    }

    @Test("after the stop, connections that wait for the next server cause no events")
    func inheritedSocketIsQuiet() async throws {
        let bound = try Listener.all(.withoutTimeouts)[0]
        try bound.listen()
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.inherited = [dup(bound.socket)]
        let server = Server(configuration, handler: RecordingHandler().respond)
        let loop = try EventLoop()
        let reactor = Reactor(loop: loop, shared: server.shared)
        reactor.startAccepting(AcceptState(listeners: try Listener.all(configuration), loops: [loop]))
        let waiting = try Client(port: bound.port)
        var events = Poller.Events()
        loop.poller.wait(milliseconds: -1, into: &events)
        #expect(events.count == 1)
        reactor.stopAccepting()
        loop.poller.wait(milliseconds: 0, into: &events)
        #expect(events.count == 0)
        waiting.shutdownSending()
    }

    @Test("a descriptor that is no listening TCP socket is reported", arguments: [SOCK_STREAM, SOCK_DGRAM])
    func invalidInheritedSocket(_ type: __socket_type) {
        let socket = socket(AF_INET, Int32(type.rawValue), 0)
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.inherited = [socket]
        let server = Server(configuration, handler: RecordingHandler().respond)
        #expect(throws: ServerError.notListening(descriptor: socket)) { try server.start() }
        close(socket)
    }

    @Test("a port in use is reported")
    func portInUse() async throws {
        try await withServer { port in
            var configuration = ServerConfiguration.withoutTimeouts
            configuration.port = port
            let server = Server(configuration, handler: RecordingHandler().respond)
            let error = #expect(throws: ServerError.self) { try server.start() }
            #expect(error == .portInUse(host: "127.0.0.1", port: port))
            #expect(error?.description.contains("port \(port) of 127.0.0.1: in use") == true)
        }
    }

    @Test("a port in use at one address of localhost is reported")
    func localhostInUse() async throws {
        try await withServer({ $0.host = "::1" }) { port in
            var configuration = ServerConfiguration.withoutTimeouts
            (configuration.host, configuration.port) = ("localhost", port)
            let server = Server(configuration, handler: RecordingHandler().respond)
            let error = #expect(throws: ServerError.self) { try server.start() }
            // Another program may use the port at the other address.
            #expect([.portInUse(host: "::1", port: port), .portInUse(host: "127.0.0.1", port: port)].contains(error))
        }
    }

    @Test(
        "a host that is not an address is reported",
        arguments: ["", "nowhere", "127.0.0.1:80", "[::1]", "1.2.3", "::g"])
    func invalidHost(_ host: String) {
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.host = host
        let server = Server(configuration, handler: RecordingHandler().respond)
        #expect(throws: ServerError.invalidHost(host: host)) { try server.start() }
    }

    @Test("an address of another machine is reported")
    func hostUnavailable() {
        var configuration = ServerConfiguration.withoutTimeouts
        configuration.host = "192.0.2.1"
        let server = Server(configuration, handler: RecordingHandler().respond)
        #expect(throws: ServerError.hostUnavailable(host: "192.0.2.1")) { try server.start() }
    }

    @Test(
        "every kind of host is served, and handlers get the client's address",
        arguments: [
            ("127.0.0.1", false, "127.0.0.1"), ("localhost", false, "127.0.0.1"),
            ("localhost", true, "::1"), ("0.0.0.0", false, "127.0.0.1"),
            ("::1", true, "::1"), ("::", true, "::1"), ("::", false, "127.0.0.1"),
        ])
    func hosts(_ host: String, isVersion6: Bool, peer: String) async throws {
        try await withServer({ $0.host = host }, handler: { Response(body: .bytes(Array($0.peer.utf8))) }) { port in
            let client = try Client(port: port, isVersion6: isVersion6)
            try await client.send(get)
            #expect(try await client.response().body.text == peer)
        }
    }
}
