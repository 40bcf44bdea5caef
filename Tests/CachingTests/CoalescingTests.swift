import Caching
import Heroes
import Support
import Testing

@Suite struct CoalescingTests {
    let source = ScriptedSource()

    @Test("a thousand concurrent requests for one cold page cost one call")
    func crowd() async throws {
        let cached = CachedSource(source)
        let gate = Gate()
        source.hold(at: gate)
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<1000 { group.addTask { try await cached.heroes(HeroQuery()).items.first?.name } }
            await source.firstRequest.wait()
            #expect(cached.metrics.callsInFlight == 1)
            gate.open()
            for try await name in group { #expect(name == "List v1") }
        }
        #expect(source.requests.count == 1)
        let metrics = cached.metrics
        #expect(metrics.responses.results[.miss] == 1 && metrics.callsInFlight == 0)
        #expect((metrics.responses.results[.coalesced] ?? 0) + (metrics.responses.results[.fresh] ?? 0) == 999)
    }

    @Test("a failure fails all requests waiting for the call, and the next request makes a new one")
    func sharedFailure() async throws {
        let cached = CachedSource(source)
        let gate = Gate()
        source.hold(at: gate)
        source.fail(with: .broken("b"))
        let tasks = (0..<10).map { _ in Task { try await cached.hero(7) } }
        await source.firstRequest.wait()
        gate.open()
        for task in tasks { await #expect(throws: HeroError.broken("b")) { try await task.value } }
        source.fail(with: nil)
        #expect(try await cached.hero(7).value.name == "Hero v1")
    }

    @Test("cancelling a request does not cancel the call for the others")
    func cancelledRequest() async throws {
        let cached = CachedSource(source)
        let gate = Gate()
        source.hold(at: gate)
        let first = Task { try await cached.hero(7) }
        await source.firstRequest.wait()
        let second = Task { try await cached.hero(7) }
        first.cancel()
        gate.open()
        #expect(try await second.value.value.name == "Hero v1")
        #expect(!source.wasCancelled)
        #expect(source.requests.count == 1)
    }
}
