import Basics
import FoundationEssentials
import Testing

@Suite struct RateLimitTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a client gets its burst at once, then as much as the rate allows, and others are not affected")
    func burst() {
        let limit = RateLimit(burst: 3, perSecond: 0.5)
        for _ in 1...3 { #expect(limit.take([1], at: now) == nil) }
        #expect(limit.take([1], at: now) == 2)
        #expect(limit.take([2], at: now) == nil)
        #expect(limit.take([1], at: now + 2) == nil)
        #expect(limit.take([1], at: now + 2) == 2)
    }

    @Test("what is given back can be taken again, and a larger share has more room")
    func givenBack() {
        let limit = RateLimit(burst: 1, perSecond: 0.001)
        #expect(limit.take([1], at: now) == nil)
        limit.giveBack([1], at: now)
        #expect(limit.take([1], at: now) == nil)
        #expect(limit.take([1], at: now) == 1000)
        #expect(limit.take([1], upTo: 2, at: now) == nil)
    }

    @Test("only the clients seen last are remembered")
    func bound() {
        let limit = RateLimit(burst: 1, perSecond: 0.001, remembered: 10)
        for client in 0..<100 { _ = limit.take([UInt8(client)], at: now) }
        #expect(limit.count == 10)
        #expect(limit.take([99], at: now) != nil && limit.take([0], at: now) == nil)
    }
}
