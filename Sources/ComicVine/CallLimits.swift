import FoundationEssentials
import Heroes

/// The calls of the last hour and the pauses, by path.
struct CallHistory: Codable, Sendable {
    /// In order of time.
    var calls: [String: [Date]] = [:]
    var pauses: [String: CallLimits.Pause] = [:]
}

/// The limits of calls as a value: the last hour's calls by path, the bucket of tokens, the calls in flight and the
/// pauses.
struct CallLimits {
    /// A pause of a path, and its step on the way from 2 to 60 minutes.
    struct Pause: Codable, Sendable {
        var until: Date
        var step: Int
    }

    /// An obstacle to a call: the seconds until it may be removed, and the error for visitors that cannot wait.
    struct Obstacle {
        let seconds: Double
        let error: HeroError
    }

    /// The seconds for which a call counts.
    static let window = 3600.0
    /// The capacity of the bucket: with one more token a second at most five calls fall into any second.
    private static let burst = 4.0
    private static let maximumInFlight = 3
    /// The failures after which all calls pause.
    private static let failureThreshold = 3
    /// The longest pause of an outage, in seconds.
    private static let maximumOutagePause = 300
    /// The longest pause that the source may ask for, in seconds.
    private static let maximumRetryAfter = 24 * 60 * 60
    /// The minutes of a path's first, second … pause.
    private static let minutes = [2, 5, 10, 30, 60]

    let hourlyLimit: Int
    /// The calls and pauses that outlive a restart.
    var history = CallHistory()
    /// The calls of all machines in the last hour, and when they were counted.
    var shared: [String: (count: Int, date: Date)] = [:]
    private var tokens = Self.burst
    private var tokenDate: Date
    private var inFlight = 0
    /// False until a call has succeeded since the start or the last trouble.
    private var isProven = false
    /// The trouble of the last calls, and the end of its pause; it stays until a call succeeds.
    private var trouble: (kind: ComicVineTrouble, until: Date)?
    /// The failures since a call succeeded, without those of updates; a timeout counts twice.
    private var failures = 0
    /// The pauses since a call succeeded.
    private var outages = 0

    init(hourlyLimit: Int, at now: Date) {
        self.hourlyLimit = max(1, hourlyLimit)
        tokenDate = now
    }

    /// Starts a call, or returns the obstacle to it.
    mutating func start(_ resource: String, isBackground: Bool, at now: Date) -> Obstacle? {
        if let trouble, trouble.until > now {
            return wait(
                trouble.until.timeIntervalSince(now), trouble.kind.error(retryAfter: trouble.until.seconds(after: now)))
        }
        if let pause = history.pauses[resource], pause.until > now { return wait(pause.until.timeIntervalSince(now)) }
        prune(resource, at: now)
        let limit = limit(isBackground: isBackground)
        let recent = history.calls[resource] ?? []
        if recent.count >= limit {
            return wait(recent[recent.count - limit].timeIntervalSince(now) + Self.window)
        }
        refill(at: now)
        // A background call leaves two tokens for visitors.
        let needed = isBackground ? 3.0 : 1
        if tokens < needed { return wait(needed - tokens) }
        if inFlight >= (isProven ? Self.maximumInFlight : 1) { return wait(0.1) }
        history.calls[resource, default: []].append(now)
        tokens -= 1
        inFlight += 1
        return nil
    }

    /// Returns the calls per hour and path; a third of them is reserved for visitors.
    func limit(isBackground: Bool) -> Int { isBackground ? max(1, hourlyLimit - hourlyLimit / 3) : hourlyLimit }

    /// Removes a call that the source does not count.
    mutating func giveBack(_ resource: String, _ date: Date) {
        if let index = history.calls[resource]?.lastIndex(of: date) { history.calls[resource]?.remove(at: index) }
    }

    /// Takes back a call that was not made, because of the other machines' calls or until the end of a pause that the
    /// source has asked them for.
    mutating func takeBack(_ resource: String, _ date: Date, pause end: Date? = nil) {
        giveBack(resource, date)
        tokens += 1
        inFlight -= 1
        if let end { history.pauses[resource] = Pause(until: end, step: history.pauses[resource]?.step ?? 0) }
    }

    /// Records the end of a call; returns a sentence for the log if the state has changed.
    mutating func finish(
        _ resource: String, _ failure: ComicVineFailure?, isUpdate: Bool, at now: Date
    ) -> String? {
        inFlight -= 1
        guard let failure else { return succeed(resource, at: now) }
        switch failure.consequence {
        case .pauseAll(let kind, let seconds): return pauseAll(kind, seconds, at: now)
        case .pausePath(let seconds): return pause(resource, seconds, at: now)
        case .retry, .none: break
        }
        switch failure.error {
        // The source has answered.
        case .notFound: return succeed(resource, at: now)
        case .cancelled: return nil
        default: break
        }
        // The updates of the index have pauses of their own.
        if isUpdate { return nil }
        if case .timedOut = failure.error { failures += 1 }
        failures += 1
        return failures < Self.failureThreshold ? nil : pauseAll(.outage, nil, at: now)
    }

    func advice(at now: Date) -> String? {
        if let trouble { return trouble.kind.advice(until: trouble.until) }
        let active = history.pauses.filter { $0.value.until > now }
        guard let last = active.values.map(\.until).max() else { return nil }
        let paths = active.keys.sorted().map { "/\($0)" }.joined(separator: ", ")
        return "Comic Vine's hourly limit is reached for \(paths): calls resume at \(last.utcTime) UTC; a lower "
            + "--hourly-budget avoids it"
    }

    /// Returns the calls that remain in the current hour, by path.
    func remaining(at now: Date) -> [String: Int] {
        var remaining: [String: Int] = [:]
        for (resource, dates) in history.calls {
            let own = dates.count { $0 > now - Self.window }
            let all = shared[resource].map { $0.date > now - Self.window ? $0.count : 0 } ?? 0
            remaining[resource] = max(0, hourlyLimit - max(own, all))
        }
        return remaining
    }

    /// Returns the seconds until calls resume, by path.
    func pauses(at now: Date) -> [String: Int] {
        let paths = Set(history.calls.keys).union(history.pauses.keys)
        let ends = paths.map { ($0, max(history.pauses[$0]?.until ?? now, trouble?.until ?? now)) }
        return Dictionary(ends.filter { $0.1 > now }.map { ($0, $1.seconds(after: now)) }) { $1 }
    }
}

extension CallLimits {
    /// A millisecond more than computed, because rounding could otherwise end a wait just too early.
    private func wait(_ seconds: Double, _ error: HeroError? = nil) -> Obstacle {
        Obstacle(
            seconds: seconds + 0.001, error: error ?? .overBudget(retryAfter: max(1, Int(seconds.rounded(.up)))))
    }

    /// Removes calls that no longer count; if the clock was set back, calls of the future count from now.
    private mutating func prune(_ resource: String, at now: Date) {
        guard var dates = history.calls[resource] else { return }
        if let last = dates.last, last > now { dates = dates.map { min($0, now) } }
        history.calls[resource] = Array(dates.drop { $0 <= now - Self.window })
    }

    /// Adds a token a second.
    private mutating func refill(at now: Date) {
        tokens = min(Self.burst, tokens + max(0, now.timeIntervalSince(tokenDate)))
        tokenDate = now
    }

    private mutating func succeed(_ resource: String, at now: Date) -> String? {
        // Calls in flight when the trouble began say nothing about its end.
        if let trouble, trouble.until > now { return nil }
        (isProven, failures, outages) = (true, 0, 0)
        if trouble != nil {
            trouble = nil
            return "Comic Vine answers again"
        }
        guard let pause = history.pauses[resource], pause.until <= now else { return nil }
        history.pauses[resource] = nil
        return "Comic Vine answers again for /\(resource)"
    }

    private mutating func pauseAll(_ kind: ComicVineTrouble, _ retryAfter: Int?, at now: Date) -> String? {
        isProven = false
        if let trouble, trouble.until > now, trouble.kind == kind || kind == .outage { return nil }
        let isKnown = trouble?.kind == kind && kind != .abnormalTraffic
        var pause = kind.pause
        if kind == .outage {
            pause = min(pause << min(outages, 8), Self.maximumOutagePause)
            outages += 1
        }
        let until = now + Double(retryAfter.map { min($0, Self.maximumRetryAfter) } ?? pause)
        trouble = (kind, until)
        return isKnown ? nil : kind.advice(until: until)
    }

    /// Pauses a path for longer than the last time. Calls that were in flight when the pause began do not count.
    private mutating func pause(_ resource: String, _ retryAfter: Int?, at now: Date) -> String? {
        let last = history.pauses[resource]
        if let last, last.until > now { return nil }
        let step = min(last.map { $0.step + 1 } ?? 0, Self.minutes.count - 1)
        let seconds = retryAfter.map { min($0, Self.maximumRetryAfter) } ?? Self.minutes[step] * 60
        history.pauses[resource] = Pause(until: now + Double(seconds), step: step)
        return "Comic Vine's hourly limit is reached for /\(resource): calls resume in \(Self.text(seconds))"
    }

    private static func text(_ seconds: Int) -> String {
        seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
    }
}

extension Date {
    /// Whole seconds from another date, rounded up, at least 1.
    func seconds(after date: Date) -> Int { max(1, Int(timeIntervalSince(date).rounded(.up))) }
}
