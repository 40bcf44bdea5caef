import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The budget of calls per day (UTC); the number of calls is stored in the cache's file.
package final class DailyBudget: Sendable {
    /// The calls per day; nil without a limit.
    private let limit: Int?
    /// The number of last calls reserved for lists and heroes' pages that visitors wait for.
    private let reserve: Int
    /// The part of the reserve for the front page.
    private let frontPageReserve: Int
    /// The limit on calls per client network.
    private let shares: RateLimit?
    private let database: CacheDatabase?
    private let now: @Sendable () -> Date
    private let state = Mutex((day: 0, used: 0))
    private let retried = Atomic<Int>(0)

    /// Creates a budget. Without a database, the count starts with the process.
    package init(
        limit: Int?, reserve: Int? = nil, database: CacheDatabase? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limit = limit
        frontPageReserve = limit.map { max(1, $0 / 50) } ?? 0
        self.reserve = max(frontPageReserve, reserve ?? (limit ?? 0) / 5)
        shares = limit.map { RateLimit.share(of: $0) }
        self.database = database
        self.now = now
    }

    /// Counts a call; returns an error, without counting it, if the day or the client's network has no calls left.
    func consume(for request: CacheRequest) -> HeroError? {
        let (share, reserved, error) = allowance(for: request)
        let network = request.requester.network
        if let network, let seconds = shares?.consume(network, upTo: share, at: now()) {
            return request.requester.isRevalidation ? .notCached : .quotaExceeded(.network, retryAfter: seconds)
        }
        guard let seconds = consume(reserving: reserved) else { return nil }
        if let network { shares?.refund(network, at: now()) }
        return error(seconds)
    }

    /// Returns the part of a network's share that the request may use, the number of the day's calls reserved for
    /// others, and the error if there are no more.
    ///
    /// A revalidation can wait, because the stale response was served. The front page costs one call a day, which is
    /// reserved.
    private func allowance(for request: CacheRequest) -> (share: Double, reserved: Int, error: (Int) -> HeroError) {
        if request.requester.isRevalidation { return (0.5, reserve, { _ in .notCached }) }
        if request.key == .frontPage { return (2, 0, { .overBudget(retryAfter: $0) }) }
        if request.isSecondary { return (1, reserve, { .quotaExceeded(.day, retryAfter: $0) }) }
        return (1, frontPageReserve, { .overBudget(retryAfter: $0) })
    }

    /// Counts a retry of a failed call; returns false if only reserved calls are left.
    package func consumeRetry() -> Bool {
        guard consume(reserving: reserve) == nil else { return false }
        retried.add(1, ordering: .relaxed)
        return true
    }

    var metrics: CacheMetrics.Budget {
        let today = today
        let spent = state.withLock { $0.day == today ? $0.used : 0 }
        return CacheMetrics.Budget(
            spent: spent, left: limit.map { max(0, $0 - spent) }, reserve: reserve, frontPageReserve: frontPageReserve)
    }

    var retries: Int { retried.load(ordering: .relaxed) }

    /// Adds today's calls of earlier processes.
    func warmUp() async {
        let day = today
        guard let earlier = await database?.calls(on: day) else { return }
        state.withLock { state in state = (day, earlier + (state.day == day ? state.used : 0)) }
    }

    private static let dayLength = 24 * 60 * 60
    private var today: Int { Int(now().timeIntervalSince1970.rounded(.down)) / Self.dayLength }

    /// Counts a call; returns the seconds until the next day, without counting it, if only the reserved calls are left.
    func consume(reserving reserved: Int) -> Int? {
        let day = today
        let isGranted = state.withLock { state in
            if state.day != day { state = (day, 0) }
            guard state.used < (limit ?? .max) - reserved else { return false }
            state.used += 1
            return true
        }
        if isGranted {
            database?.countCall(on: day)
            return nil
        }
        return max(1, Int((Double((day + 1) * Self.dayLength) - now().timeIntervalSince1970).rounded(.up)))
    }
}

extension RateLimit {
    /// Returns the limit per network: a burst of a twentieth of the day's calls, and four fifths in a day.
    static func share(of limit: Int) -> RateLimit {
        RateLimit(burst: Double(max(30, limit / 20)), perSecond: Double(limit) * 0.75 / 86_400, maxClients: 8192)
    }
}
