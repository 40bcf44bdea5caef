import Dispatch
import HTTP
import Support
import Testing

@testable import Server

@Suite("Handlers that take too long")
struct HandlerDeadlineTests {
    /// Waits at the gate, and says so when the task is cancelled.
    private static func waiting(at gate: Gate, _ cancellations: Recorder<String>) -> Handler {
        { request in
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                cancellations.record(request.target)
            }
            return Response(body: .bytes(Array("late".utf8)))
        }
    }

    @Test("one that never answers is cancelled, and its client told 503", arguments: ["GET", "HEAD"])
    func neverAnswers(_ method: String) async throws {
        let (gate, cancellations, events) = (Gate(), Recorder<String>(), Recorder<ServerEvent>())
        try await withClient(
            sending: "\(method) /a HTTP/1.1\r\nHost: a\r\n\r\n" + get, { $0.handlerDeadline = .milliseconds(50) },
            log: events.record,
            handler: Self.waiting(at: gate, cancellations)
        ) { client in
            let answer = try await client.answer(toHead: method == "HEAD")
            #expect(answer.status == 503)
            #expect(answer.values("Connection") == ["close"])
            // Neither the late answer nor the next request comes of it.
            gate.open()
            #expect(try await client.hasEnded())
            await cancellations.wait(for: 1)
        }
        #expect(cancellations.values == ["/a"])
        #expect(events.values == [.handlerTimedOut(peer: "127.0.0.1", target: "/a")])
    }

    @Test("the page for it is made for the request that it did not answer")
    func errorPage() async throws {
        let gate = Gate()
        let configure: (inout ServerConfiguration) -> Void = {
            $0.handlerDeadline = .milliseconds(50)
            $0.errorPage = { status, request in
                Response(status: status, body: .bytes(Array("sorry for \(request?.target ?? "nothing")".utf8)))
            }
        }
        try await withClient(
            sending: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", configure, handler: Self.waiting(at: gate, Recorder())
        ) { client async throws in
            #expect(try await client.answer().body.text == "sorry for /a")
            gate.open()
        }
    }

    @Test("a stream whose next part never comes is cut and cancelled")
    func streamStops() async throws {
        let events = Recorder<ServerEvent>()
        let handler = streaming { writer in
            for _ in 0..<3 { try await writer.write(Array("part".utf8)) }
            try await Task.sleep(for: .seconds(3600))
        }
        try await withClient(
            sending: get, { $0.handlerDeadline = .soon }, log: events.record, handler: handler
        ) { client async throws in
            #expect(try await client.receiveToEnd().text.hasSuffix("4\r\npart\r\n4\r\npart\r\n4\r\npart\r\n"))
        }
        #expect(events.values == [.streamFailed(peer: "127.0.0.1", reason: "the next part took too long")])
    }

    @Test("one whose client has gone counts as a connection until it comes back", arguments: [true, false])
    func clientGone(isStreaming: Bool) async throws {
        let (gate, started) = (Gate(), Recorder<String>())
        let handler: Handler = { request in
            guard request.target == "/slow" else { return Response() }
            started.record(request.target)
            guard isStreaming else {
                await gate.wait()
                return Response()
            }
            return Response(
                body: .stream { writer in
                    try await writer.write([0])
                    await gate.wait()
                })
        }
        let events = Recorder<ServerEvent>()
        try await withServer({ $0.connectionLimit = 1 }, log: events.record, handler: handler) { port in
            let client = try Client(port: port)
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait(for: 1)
            if isStreaming { _ = try await client.receive(through: "\r\n\r\n") }
            client.reset()
            // However often one tries, and however long ago the client went.
            for _ in 0..<10 { #expect(try await Self.status(port) == 503) }
            gate.open()
            while try await Self.status(port) == 503 {}
            #expect(try await Self.status(port) == 200)
        }
    }

    private static func status(_ port: UInt16) async throws -> Int {
        let client = try Client(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answer = try await client.answer()
        #expect(try await client.hasEnded())
        return answer.status
    }
}
