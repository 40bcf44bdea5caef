import Heroes
import Support
import Testing

@testable import Caching

@Suite struct FiguresTests {
    let source = ScriptedSource()
    let clock = ManualClock()

    private func cached(byteLimit: Int = 1 << 20, store: DiskStore? = nil, budget: DailyBudget? = nil) -> CachedSource {
        var policy = CachePolicy()
        policy.byteLimit = byteLimit
        return CachedSource(source, policy: policy, store: store, budget: budget, now: { [clock] in clock.now })
    }

    @Test("every question of a page is counted once, by how it was answered")
    func questions() async throws {
        let cached = cached()
        var expected = CacheFigures.Questions()
        _ = try await cached.hero(7)
        expected.missed = 1
        #expect(cached.figures.questions == expected)
        _ = try await cached.hero(7)
        expected.fresh = 1
        #expect(cached.figures.questions == expected)
        await #expect(throws: HeroError.unasked) { try await cached.serving(.prefetch).hero(8) }
        expected.unasked = 1
        #expect(cached.figures.questions == expected)
        source.fail(with: .notFound)
        for _ in 1...3 { await #expect(throws: HeroError.notFound) { try await cached.hero(9) } }
        (expected.missed, expected.absent) = (2, 2)
        #expect(cached.figures.questions == expected)
        clock.advance(by: 25 * 60 * 60)
        source.fail(with: .broken("b"))
        _ = try await cached.hero(7)
        expected.stale = 1
        #expect(cached.figures.questions == expected)
        await cached.settle()
        _ = try await cached.hero(7)
        expected.standingIn = 1
        #expect(cached.figures.questions == expected)
        #expect(cached.figures.renewals == CacheFigures.Renewals(failed: 1))
    }

    @Test("those who wait for somebody else's call are counted as such")
    func joined() async throws {
        let cached = cached()
        let gate = Gate()
        source.hold(at: gate)
        let first = Task { try await cached.hero(7) }
        await source.firstQuestion.wait()
        #expect(cached.figures.callsUnderWay == 1)
        let others = (1...9).map { _ in Task { try await cached.hero(7) } }
        while cached.figures.questions.joined < 9 { await Task.yield() }
        gate.open()
        for task in others + [first] { _ = try await task.value }
        #expect(cached.figures.questions == CacheFigures.Questions(missed: 1, joined: 9))
        #expect(cached.figures.callsUnderWay == 0)
    }

    @Test(
        "calls are counted by what they came to",
        arguments: [
            (nil, CallOutcome.answered), (.notFound, .missing), (.timedOut("t"), .timedOut), (.broken("b"), .broken),
            (.overBudget(retryAfter: nil), .refused), (.closed("c", retryAfter: 1), .closed), (.cancelled, .cancelled),
        ] as [(HeroError?, CallOutcome)])
    func outcomes(error: HeroError?, outcome: CallOutcome) async throws {
        let cached = cached()
        source.fail(with: error)
        // The source's answer is looked at elsewhere.
        _ = try? await cached.hero(7)
        #expect(cached.figures.calls.filter { $0.value > 0 } == [outcome: 1])
        #expect(Set(cached.figures.calls.keys) == Set(CallOutcome.allCases))
        #expect(cached.figures.callCount == 1)
    }

    @Test("a call that found nothing changed is counted as such")
    func unchanged() async throws {
        let cached = cached()
        _ = try await cached.hero(7)
        clock.advance(by: 25 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.settle()
        #expect(cached.figures.calls.filter { $0.value > 0 } == [.answered: 1, .unchanged: 1])
        #expect(cached.figures.renewals == CacheFigures.Renewals(succeeded: 1, confirmed: 1))
    }

    @Test("the breaker tells whether it is closed, open or finding out, and how often it has opened")
    func breaker() async throws {
        let cached = cached()
        source.fail(with: .broken("b"))
        // How they fail is looked at elsewhere.
        for id in 1...5 { _ = try? await cached.hero(id) }
        #expect(cached.figures.breaker == .open && cached.figures.outages == 1)
        let gate = Gate()
        source.hold(at: gate)
        let asked = source.asked.count
        let probe = Task { try await cached.hero(6) }
        while source.asked.count == asked { await Task.yield() }
        #expect(cached.figures.breaker == .probing)
        source.fail(with: nil)
        gate.open()
        _ = try await probe.value
        #expect(cached.figures.breaker == .closed && cached.figures.outages == 1)
    }

    @Test("bytes, entries and evictions are told of memory and of disk, and what was read from there")
    func space() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.path, byteLimit: 3 * 4096)
        let cached = cached(byteLimit: 1000, store: store)
        for id in 1...5 { _ = try await cached.hero(id) }
        await cached.settle()
        let figures = cached.figures
        #expect(figures.memory.entries > 0 && figures.memory.bytes <= 1000)
        #expect(figures.memory.entries + figures.memory.evictions == 5)
        #expect(figures.disk == CacheFigures.Space(bytes: 3 * 4096, entries: 3, evictions: 2))
        #expect(figures.known.entries == 5)
        let restarted = self.cached(store: store)
        _ = try await restarted.hero(5)
        #expect(restarted.figures.questions == CacheFigures.Questions(fresh: 1, fromDisk: 1))
        #expect(restarted.figures.callCount == 0)
    }

    @Test("what was spent today is known right after a restart")
    func budget() async throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/calls"
        let clock = clock
        let before = cached(budget: DailyBudget(limit: 10, file: file, now: { clock.now }))
        for id in 1...3 { _ = try await before.hero(id) }
        #expect(before.figures.budget.spent == 3 && before.figures.budget.left == 7)
        let after = cached(budget: DailyBudget(limit: 10, file: file, now: { clock.now }))
        await after.warmUp()
        #expect(after.figures.budget.spent == 3 && after.figures.budget.left == 7)
        #expect(cached().figures.budget == CacheFigures.Budget(spent: 0, left: nil))
    }
}
