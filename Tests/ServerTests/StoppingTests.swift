import HTTP
import Support
import Testing

@testable import Server

@Suite("Starting and stopping")
struct StoppingTests {
    @Test("stopping lets a running answer finish and closes idle connections meanwhile")
    func drains() async throws {
        let (started, gate) = (Recorder<String>(), Gate())
        let server = Server(.patient) { request in
            started.record(request.target)
            if request.target == "/slow" { await gate.wait() }
            return Response(body: .bytes(Array("done".utf8)))
        }
        let port = try server.start()
        let (idle, silent, busy) = (try Client(port: port), try Client(port: port), try Client(port: port))
        try await idle.send(get)
        #expect(try await idle.answer().status == 200)
        try await busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + get)
        await started.wait(for: 2)
        async let stopping: Void = server.stop()
        #expect(try await idle.hasEnded())
        #expect(try await silent.hasEnded())
        #expect(throws: Client.Failure.self) { try Client(port: port) }
        gate.open()
        let answer = try await busy.answer()
        #expect(answer.body.text == "done")
        #expect(answer.values("Connection") == ["close"])
        #expect(try await busy.hasEnded())
        busy.endSending()
        await stopping
        #expect(started.values == ["/", "/slow"])
    }

    @Test("stopping lets a stream finish")
    func drainsStream() async throws {
        let gate = Gate()
        let server = Server(
            .patient,
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
        client.endSending()
        await stopping
    }

    @Test("an answer that takes longer than the drain time is cut")
    func cuts() async throws {
        let (started, gate, events) = (Recorder<String>(), Gate(), Recorder<ServerEvent>())
        var configuration = ServerConfiguration.patient
        configuration.drainTime = .milliseconds(50)
        let server = Server(configuration, log: events.record) { request in
            started.record(request.target)
            await gate.wait()
            return Response()
        }
        let client = try Client(port: try server.start())
        try await client.send(get)
        await started.wait(for: 1)
        await server.stop()
        #expect(try await client.hasEnded())
        #expect(events.values == [.drainTimeOver(connections: 1)])
        gate.open()
    }

    @Test("a request that is half there when the server stops may be finished")
    func drainsRequest() async throws {
        let greeter = Greeter()
        let server = Server(.patient, handler: greeter.respond)
        let port = try server.start()
        let (idle, client) = (try Client(port: port), try Client(port: port))
        try await client.send(get + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
        #expect(try await client.answer().status == 200)
        async let stopping: Void = server.stop()
        #expect(try await idle.hasEnded())
        try await client.send("x")
        let answer = try await client.answer()
        #expect(answer.values("Connection") == ["close"])
        #expect(try await client.hasEnded())
        client.endSending()
        await stopping
    }

    @Test("a server stops once, and before it has started, too")
    func stopsTwice() async throws {
        let server = Server(.patient, handler: Greeter().respond)
        await server.stop()
        #expect(throws: ServerError.alreadyStarted) { try server.start() }
        let other = Server(.patient, handler: Greeter().respond)
        _ = try other.start()
        #expect(throws: ServerError.alreadyStarted) { try other.start() }
        await other.stop()
        await other.stop()
    }

    @Test("the port is free again after the stop")
    func portIsFree() async throws {
        let server = Server(.patient, handler: Greeter().respond)
        var configuration = ServerConfiguration.patient
        configuration.port = try server.start()
        let client = try Client(port: configuration.port)
        try await client.send(get)
        #expect(try await client.answer().status == 200)
        await server.stop()
        let next = Server(configuration, handler: Greeter().respond)
        #expect(try next.start() == configuration.port)
        await next.stop()
    }

    @Test("a port that is taken is named, with what to do")
    func portTaken() async throws {
        try await withServer { port in
            var configuration = ServerConfiguration.patient
            configuration.port = port
            let server = Server(configuration, handler: Greeter().respond)
            let error = #expect(throws: ServerError.self) { try server.start() }
            #expect(error == .portTaken(host: "127.0.0.1", port: port))
            #expect(error?.description.contains("Port \(port) of 127.0.0.1 is taken") == true)
        }
    }

    @Test("one address of localhost being taken, the port is")
    func localhostTaken() async throws {
        try await withServer({ $0.host = "::1" }) { port in
            var configuration = ServerConfiguration.patient
            (configuration.host, configuration.port) = ("localhost", port)
            let server = Server(configuration, handler: Greeter().respond)
            let error = #expect(throws: ServerError.self) { try server.start() }
            // Another program may have the port at the other address.
            #expect([.portTaken(host: "::1", port: port), .portTaken(host: "127.0.0.1", port: port)].contains(error))
        }
    }

    @Test("a host that is no address is named", arguments: ["", "nowhere", "127.0.0.1:80", "[::1]", "1.2.3", "::g"])
    func hostInvalid(_ host: String) {
        var configuration = ServerConfiguration.patient
        configuration.host = host
        let server = Server(configuration, handler: Greeter().respond)
        #expect(throws: ServerError.hostInvalid(host: host)) { try server.start() }
    }

    @Test("an address of another machine is named")
    func hostUnavailable() {
        var configuration = ServerConfiguration.patient
        configuration.host = "192.0.2.1"
        let server = Server(configuration, handler: Greeter().respond)
        #expect(throws: ServerError.hostUnavailable(host: "192.0.2.1")) { try server.start() }
    }

    @Test(
        "every kind of host is served, and handlers see the client's address",
        arguments: [
            ("127.0.0.1", false, "127.0.0.1"), ("localhost", false, "127.0.0.1"),
            ("localhost", true, "::1"), ("0.0.0.0", false, "127.0.0.1"),
            ("::1", true, "::1"), ("::", true, "::1"), ("::", false, "127.0.0.1"),
        ])
    func hosts(_ host: String, isVersion6: Bool, peer: String) async throws {
        try await withServer({ $0.host = host }, handler: { Response(body: .bytes(Array($0.peer.utf8))) }) { port in
            let client = try Client(port: port, isVersion6: isVersion6)
            try await client.send(get)
            #expect(try await client.answer().body.text == peer)
        }
    }
}
