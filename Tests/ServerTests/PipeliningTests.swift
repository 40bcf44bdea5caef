import HTTP
import Support
import Testing

@testable import Server

@Suite("Persistent connections and pipelining")
struct PipeliningTests {
    @Test("pipelined requests are answered in order, one after the other")
    func pipelining() async throws {
        let (started, gate) = (Recorder<String>(), Gate())
        let handler: Handler = { request in
            started.record(request.target)
            if request.target == "/1" { await gate.wait() }
            return Response(body: .bytes(Array(request.target.utf8)))
        }
        try await withServer(handler: handler) { port in
            let client = try Client(port: port)
            let other = try Client(port: port)
            try await client.send((1...3).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            await started.wait(for: 1)
            // Another connection is served at the same time, on any loop.
            try await other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await other.response().body.text == "/other")
            #expect(started.values == ["/1", "/other"])
            gate.open()
            for number in 1...3 { #expect(try await client.response().body.text == "/\(number)") }
        }
    }

    @Test("a client that waits for 100 gets it")
    func expectation() async throws {
        try await withClient(handler: { Response(body: .bytes($0.body)) }) { client in
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n")
            #expect(try await client.receive(through: "\r\n\r\n").text == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("abc")
            #expect(try await client.response().body.text == "abc")
        }
    }

    @Test("a client that has shut down its sending side still gets its responses")
    func halfClosed() async throws {
        try await withClient(sending: String(repeating: get, count: 2)) { client async throws in
            client.shutdownSending()
            #expect(try await client.response().body.text == "hello")
            #expect(try await client.response().body.text == "hello")
            #expect(try await client.hasEnded())
        }
    }

    @Test("a client that shuts down its sending side during a response still gets it")
    func halfClosedDuringResponse() async throws {
        let (started, gate) = (Recorder<String>(), Gate())
        let handler: Handler = { request in
            started.record(request.target)
            await gate.wait()
            return Response(body: .bytes(Array("late".utf8)))
        }
        try await withClient(sending: get, handler: handler) { client async throws in
            await started.wait(for: 1)
            client.shutdownSending()
            gate.open()
            #expect(try await client.response().body.text == "late")
            #expect(try await client.hasEnded())
        }
    }

    @Test(
        "an incomplete request is rejected",
        arguments: [
            "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        ])
    func endsEarly(_ text: String) async throws {
        let recorder = RecordingHandler()
        try await withClient(sending: text, handler: recorder.respond) { client async throws in
            client.shutdownSending()
            #expect(try await client.response().status == 400)
            #expect(try await client.hasEnded())
        }
        #expect(recorder.requests.values.isEmpty)
    }

    @Test("a client that sends a large content before it reads gets the error response, not a reset")
    func rejectedWhileSending() async throws {
        try await withClient(
            sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n", receiveBuffer: 4096
        ) { client in
            try await client.send([UInt8](repeating: 0, count: 20_000_000))
            #expect(try await client.response().status == 413)
            #expect(try await client.hasEnded())
        }
    }

    @Test("an empty line alone is not a request", arguments: [true, false])
    func emptyLine(leaves: Bool) async throws {
        let events = Recorder<ServerEvent>()
        try await withServer({ $0.headTimeout = .milliseconds(50) }, log: events.record) {
            let client = try Client(port: $0)
            try await client.send("\r\n")
            if leaves { client.shutdownSending() }
            #expect(try await client.hasEnded())
        }
        #expect(events.values.isEmpty)
    }

    @Test(
        "an error response to HEAD has no body, whenever it is sent",
        arguments: ["HEAD ", "HEAD /", "HEAD / HTTP/1.1\r\nX"],
        [true, false])
    func headRejected(_ text: String, leaves: Bool) async throws {
        let deadline = leaves ? Duration.seconds(3600) : .shortTimeout
        try await withClient(sending: text, { $0.headTimeout = deadline }) { client async throws in
            if leaves { client.shutdownSending() }
            #expect(try await client.response(toHEAD: true).status == (leaves ? 400 : 408))
            #expect(try await client.hasEnded())
        }
    }

    @Test("a client that disconnects without a request is not logged")
    func disconnectsSilently() async throws {
        let events = Recorder<ServerEvent>()
        try await withServer(log: events.record) { port in
            let client = try Client(port: port)
            client.shutdownSending()
            #expect(try await client.hasEnded())
            try Client(port: port).reset()
        }
        #expect(events.values.isEmpty)
    }
}
