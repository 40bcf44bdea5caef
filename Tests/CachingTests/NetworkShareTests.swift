import Basics
import FoundationEssentials
import Heroes
import Support
import Testing

@testable import Caching

@Suite("The share of a network in the day's calls") struct NetworkShareTests {
    let source = ScriptedSource()
    let clock = ManualClock()
    private let hostile: [UInt8] = [1], other: [UInt8] = [2]

    private func cached(_ limit: Int?) -> CachedSource {
        CachedSource(
            source, budget: DailyBudget(limit: limit, now: { [clock] in clock.now }), now: { [clock] in clock.now })
    }

    /// Asks for heroes nobody asked for until one is refused, and returns how many were not.
    private func exhaust(_ cached: CachedSource, from network: [UInt8], first: Int = 1000) async -> Int {
        let asking = cached.for(.interactive, from: network)
        var count = 0
        // A refusal is what is waited for.
        while (try? await asking.hero(first + count)) != nil { count += 1 }
        return count
    }

    @Test("a network causes a twentieth of the day's calls at once; others, and what is remembered, are not affected")
    func share() async throws {
        let cached = cached(3000)
        #expect(await exhaust(cached, from: hostile) == 150)
        let asking = cached.for(.interactive, from: hostile)
        await #expect(throws: HeroError.quotaExceeded(.network, retryAfter: 39)) { try await asking.hero(1) }
        #expect(try await asking.hero(1000).value.name == "Hero v1")
        #expect(try await cached.for(.interactive, from: other).hero(1).value.name == "Hero v1")
        #expect(try await cached.hero(2).value.name == "Hero v1", "the program's own questions belong to no network")
        clock.advance(by: 39)
        #expect(try await asking.hero(3).value.name == "Hero v1")
    }

    @Test("a visitor who opens twenty new heroes of five calls in an hour is served, hour after hour")
    func ordinary() async throws {
        let asking = cached(3000).for(.interactive, from: other)
        for hour in 0..<5 {
            for id in 0..<18 {
                for call in 0..<5 { _ = try await asking.hero(hour * 1000 + id * 10 + call) }
                clock.advance(by: 200)
            }
        }
    }

    @Test("in a whole day a network causes four fifths of the calls at most")
    func day() async throws {
        clock.advance(by: 6400)
        let cached = cached(3000)
        var count = 0
        for hour in 0..<24 {
            count += await exhaust(cached, from: hostile, first: 1000 * (hour + 1))
            clock.advance(by: 3599)
        }
        #expect((2000...2400).contains(count))
    }

    @Test("the front page is answered to a network without a share, and costs the day's calls little while it fails")
    func frontPage() async throws {
        let cached = cached(3000)
        let spent = await exhaust(cached, from: hostile)
        let asking = cached.for(.interactive, from: hostile)
        source.fail(with: .unusable(status: 500, "500"))
        for _ in 1...1000 { await #expect(throws: HeroError.self) { try await asking.heroes(HeroQuery()) } }
        #expect(source.asked.count <= 2 * spent)
        source.fail(with: nil)
        _ = try await cached.for(.interactive, from: other).heroes(HeroQuery())
        #expect(try await asking.heroes(HeroQuery()).items.count == 1)
    }

    @Test("one that waits for a call of a network without a share is answered all the same")
    func joined() async throws {
        let cached = cached(3000)
        _ = await exhaust(cached, from: hostile)
        for id in 1...50 {
            async let refused = cached.for(.interactive, from: hostile).hero(id)
            async let answered = cached.for(.interactive, from: other).hero(id)
            #expect(try await answered.value.id == id)
            // Refused, unless it came second.
            _ = try? await refused
        }
    }

    @Test("renewals that a network causes take half of its share at most; the old answers are given all the same")
    func renewals() async throws {
        let cached = cached(3000)
        for id in 1...100 { _ = try await cached.hero(id) }
        clock.advance(by: 25 * 60 * 60)
        let asking = cached.for(.interactive, from: hostile)
        for id in 1...100 { #expect(try await asking.hero(id).value.name == "Hero v1") }
        await cached.settle()
        #expect(source.asked.count == 175)
        #expect(await exhaust(cached, from: hostile) == 75)
    }

    @Test("a clock that is set back gives no share twice and takes none away")
    func clockSetBack() {
        let shares = RateLimit.share(of: 600)
        for _ in 1...30 { #expect(shares.take([1], at: clock.now) == nil) }
        #expect(shares.take([1], at: clock.now - 86_400) != nil)
        #expect(shares.take([1], at: clock.now + 86_400) == nil)
    }
}
