import Caching
import Heroes
import Support
import Testing

@Suite struct CoalescingTests {
    let source = ScriptedSource()

    @Test("a thousand askers of one cold page cost one call")
    func crowd() async throws {
        let cached = CachedSource(source)
        let gate = Gate()
        source.hold(at: gate)
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<1000 { group.addTask { try await cached.heroes(HeroQuery()).items.first?.name } }
            await source.firstQuestion.wait()
            #expect(cached.metrics.callsUnderWay == 1)
            gate.open()
            for try await name in group { #expect(name == "List v1") }
        }
        #expect(source.asked.count == 1)
        let metrics = cached.metrics
        #expect(metrics.answers[.miss] == 1 && metrics.callsUnderWay == 0)
        #expect((metrics.answers[.coalesced] ?? 0) + (metrics.answers[.fresh] ?? 0) == 999)
    }

    @Test("a failure reaches all who waited for the call, and the next asker makes a new one")
    func sharedFailure() async throws {
        let cached = CachedSource(source)
        let gate = Gate()
        source.hold(at: gate)
        source.fail(with: .broken("b"))
        let tasks = (0..<10).map { _ in Task { try await cached.hero(7) } }
        await source.firstQuestion.wait()
        gate.open()
        for task in tasks { await #expect(throws: HeroError.broken("b")) { try await task.value } }
        source.fail(with: nil)
        #expect(try await cached.hero(7).value.name == "Hero v1")
    }

    @Test("an asker that is cancelled does not take the call from the others")
    func cancelledAsker() async throws {
        let cached = CachedSource(source)
        let gate = Gate()
        source.hold(at: gate)
        let first = Task { try await cached.hero(7) }
        await source.firstQuestion.wait()
        let second = Task { try await cached.hero(7) }
        first.cancel()
        gate.open()
        #expect(try await second.value.value.name == "Hero v1")
        #expect(!source.wasCancelled)
        #expect(source.asked.count == 1)
    }
}
