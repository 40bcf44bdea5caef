import Basics
import FoundationEssentials
import Heroes
import Support
import Testing

@testable import Caching

@Suite("A network's share of the day's calls") struct NetworkShareTests {
    let source = ScriptedSource()
    let clock = ManualClock()
    private let hostile: [UInt8] = [1], other: [UInt8] = [2]

    private func cached(_ limit: Int?) -> CachedSource {
        CachedSource(
            source, budget: DailyBudget(limit: limit, now: { [clock] in clock.now }), now: { [clock] in clock.now })
    }

    /// Requests uncached heroes until one is rejected; returns the number of successful requests.
    private func exhaust(_ cached: CachedSource, from network: [UInt8], first: Int = 1000) async -> Int {
        let source = cached.for(.interactive, from: network)
        var count = 0
        // The error ends the loop.
        while (try? await source.hero(first + count)) != nil { count += 1 }
        return count
    }

    @Test("a network can make a twentieth of the day's calls at once; others, and cached responses, are not affected")
    func share() async throws {
        let cached = cached(3000)
        #expect(await exhaust(cached, from: hostile) == 150)
        let limited = cached.for(.interactive, from: hostile)
        await #expect(throws: HeroError.quotaExceeded(.network, retryAfter: 39)) { try await limited.hero(1) }
        #expect(try await limited.hero(1000).value.name == "Hero v1")
        #expect(try await cached.for(.interactive, from: other).hero(1).value.name == "Hero v1")
        #expect(try await cached.hero(2).value.name == "Hero v1", "the program's own requests have no network")
        clock.advance(by: 39)
        #expect(try await limited.hero(3).value.name == "Hero v1")
    }

    @Test("a visitor can open 18 new heroes of five calls per hour")
    func ordinary() async throws {
        let limited = cached(3000).for(.interactive, from: other)
        for hour in 0..<5 {
            for id in 0..<18 {
                for call in 0..<5 { _ = try await limited.hero(hour * 1000 + id * 10 + call) }
                clock.advance(by: 200)
            }
        }
    }

    @Test("in a day a network can make at most four fifths of the calls")
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

    @Test("the front page is served to a network without a share, at little cost while it fails")
    func frontPage() async throws {
        let cached = cached(3000)
        let spent = await exhaust(cached, from: hostile)
        let limited = cached.for(.interactive, from: hostile)
        source.fail(with: .invalidResponse(status: 500, "500"))
        for _ in 1...1000 { await #expect(throws: HeroError.self) { try await limited.heroes(HeroQuery()) } }
        #expect(source.requests.count <= 2 * spent)
        source.fail(with: nil)
        _ = try await cached.for(.interactive, from: other).heroes(HeroQuery())
        #expect(try await limited.heroes(HeroQuery()).items.count == 1)
    }

    @Test("a request that waits for the call of a network without a share is served")
    func joined() async throws {
        let cached = cached(3000)
        _ = await exhaust(cached, from: hostile)
        for id in 1...50 {
            async let rejected = cached.for(.interactive, from: hostile).hero(id)
            async let served = cached.for(.interactive, from: other).hero(id)
            #expect(try await served.value.id == id)
            // Rejected, unless it came second.
            _ = try? await rejected
        }
    }

    @Test("revalidations use at most half of a network's share; stale responses are served in any case")
    func revalidations() async throws {
        let cached = cached(3000)
        for id in 1...100 { _ = try await cached.hero(id) }
        clock.advance(by: 25 * 60 * 60)
        let limited = cached.for(.interactive, from: hostile)
        for id in 1...100 { #expect(try await limited.hero(id).value.name == "Hero v1") }
        await cached.waitUntilIdle()
        #expect(source.requests.count == 175)
        #expect(await exhaust(cached, from: hostile) == 75)
    }

    @Test("setting the clock back neither refills nor removes a share")
    func clockSetBack() {
        let shares = RateLimit.share(of: 600)
        for _ in 1...30 { #expect(shares.consume([1], at: clock.now) == nil) }
        #expect(shares.consume([1], at: clock.now - 86_400) != nil)
        #expect(shares.consume([1], at: clock.now + 86_400) == nil)
    }
}
