import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The budget of calls per day (UTC).
package final class DailyBudget: Sendable {
    /// The calls per day; nil without a limit.
    private let limit: Int?
    /// The number of last calls reserved for lists and heroes' pages that visitors wait for.
    private let reserve: Int
    /// The part of the reserve for the front page.
    private let frontPageReserve: Int
    /// The limit on calls per client network.
    private let shares: RateLimit?
    private let counter: any CallCounter
    private let now: @Sendable () -> Date
    /// The number of today's calls when they were last counted.
    private let count: Mutex<(day: Int, used: Int)>
    private let retried = Atomic<Int>(0)

    /// The name of all calls for the counter.
    private static let resource = ""

    /// Creates a budget. By default, the count starts with the process.
    package init(
        limit: Int?, reserve: Int? = nil, counter: (any CallCounter)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limit = limit
        frontPageReserve = limit.map { max(1, $0 / 50) } ?? 0
        self.reserve = max(frontPageReserve, reserve ?? (limit ?? 0) / 5)
        shares = limit.map { RateLimit.share(of: $0) }
        self.counter = counter ?? LocalCallCounter(now: now)
        self.now = now
        count = Mutex((now().day, 0))
    }

    /// The reason why a call is not made.
    enum Refusal {
        /// The day or the client's network has no calls left for the request.
        case spent(HeroError)
        /// The source has asked another machine for a pause.
        case paused(HeroError)
    }

    /// Counts a call, unless it is refused.
    func consume(for request: CacheRequest) async -> Refusal? {
        let (share, reserved, error) = allowance(for: request)
        let network = request.requester.network
        if let network, let seconds = shares?.consume(network, upTo: share, at: now()) {
            return .spent(
                request.requester.isRevalidation ? .notCached : .quotaExceeded(.network, retryAfter: seconds))
        }
        let count = await consume(reserving: reserved)
        if case .counted = count { return nil }
        if let network { shares?.refund(network, at: now()) }
        switch count {
        case .counted: return nil
        case .exhausted(let seconds): return .spent(error(seconds))
        case .paused(let seconds, let reason?): return .paused(.unavailable(reason, retryAfter: seconds))
        case .paused(let seconds, nil): return .paused(.overBudget(retryAfter: seconds))
        }
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
    package func consumeRetry() async -> Bool {
        guard case .counted = await consume(reserving: reserve) else { return false }
        retried.add(1, ordering: .relaxed)
        return true
    }

    var metrics: CacheMetrics.Budget {
        let today = now().day
        let spent = count.withLock { $0.day == today ? $0.used : 0 }
        return CacheMetrics.Budget(
            spent: spent, left: limit.map { max(0, $0 - spent) }, reserve: reserve, frontPageReserve: frontPageReserve)
    }

    var retries: Int { retried.load(ordering: .relaxed) }

    /// Loads the number of today's calls of earlier processes and of other machines.
    func warmUp() async { set(await counter.used(Self.resource)) }

    /// Reports a pause that the source has asked for to the other machines.
    func pause(_ seconds: Int, reason: String?) async {
        await counter.pause(Self.resource, seconds: seconds, reason: reason)
    }

    /// Counts a call, unless only the reserved calls are left.
    func consume(reserving reserved: Int) async -> CallCount {
        let count = await counter.count(Self.resource, upTo: (limit ?? .max) - reserved)
        if case .counted(let used) = count { set(used) }
        return count
    }

    private func set(_ used: Int) {
        let today = now().day
        count.withLock { $0 = (today, $0.day == today ? max($0.used, used) : used) }
    }
}

extension RateLimit {
    /// Returns the limit per network: a burst of a twentieth of the day's calls, and four fifths in a day.
    static func share(of limit: Int) -> RateLimit {
        RateLimit(burst: Double(max(30, limit / 20)), perSecond: Double(limit) * 0.75 / 86_400, maxClients: 8192)
    }
}
