import Glibc
import HTTP
import Testing

@testable import Server

@Suite("The threads of handlers")
struct ThreadTests {
    private actor Elsewhere {
        func visit() async { await Task.yield() }
    }

    @Test("a handler runs on its connection's own thread, and comes back to it from wherever it waited")
    func ownThread() async throws {
        let threads = Recorder<pthread_t>()
        let elsewhere = Elsewhere()
        let handler: Handler = { _ in
            threads.record(currentThread())
            await elsewhere.visit()
            try? await Task.sleep(for: .nanoseconds(1))
            threads.record(currentThread())
            return Response(
                body: .stream { writer in
                    threads.record(currentThread())
                    try await writer.write(Array("part".utf8))
                    threads.record(currentThread())
                })
        }
        try await withClient(sending: get + get, handler: handler) { client async throws in
            for _ in 0..<2 { #expect(try await client.answer().body.text == "part") }
        }
        #expect(threads.values.count == 8)
        #expect(Set(threads.values).count == 1)
    }

    @Test("connections are spread evenly over the threads")
    func evenly() async throws {
        let threads = Recorder<pthread_t>()
        let handler: Handler = { _ in
            threads.record(currentThread())
            return Response()
        }
        try await withServer(handler: handler) { port in
            for _ in 0..<10 {
                let client = try Client(port: port)
                try await client.send(get)
                #expect(try await client.answer().status == 200)
            }
        }
        let shares = Dictionary(grouping: threads.values) { $0 }.mapValues(\.count)
        #expect(shares.values.sorted() == [5, 5])
    }
}

/// Asking for a thread is not for asynchronous functions, which may move; this test is about just that.
private func currentThread() -> pthread_t { pthread_self() }
