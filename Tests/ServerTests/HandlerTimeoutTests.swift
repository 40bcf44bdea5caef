import Dispatch
import HTTP
import Support
import Testing

@testable import Server

@Suite("Handler timeouts")
struct HandlerTimeoutTests {
    /// Returns a handler that waits for the gate and records a cancellation.
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

    @Test("a handler that never responds is cancelled, and its client gets 503", arguments: ["GET", "HEAD"])
    func neverResponds(_ method: String) async throws {
        let (gate, cancellations, refusals) = (Gate(), Recorder<String>(), Recorder<Refusal>())
        let configure: (inout ServerConfiguration) -> Void = {
            $0.handlerTimeout = .milliseconds(50)
            $0.refusalPage = {
                refusals.record($0)
                return Response(
                    status: $0.status, body: .bytes(Array("sorry for \($0.request?.target ?? "nothing")".utf8)))
            }
        }
        try await withClient(
            sending: "\(method) /a HTTP/1.1\r\nHost: a\r\n\r\n" + get, configure,
            handler: Self.waiting(at: gate, cancellations)
        ) { client in
            let response = try await client.response(toHEAD: method == "HEAD")
            #expect(response.status == 503)
            #expect(response.values("Connection") == ["close"])
            #expect(response.body.text == (method == "HEAD" ? "" : "sorry for /a"))
            // Neither the late response nor the next request has an effect.
            gate.open()
            #expect(try await client.hasEnded())
            await cancellations.wait(for: 1)
        }
        #expect(cancellations.values == ["/a"])
        #expect(refusals.values.map(\.cause) == [.handlerTimeout])
        #expect(refusals.values.allSatisfy { $0.milliseconds >= 50 })
    }

    @Test("a stream whose next part never comes is aborted and cancelled")
    func streamStops() async throws {
        let events = Recorder<ServerEvent>()
        let handler = streaming { writer in
            for _ in 0..<3 { try await writer.write(Array("part".utf8)) }
            try await Task.sleep(for: .seconds(3600))
        }
        try await withClient(
            sending: get, { $0.handlerTimeout = .shortTimeout }, log: events.record, handler: handler
        ) { client async throws in
            #expect(try await client.receiveToEnd().text.hasSuffix("4\r\npart\r\n4\r\npart\r\n4\r\npart\r\n"))
        }
        #expect(events.values == [.streamFailed(peer: "127.0.0.1", reason: "the next part took too long")])
    }

    @Test("a handler whose client has disconnected counts as a connection until it returns", arguments: [true, false])
    func clientDisconnected(isStreaming: Bool) async throws {
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
            // The number of attempts and the time since the disconnection do not matter.
            for _ in 0..<10 { #expect(try await Self.status(port) == 503) }
            gate.open()
            while try await Self.status(port) == 503 {}
            #expect(try await Self.status(port) == 200)
        }
    }

    private static func status(_ port: UInt16) async throws -> Int {
        let client = try Client(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let response = try await client.response()
        #expect(try await client.hasEnded())
        return response.status
    }
}
