import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The calls that may be made in a day (UTC); the count is kept in the cache's file over restarts.
package final class DailyBudget: Sendable {
    /// Nil without a limit.
    private let limit: Int?
    /// The number of last calls that are only for lists and heroes' pages that visitors wait for.
    private let reserve: Int
    /// The part of the reserve that is only for the front page.
    private let frontReserve: Int
    /// The part of the day's calls that the visitors of one network may cause.
    private let shares: RateLimit?
    private let database: CacheDatabase?
    private let now: @Sendable () -> Date
    private let state = Mutex((day: 0, used: 0))
    private let retried = Atomic<Int>(0)

    /// Without a file the count begins with the process.
    package init(
        limit: Int?, reserve: Int? = nil, database: CacheDatabase? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limit = limit
        frontReserve = limit.map { max(1, $0 / 50) } ?? 0
        self.reserve = max(frontReserve, reserve ?? (limit ?? 0) / 5)
        shares = limit.map { RateLimit.share(of: $0) }
        self.database = database
        self.now = now
    }

    /// Counts one more call. Returns why it may not be made if the day or the requester's network has none left for it.
    func take(for request: CacheRequest) -> HeroError? {
        let (share, kept, error) = terms(of: request)
        let network = request.requester.network
        if let network, let seconds = shares?.take(network, upTo: share, at: now()) {
            return request.requester.isRevalidation ? .notCached : .quotaExceeded(.network, retryAfter: seconds)
        }
        guard let seconds = take(keeping: kept) else { return nil }
        if let network { shares?.giveBack(network, at: now()) }
        return error(seconds)
    }

    /// Returns the part of a network's share that the call may use, the number of calls of the day that it has to leave,
    /// and the error if there are no more.
    ///
    /// A revalidation can wait, since the old answer was served. The front page costs one call a day, which is reserved.
    private func terms(of request: CacheRequest) -> (share: Double, kept: Int, error: (Int) -> HeroError) {
        if request.requester.isRevalidation { return (0.5, reserve, { _ in .notCached }) }
        if request.key == .frontPage { return (2, 0, { .overBudget(retryAfter: $0) }) }
        if request.isSecondary { return (1, reserve, { .quotaExceeded(.day, retryAfter: $0) }) }
        return (1, frontReserve, { .overBudget(retryAfter: $0) })
    }

    /// Counts one more call for a question that failed, if there are calls to spare.
    package func takeRetry() -> Bool {
        guard take(keeping: reserve) == nil else { return false }
        retried.add(1, ordering: .relaxed)
        return true
    }

    var metrics: CacheMetrics.Budget {
        let today = today
        let spent = state.withLock { $0.day == today ? $0.used : 0 }
        return CacheMetrics.Budget(
            spent: spent, left: limit.map { max(0, $0 - spent) }, reserve: reserve, frontReserve: frontReserve)
    }

    var retries: Int { retried.load(ordering: .relaxed) }

    /// Adds the calls that earlier processes made today.
    func warmUp() async {
        let day = today
        guard let earlier = await database?.calls(on: day) else { return }
        state.withLock { state in state = (day, earlier + (state.day == day ? state.used : 0)) }
    }

    private static let dayLength = 24 * 60 * 60
    private var today: Int { Int(now().timeIntervalSince1970.rounded(.down)) / Self.dayLength }

    /// Counts one more call. Returns the seconds until the next day if no more than `kept` calls are left.
    func take(keeping kept: Int) -> Int? {
        let day = today
        let isGranted = state.withLock { state in
            if state.day != day { state = (day, 0) }
            guard state.used < (limit ?? .max) - kept else { return false }
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
    /// Returns the limit for one network out of a day's calls: a twentieth at once, and four fifths in a day.
    static func share(of limit: Int) -> RateLimit {
        RateLimit(burst: Double(max(30, limit / 20)), perSecond: Double(limit) * 0.75 / 86_400, remembered: 8192)
    }
}
