import Glibc
import HTTP
import Testing

@testable import Server

@Suite("Handler threads")
struct HandlerThreadTests {
    private actor OtherActor {
        func visit() async { await Task.yield() }
    }

    @Test("a handler runs on its connection's thread, and resumes on it after every suspension")
    func ownThread() async throws {
        let threads = Recorder<pthread_t>()
        let other = OtherActor()
        let handler: Handler = { _ in
            threads.record(currentThread())
            await other.visit()
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
            for _ in 0..<2 { #expect(try await client.response().body.text == "part") }
        }
        #expect(threads.values.count == 8)
        #expect(Set(threads.values).count == 1)
    }

    @Test("connections are distributed evenly over the threads")
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
                #expect(try await client.response().status == 200)
            }
        }
        let shares = Dictionary(grouping: threads.values) { $0 }.mapValues(\.count)
        #expect(shares.values.sorted() == [5, 5])
    }
}

/// Returns the current thread; pthread_self is unavailable in asynchronous functions, which may change threads. This
/// test is about just that.
private func currentThread() -> pthread_t { pthread_self() }
