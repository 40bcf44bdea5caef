import HTTP
import HTTPTypes
import Support
import Testing

@testable import Server

@Suite("Streamed responses")
struct StreamingTests {
    struct StreamError: Error {}

    @Test("the first part is sent before the second is ready")
    func firstPart() async throws {
        let gate = Gate()
        let handler = streaming { writer in
            try await writer.write(Array("first".utf8))
            await gate.wait()
            try await writer.write(Array("second".utf8))
        }
        try await withClient(sending: get, handler: handler) { client in
            let head = try await client.receive(through: "\r\n\r\n").text
            #expect(head.contains("Transfer-Encoding: chunked\r\n"))
            #expect(!head.contains("Content-Length"))
            #expect(try await client.chunk()?.text == "first")
            gate.open()
            #expect(try await client.chunk()?.text == "second")
            #expect(try await client.chunk() == nil)
            try await client.send(get)
            #expect(try await client.response().body.text == "firstsecond")
        }
    }

    @Test("a part without bytes does not end the body")
    func emptyPart() async throws {
        let handler = streaming { writer in
            for part in ["", "a", "", "b", ""] { try await writer.write(Array(part.utf8)) }
        }
        try await withClient(sending: get + get, handler: handler) { client async throws in
            #expect(try await client.response().body.text == "ab")
            #expect(try await client.response().body.text == "ab")
        }
    }

    @Test("HTTP/1.0 gets the bytes without chunks, up to the end of the connection")
    func http10() async throws {
        let handler = streaming { for part in ["a", "b"] { try await $0.write(Array(part.utf8)) } }
        try await withClient(sending: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", handler: handler) { client in
            let response = try await client.response()
            #expect(response.values("Transfer-Encoding").isEmpty)
            #expect(response.values("Connection") == ["close"])
            #expect(response.body.text == "ab")
        }
    }

    @Test("HEAD gets the fields, and the stream is not started")
    func head() async throws {
        let runs = Recorder<Bool>()
        let handler = streaming { _ in runs.record(true) }
        try await withClient(
            sending: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n", handler: handler
        ) { client async throws in
            #expect(try await client.response(toHEAD: true).values("Transfer-Encoding") == ["chunked"])
            #expect(try await client.response(toHEAD: true).status == 200)
        }
        #expect(runs.values.isEmpty)
    }

    @Test("a stream that fails closes the connection before the last chunk")
    func fails() async throws {
        let events = Recorder<ServerEvent>()
        let handler = streaming { writer in
            try await writer.write(Array("part".utf8))
            throw StreamError()
        }
        try await withClient(sending: get + get, log: events.record, handler: handler) { client async throws in
            #expect(try await client.receiveToEnd().text.hasSuffix("\r\n\r\n4\r\npart\r\n"))
        }
        #expect(events.values == [.streamFailed(peer: "127.0.0.1", reason: "StreamError()")])
    }

    @Test("a stream that fails resets the connection if its end would mark the end of the body")
    func failsForHTTP10() async throws {
        let gate = Gate()
        let handler = streaming { writer in
            try await writer.write(Array("part".utf8))
            await gate.wait()
            throw StreamError()
        }
        try await withClient(sending: "GET / HTTP/1.0\r\n\r\n", handler: handler) { client in
            _ = try await client.receive(through: "part")
            gate.open()
            await #expect(throws: Client.Failure.self) { try await client.receiveToEnd() }
        }
    }

    @Test("a stream that is not read waits, and fails after the write timeout")
    func unreadStream() async throws {
        let (written, failures) = (Recorder<Int>(), Recorder<any Error>())
        let part = [UInt8](repeating: 0, count: 100_000)
        let handler = streaming(noting: failures) { writer in
            // 10 GB, of which the system and the server together buffer some megabytes.
            for _ in 0..<100_000 {
                try await writer.write(part)
                written.record(part.count)
            }
        }
        try await withClient(
            sending: get, receiveBuffer: 4096, { $0.writeTimeout = .milliseconds(200) }, handler: handler
        ) { client async throws in
            await failures.wait(for: 1)
            #expect(failures.values.first is ConnectionEnded)
            #expect(written.values.count < 200)
        }
    }

    @Test("a suspended stream is cancelled when its client disconnects")
    func cancelled() async throws {
        let failures = Recorder<any Error>()
        let handler = streaming(noting: failures) { writer in
            try await writer.write(Array("first".utf8))
            try await Task.sleep(for: .seconds(3600))
        }
        try await withClient(sending: get, handler: handler) { client in
            _ = try await client.receive(through: "first")
            client.reset()
            await failures.wait(for: 1)
            #expect(failures.values.first is CancellationError)
        }
    }

    @Test("a writer throws after its response has ended, and does not affect a later one")
    func lateWriter() async throws {
        let (writers, gate) = (Recorder<BodyWriter>(), Gate())
        let handler: Handler = { request in
            Response(
                body: .stream { writer in
                    writers.record(writer)
                    try await writer.write(Array("first".utf8))
                    if request.target == "/b" { await gate.wait() }
                    try await writer.write(Array("second".utf8))
                })
        }
        try await withClient(sending: get, handler: handler) { client in
            #expect(try await client.response().body.text == "firstsecond")
            let writer = try #require(writers.values.first)
            await #expect(throws: ConnectionEnded.self) { try await writer.write(Array("late".utf8)) }
            try await client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            await writers.wait(for: 2)
            await #expect(throws: ConnectionEnded.self) { try await writer.write(Array("late".utf8)) }
            gate.open()
            #expect(try await client.response().body.text == "firstsecond")
        }
        let writer = try #require(writers.values.first)
        await #expect(throws: ConnectionEnded.self) { try await writer.write(Array("later".utf8)) }
    }
}

/// Returns a handler with this stream as its body; `failures` records the error that ends it early.
private func streaming(
    noting failures: Recorder<any Error>, _ write: @escaping @Sendable (BodyWriter) async throws -> Void
) -> Handler {
    streaming { writer in
        do {
            try await write(writer)
        } catch {
            failures.record(error)
            throw error
        }
    }
}
