import Support
import Testing

@testable import Curl

@Suite struct CurlConcurrencyTests {
    @Test("two hundred concurrent requests each get their own response, from one thread")
    func concurrentRequests() async throws {
        let curl = Curl()
        let gate = Gate()
        let upstream = try LoopbackUpstream { target, _ in .when(gate, .text(target)) }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let result = await curl.outcome(CurlRequest(url: "\(upstream.url)/\(number)", timeout: 60))
                    return (try? result.get().body) == Array("/\(number)".utf8)
                }
            }
            await upstream.wait { $0.requests == 64 }
            gate.open()
            var right = 0
            for await isRight in group where isRight { right += 1 }
            #expect(right == 200)
        }
        #expect(upstream.counts.connections <= 64)
    }

    @Test("a cancelled request returns at once and its connection is closed")
    func cancellation() async throws {
        let curl = Curl()
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let task = Task { await curl.outcome(CurlRequest(url: upstream.url, timeout: 3600)) }
        await upstream.wait { $0.requests == 1 }
        task.cancel()
        await #expect(throws: CurlError.cancelled) { try await task.value.get() }
        await upstream.wait { $0.open == 0 }
    }

    @Test("a task cancelled before its request sends none")
    func cancelledBefore() async throws {
        let curl = Curl()
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let go = Gate()
        let task = Task {
            await go.wait()
            return await curl.outcome(CurlRequest(url: upstream.url, timeout: 3600))
        }
        task.cancel()
        go.open()
        await #expect(throws: CurlError.cancelled) { try await task.value.get() }
    }

    @Test("a queued request can be cancelled, expires, or is sent")
    func queue() async throws {
        let curl = Curl(concurrency: 1)
        let release = Gate()
        let upstream = try LoopbackUpstream { target, _ in target == "/first" ? .when(release, .text("1")) : .text("2")
        }
        let first = Task { await curl.outcome(CurlRequest(url: "\(upstream.url)/first", timeout: 3600)) }
        await upstream.wait { $0.requests == 1 }
        let queued = Task { await curl.outcome(CurlRequest(url: "\(upstream.url)/second", timeout: 3600)) }
        let cancelled = Task { await curl.outcome(CurlRequest(url: "\(upstream.url)/third", timeout: 3600)) }
        let expired = await curl.outcome(CurlRequest(url: "\(upstream.url)/fourth", timeout: 0.05))
        #expect(throws: CurlError.expired) { try expired.get() }
        cancelled.cancel()
        await #expect(throws: CurlError.cancelled) { try await cancelled.value.get() }
        release.open()
        #expect(try await first.value.get().body == Array("1".utf8))
        #expect(try await queued.value.get().body == Array("2".utf8))
        #expect(upstream.counts.requests == 2)
    }

    @Test("a shutdown cancels running requests, closes connections, and prevents further ones")
    func shutdown() async throws {
        let curl = Curl()
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let task = Task { await curl.outcome(CurlRequest(url: upstream.url, timeout: 3600)) }
        await upstream.wait { $0.requests == 1 }
        curl.shutdown()
        await #expect(throws: CurlError.cancelled) { try await task.value.get() }
        await upstream.wait { $0.open == 0 }
        await #expect(throws: CurlError.cancelled) { try await curl.send(CurlRequest(url: upstream.url)) }
        curl.shutdown()
        #expect(upstream.counts.requests == 1)
    }

    @Test("the thread has ended after the client is deallocated, so that the process may exit")
    func threadEnd() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        for number in 0..<50 {
            var curl: Curl? = Curl()
            if number % 2 == 0 { _ = try await curl?.send(CurlRequest(url: upstream.url)) }
            // The client and its thread have the only strong references.
            weak let queue = curl?.queue
            #expect(queue != nil)
            curl = nil
            #expect(queue == nil)
        }
        // Its connections are closed, too.
        await upstream.wait { $0.open == 0 }
    }

    @Test("each request of short-lived clients gets a response or is cancelled")
    func shortLivedClients() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("answer") }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    let curl = Curl(concurrency: 2)
                    let tasks = (0..<(number % 4)).map { _ in
                        Task { await curl.outcome(CurlRequest(url: upstream.url)) }
                    }
                    let isEnded = number % 3 == 0
                    if isEnded { curl.shutdown() }
                    for task in tasks {
                        switch await task.value {
                        case .success(let response): #expect(response.body == Array("answer".utf8))
                        case .failure(let error):
                            #expect(isEnded)
                            #expect(error == .cancelled)
                        }
                    }
                }
            }
        }
    }
}
