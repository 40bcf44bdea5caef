import Caching
import FoundationEssentials
import Heroes
import Support
import Synchronization
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
        #expect(metrics.responses.results[.miss] == 1)
        #expect(metrics.callsInFlight == 0)
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

    @Test("a request that waits for the store gets the not-found result of a concurrent call")
    func missingMeanwhile() async throws {
        struct Key: ResponseKey {
            let text = "hero 7", isIndexed = false, lifetime = 60.0
        }
        let (store, calls) = (SlowStore(), Recorder<Int>())
        let cache = ResponseCache<Key, Int>(
            absenceLifetime: 60, staleLifetime: 60, byteLimit: 1 << 20, store: store, now: { Date() })
        @Sendable func get() async throws {
            _ = try await cache.response(to: Key(), mayCall: true) { _ async throws(HeroError) in
                calls.add(1)
                throw .notFound
            }
        }
        let first = Task { try await get() }
        await store.isLoading.wait()
        await #expect(throws: HeroError.notFound) { try await get() }
        store.isLoaded.open()
        await #expect(throws: HeroError.notFound) { try await first.value }
        #expect(calls.all.count == 1)
    }
}

/// A store without responses that holds the first load.
private final class SlowStore: ResponseStore {
    let isLoading = Gate(), isLoaded = Gate()
    private let isFirst = Atomic(true)

    func load(_ key: String, at now: Date) async -> StoredResponse? {
        if isFirst.exchange(false, ordering: .relaxed) {
            isLoading.open()
            await isLoaded.wait()
        }
        return nil
    }

    func save(_ responses: [StoredResponse]) {}
    func remove(_ key: String) {}
    func indexed(since time: Date?, at now: Date) async -> [StoredResponse]? { nil }
    func flush() async {}
}
