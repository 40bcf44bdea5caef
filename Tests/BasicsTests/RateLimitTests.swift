import Basics
import FoundationEssentials
import Testing

@Suite struct RateLimitTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a client gets its burst at once, then the rate, without effect on others")
    func burst() {
        let limit = RateLimit(burst: 3, perSecond: 0.5)
        for _ in 1...3 { #expect(limit.consume([1], at: now) == nil) }
        #expect(limit.consume([1], at: now) == 2)
        #expect(limit.consume([2], at: now) == nil)
        #expect(limit.consume([1], at: now + 2) == nil)
        #expect(limit.consume([1], at: now + 2) == 2)
    }

    @Test("a refund can be consumed again, and an amount counts as so many")
    func refund() {
        let limit = RateLimit(burst: 1, perSecond: 0.001)
        #expect(limit.consume([1], at: now) == nil)
        limit.refund([1], at: now)
        #expect(limit.consume([1], at: now) == nil)
        #expect(limit.consume([1], at: now) == 1000)
        let large = RateLimit(burst: 10, perSecond: 1)
        #expect(large.consume([1], amount: 11, at: now) == 1)
        #expect(large.consume([1], amount: 7, at: now) == nil)
        #expect(large.consume([1], amount: 7, at: now) == 4)
    }

    @Test("only the most recent clients are stored")
    func maxClients() {
        let limit = RateLimit(burst: 1, perSecond: 0.001, maxClients: 10)
        for client in 0..<100 { _ = limit.consume([UInt8(client)], at: now) }
        #expect(limit.consume([90], at: now) != nil)
        #expect(limit.consume([89], at: now) == nil)
    }
}
