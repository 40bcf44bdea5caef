import Basics
import FoundationEssentials
import Heroes

/// The limit of new visitors in the memory of this process.
struct LocalNewVisitorLimit: NewVisitorLimit {
    private let limit: RateLimit
    private let now: @Sendable () -> Date

    init(perHour limit: Int, now: @escaping @Sendable () -> Date) {
        (self.limit, self.now) = (RateLimit(perHour: limit), now)
    }

    func consume(_ network: [UInt8]) async throws(FavouritesError) -> Int? { limit.consume(network, at: now()) }

    func refund(_ network: [UInt8]) async { limit.refund(network, at: now()) }
}
