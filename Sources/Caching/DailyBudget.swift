import Basics
import Dispatch
import FoundationEssentials
import Heroes
import Synchronization

/// The calls that may be made in a day (UTC), counted over restarts and by all processes that share the file.
package final class DailyBudget: Sendable {
    /// Nil where there is no limit.
    private let limit: Int?
    /// The number of last calls that only lists and heroes' pages get, when visitors wait for them.
    private let reserve: Int
    /// The number of these that only the front page gets.
    private let frontReserve: Int
    /// The part of the day's calls that the visitors of one network may cause.
    private let shares: RateLimit?
    private let tally: Tally?
    private let now: @Sendable () -> Date
    private let state = Mutex((day: 0, used: 0))
    private let retried = Atomic<Int>(0)
    /// Files are read and written here, away from the threads on which Swift's tasks run.
    private let queue = DispatchQueue(label: "heroes.budget")

    /// Without a file the count begins with the process.
    package init(
        limit: Int?, reserve: Int? = nil, file: String? = nil, now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        self.limit = limit
        frontReserve = limit.map { max(1, $0 / 50) } ?? 0
        self.reserve = max(frontReserve, reserve ?? (limit ?? 0) / 5)
        shares = limit.map { RateLimit.share(of: $0) }
        self.now = now
        tally = file.map { Tally(path: $0, report: report) }
    }

    /// Counts one more call. Returns why it may not be made if the day or the asker's network has none left for it.
    func take(for question: Question, _ cause: Cause, by asker: Asker) async -> HeroError? {
        let (share, kept, error) = terms(of: question, cause, asker)
        if let network = asker.network, let seconds = shares?.take(network, upTo: share, at: now()) {
            return cause == .visit ? .rationed(.network, retryAfter: seconds) : .unasked
        }
        guard let seconds = await take(keeping: kept) else { return nil }
        if let network = asker.network { shares?.giveBack(network, at: now()) }
        return error(seconds)
    }

    /// Returns how much of a network's share the call may use, how many calls of the day it has to leave, and what it
    /// means that there are no more.
    ///
    /// A renewal can wait, since the old answer was given. The front page costs one call a day, which nothing else takes.
    private func terms(
        of question: Question, _ cause: Cause, _ asker: Asker
    ) -> (share: Double, kept: Int, error: (Int) -> HeroError) {
        if cause == .renewal { return (0.5, reserve, { _ in .unasked }) }
        if question == .frontPage { return (2, 0, { .overBudget(retryAfter: $0) }) }
        if asker.isSecondary(question) { return (1, reserve, { .rationed(.day, retryAfter: $0) }) }
        return (1, frontReserve, { .overBudget(retryAfter: $0) })
    }

    /// Counts one more call for a question that failed, if there are calls to spare.
    package func takeRetry() async -> Bool {
        guard await take(keeping: reserve) == nil else { return false }
        retried.add(1, ordering: .relaxed)
        return true
    }

    /// As far as this process knows.
    var figures: CacheFigures.Budget {
        let today = today
        let spent = state.withLock { $0.day == today ? $0.used : 0 }
        return CacheFigures.Budget(
            spent: spent, left: limit.map { max(0, $0 - spent) }, reserve: reserve, frontReserve: frontReserve)
    }

    /// Learns what was counted before this process began.
    func warmUp() async {
        guard let tally else { return }
        let day = today
        await withCheckedContinuation { continuation in
            queue.async {
                _ = tally.change { known in
                    self.state.withLock { state in
                        if let known, known.day == day {
                            state = (day, max(state.day == day ? state.used : 0, known.count))
                        }
                    }
                    return nil
                }
                continuation.resume()
            }
        }
    }

    var retries: Int { retried.load(ordering: .relaxed) }

    private static let dayLength = 24 * 60 * 60
    private var today: Int { Int(now().timeIntervalSince1970.rounded(.down)) / Self.dayLength }

    /// Counts one more call, unless so few are left; then the seconds until the next day begins.
    func take(keeping kept: Int) async -> Int? {
        let day = today
        guard let tally else { return count(on: day, before: nil, keeping: kept) ? nil : secondsLeft(of: day) }
        let isGranted = await withCheckedContinuation { continuation in
            queue.async {
                let isGranted = tally.change { known in
                    let before = known?.day == day ? known?.count : nil
                    guard self.count(on: day, before: before, keeping: kept) else { return nil }
                    return (day, self.state.withLock(\.used))
                }
                continuation.resume(returning: isGranted)
            }
        }
        return isGranted ? nil : secondsLeft(of: day)
    }

    /// Counts on from what this process or another one has counted.
    private func count(on day: Int, before: Int?, keeping kept: Int) -> Bool {
        state.withLock { state in
            let used = max(state.day == day ? state.used : 0, before ?? 0)
            state = (day, used)
            guard used < (limit ?? .max) - kept else { return false }
            state.used += 1
            return true
        }
    }

    private func secondsLeft(of day: Int) -> Int {
        max(1, Int((Double((day + 1) * Self.dayLength) - now().timeIntervalSince1970).rounded(.up)))
    }
}

extension RateLimit {
    /// Returns the limit for one network of calls of which so many may be made in a day: a twentieth at once, and in a day
    /// four fifths.
    static func share(of limit: Int, remembered: Int = 8192) -> RateLimit {
        RateLimit(burst: Double(max(30, limit / 20)), perSecond: Double(limit) * 0.75 / 86_400, remembered: remembered)
    }
}
