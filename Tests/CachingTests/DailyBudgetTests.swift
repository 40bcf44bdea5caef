import FoundationEssentials
import Heroes
import Support
import Testing

@testable import Caching

@Suite struct DailyBudgetTests {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let source = ScriptedSource()

    init() throws { folder = try TemporaryFolder() }

    private var database: CacheDatabase { CacheDatabase(path: "\(folder.path)/cache.sqlite") }

    private func budget(_ limit: Int?, reserve: Int? = nil, database: CacheDatabase? = nil) -> DailyBudget {
        DailyBudget(
            limit: limit, reserve: reserve, counter: LocalCallCounter(database, now: { [clock] in clock.now }),
            now: { [clock] in clock.now })
    }

    private func cached(_ budget: DailyBudget) -> CachedSource {
        CachedSource(source, budget: budget, now: { [clock] in clock.now })
    }

    @Test("when the day's calls are spent, requests that are not cached are over budget until the day ends (UTC)")
    func spent() async throws {
        let cached = cached(budget(4))
        for id in 1...3 { _ = try await cached.hero(id) }
        // The clock is at 22:13:20 UTC.
        await #expect(throws: HeroError.overBudget(retryAfter: 6400)) { try await cached.hero(4) }
        #expect(try await cached.hero(1).value.name == "Hero v1")
        #expect(cached.metrics.budget.left == 1)
        clock.advance(by: 6400)
        #expect(cached.metrics.budget.left == 4)
        #expect(try await cached.hero(4).value.name == "Hero v1")
        #expect(source.requests.count == 4)
    }

    @Test("the last calls are reserved for waiting visitors, not for revalidations and retries")
    func reserve() async throws {
        let budget = budget(5, reserve: 2)
        let cached = cached(budget)
        for id in 1...2 { _ = try await cached.hero(id) }
        #expect(await budget.consumeRetry())
        #expect(await !budget.consumeRetry())
        clock.advance(by: 24 * 60 * 60 - 22 * 60 * 60)
        for id in 3...5 { _ = try await cached.hero(id) }
        #expect(cached.metrics.budget.left == 2)
        clock.advance(by: 22 * 60 * 60)
        for id in 1...2 { _ = try await cached.hero(id) }
        await cached.waitUntilIdle()
        #expect(source.requests.count == 5)
        #expect(cached.metrics.retries == 1)
        _ = try await cached.hero(6)
        await #expect(throws: HeroError.self) { try await cached.hero(7) }
    }

    @Test(
        "the last fifth of the calls is reserved for lists and heroes' pages, and the last of those for the front page")
    func order() async throws {
        source.setHeroCount(1000)
        let cached = cached(budget(10))
        for number in 1...8 { _ = try await cached.heroes(HeroQuery(nameStartsWith: "a\(number)")) }
        let quotaExceeded = HeroError.quotaExceeded(.day, retryAfter: 6400)
        await #expect(throws: quotaExceeded) { try await cached.heroes(HeroQuery(nameStartsWith: "b")) }
        await #expect(throws: quotaExceeded) { try await cached.for(.lookup).hero(1) }
        _ = try await cached.for(.lookup).heroes(HeroQuery(nameStartsWith: "a1"))
        _ = try await cached.works(.comics, of: .hero(7), PageRange())
        await #expect(throws: HeroError.overBudget(retryAfter: 6400)) {
            try await cached.heroes(HeroQuery(range: .page(2)))
        }
        #expect(try await cached.heroes(HeroQuery(range: .page(1))).total == 1000)
        #expect(cached.metrics.budget.left == 0)
    }

    @Test("the count continues after a restart")
    func restart() async throws {
        for left in [2, 1, 0] {
            let database = database
            let budget = budget(3, database: database)
            let cached = cached(budget)
            await cached.warmUp()
            #expect(await budget.consume(reserving: 0) == .counted(3 - left))
            #expect(cached.metrics.budget.left == left && cached.metrics.budget.spent == 3 - left)
            await database.flush()
        }
        let budget = budget(3, database: database)
        await budget.warmUp()
        #expect(await budget.consume(reserving: 0) == .exhausted(retryAfter: 6400))
        clock.advance(by: 6400)
        #expect(await budget.consume(reserving: 0) == .counted(1))
    }

    @Test("without a limit calls are unlimited")
    func unlimited() async throws {
        let budget = budget(nil)
        for _ in 1...5000 { _ = await budget.consume(reserving: 0) }
        #expect(await budget.consume(reserving: 0) == .counted(5001))
        #expect(budget.metrics.left == nil)
    }
}
