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

    private var file: String { "\(folder.path)/calls" }

    private func budget(_ limit: Int?, reserve: Int? = nil, file: String? = nil) -> DailyBudget {
        DailyBudget(limit: limit, reserve: reserve, file: file, now: { [clock] in clock.now })
    }

    private func cached(_ budget: DailyBudget) -> CachedSource {
        CachedSource(source, budget: budget, now: { [clock] in clock.now })
    }

    @Test("when the day's calls are spent, what is not remembered is over budget until the day ends (UTC)")
    func spent() async throws {
        let cached = cached(budget(4))
        for id in 1...3 { _ = try await cached.hero(id) }
        // The clock stands at 22:13:20 UTC.
        await #expect(throws: HeroError.overBudget(retryAfter: 6400)) { try await cached.hero(4) }
        #expect(try await cached.hero(1).value.name == "Hero v1")
        #expect(cached.figures.budget.left == 1)
        clock.advance(by: 6400)
        #expect(cached.figures.budget.left == 4)
        #expect(try await cached.hero(4).value.name == "Hero v1")
        #expect(source.asked.count == 4)
    }

    @Test("the last calls are kept for visitors who wait: no renewal and no second try takes them")
    func reserve() async throws {
        let budget = budget(5, reserve: 2)
        let cached = cached(budget)
        for id in 1...2 { _ = try await cached.hero(id) }
        #expect(await budget.takeRetry())
        #expect(await !budget.takeRetry())
        clock.advance(by: 24 * 60 * 60 - 22 * 60 * 60)
        for id in 3...5 { _ = try await cached.hero(id) }
        #expect(cached.figures.budget.left == 2)
        clock.advance(by: 22 * 60 * 60)
        for id in 1...2 { _ = try await cached.hero(id) }
        await cached.settle()
        #expect(source.asked.count == 5)
        #expect(cached.figures.retries == 1)
        _ = try await cached.hero(6)
        await #expect(throws: HeroError.self) { try await cached.hero(7) }
    }

    @Test("the last fifth of the calls is for lists and heroes' pages, and the last of those for the front page")
    func order() async throws {
        source.tell(of: 1000)
        let cached = cached(budget(10))
        for number in 1...8 { _ = try await cached.heroes(HeroQuery(nameStartsWith: "a\(number)")) }
        let rationed = HeroError.rationed(.day, retryAfter: 6400)
        await #expect(throws: rationed) { try await cached.heroes(HeroQuery(nameStartsWith: "b")) }
        await #expect(throws: rationed) { try await cached.serving(.lookup).hero(1) }
        _ = try await cached.serving(.lookup).heroes(HeroQuery(nameStartsWith: "a1"))
        _ = try await cached.works(.comics, of: 7, Window())
        await #expect(throws: HeroError.overBudget(retryAfter: 6400)) {
            try await cached.heroes(HeroQuery(window: .page(2)))
        }
        #expect(try await cached.heroes(HeroQuery(window: .page(1))).total == 1000)
        #expect(cached.figures.budget.left == 0)
    }

    @Test("the count goes on over restarts")
    func restart() async throws {
        for left in [2, 1, 0] {
            let budget = budget(3, file: file)
            #expect(await budget.take(keeping: 0) == nil)
            #expect(budget.figures.left == left)
        }
        #expect(await budget(3, file: file).take(keeping: 0) == 6400)
        clock.advance(by: 6400)
        #expect(await budget(3, file: file).take(keeping: 0) == nil)
    }

    @Test("processes that share the file share the budget, to the last call")
    func sharing() async throws {
        let budgets = (0..<4).map { _ in budget(100, file: file) }
        let granted = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<400 { group.addTask { await budgets[number % 4].take(keeping: 0) == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(granted == 100)
    }

    @Test(
        "a file that holds no count counts as none, and is mended",
        arguments: [
            "", "\n", "x", "19675", "19675 x", "19675 -5", "a b", String(repeating: "9", count: 200), "\0\0\0 \u{FF}",
        ])
    func damaged(text: String) async throws {
        try Data(text.utf8).write(to: URL(filePath: file))
        let budget = budget(3, file: file)
        #expect(await budget.take(keeping: 0) == nil)
        #expect(budget.figures.left == 2)
        let data = try Data(contentsOf: URL(filePath: file))
        #expect(String(decoding: data, as: UTF8.self) == "19675 1\n")
    }

    @Test("a file that cannot be used is told of, and the process counts on its own")
    func unusable() async throws {
        let events = Recorder<CacheEvent>()
        let budget = DailyBudget(limit: 2, file: "\(folder.path)/nowhere/calls", now: { [clock] in clock.now }) {
            events.add($0)
        }
        for _ in 1...2 { #expect(await budget.take(keeping: 0) == nil) }
        #expect(await budget.take(keeping: 0) == 6400)
        #expect(events.all.count == 3)
    }

    @Test("without a limit any number of calls is made")
    func unlimited() async throws {
        let budget = budget(nil)
        for _ in 1...5000 { _ = await budget.take(keeping: 0) }
        #expect(await budget.take(keeping: 0) == nil)
        #expect(budget.figures.left == nil)
    }
}
