import HTTP
import Support
import Testing

@testable import Server

@Suite("Requests on one connection")
struct ConversationTests {
    @Test("requests sent together are answered in their order, one after the other")
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
            // Another connection is served meanwhile, by whichever loop.
            try await other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await other.answer().body.text == "/other")
            #expect(started.values == ["/1", "/other"])
            gate.open()
            for number in 1...3 { #expect(try await client.answer().body.text == "/\(number)") }
        }
    }

    @Test("a client that waits for 100 is told to go on")
    func expectation() async throws {
        try await withClient(handler: { Response(body: .bytes($0.body)) }) { client in
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n")
            #expect(try await client.receive(through: "\r\n\r\n").text == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("abc")
            #expect(try await client.answer().body.text == "abc")
        }
    }

    @Test("a client that sends its content at once is not told to go on")
    func needlessExpectation() async throws {
        try await withClient(handler: { Response(body: .bytes($0.body)) }) { client in
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc")
            #expect(try await client.answer().body.text == "abc")
        }
    }

    @Test("a client that waits for 100 with too much is refused instead")
    func refusedExpectation() async throws {
        try await withClient { client in
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.answer().status == 413)
            #expect(try await client.hasEnded())
        }
    }

    @Test("a client that says it sends no more still gets its answers")
    func halfClosed() async throws {
        try await withClient(sending: String(repeating: get, count: 2)) { client async throws in
            client.endSending()
            #expect(try await client.answer().body.text == "hello")
            #expect(try await client.answer().body.text == "hello")
            #expect(try await client.hasEnded())
        }
    }

    @Test("a client that says so while its request is being answered gets its answer, too")
    func halfClosedMeanwhile() async throws {
        let (started, gate) = (Recorder<String>(), Gate())
        let handler: Handler = { request in
            started.record(request.target)
            await gate.wait()
            return Response(body: .bytes(Array("late".utf8)))
        }
        try await withClient(sending: get, handler: handler) { client async throws in
            await started.wait(for: 1)
            client.endSending()
            gate.open()
            #expect(try await client.answer().body.text == "late")
            #expect(try await client.hasEnded())
        }
    }

    @Test(
        "a request that ends too early is refused",
        arguments: [
            "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        ])
    func endsEarly(_ text: String) async throws {
        let greeter = Greeter()
        try await withClient(sending: text, handler: greeter.respond) { client async throws in
            client.endSending()
            #expect(try await client.answer().status == 400)
            #expect(try await client.hasEnded())
        }
        #expect(greeter.requests.values.isEmpty)
    }

    @Test("a client that sends all of a large content before it reads gets the refusal, not a reset")
    func refusedWhileSending() async throws {
        try await withClient(
            sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n", receiveBuffer: 4096
        ) { client in
            try await client.send([UInt8](repeating: 0, count: 20_000_000))
            #expect(try await client.answer().status == 413)
            #expect(try await client.hasEnded())
        }
    }

    @Test("an empty line alone is no request", arguments: [true, false])
    func emptyLine(leaves: Bool) async throws {
        let events = Recorder<ServerEvent>()
        try await withServer({ $0.headDeadline = .milliseconds(50) }, log: events.record) {
            let client = try Client(port: $0)
            try await client.send("\r\n")
            if leaves { client.endSending() }
            #expect(try await client.hasEnded())
        }
        #expect(events.values.isEmpty)
    }

    @Test(
        "HEAD gets no body on a refusal, whenever that comes", arguments: ["HEAD ", "HEAD /", "HEAD / HTTP/1.1\r\nX"],
        [true, false])
    func headRefused(_ text: String, leaves: Bool) async throws {
        let deadline = leaves ? Duration.seconds(3600) : .soon
        try await withClient(sending: text, { $0.headDeadline = deadline }) { client async throws in
            if leaves { client.endSending() }
            #expect(try await client.answer(toHead: true).status == (leaves ? 400 : 408))
            #expect(try await client.hasEnded())
        }
    }

    @Test("a client that leaves without a word is nobody's business")
    func leaves() async throws {
        let events = Recorder<ServerEvent>()
        try await withServer(log: events.record) { port in
            let client = try Client(port: port)
            client.endSending()
            #expect(try await client.hasEnded())
            try Client(port: port).reset()
        }
        #expect(events.values.isEmpty)
    }
}
