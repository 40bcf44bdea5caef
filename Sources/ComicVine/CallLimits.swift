import FoundationEssentials
import Heroes

/// The calls of the last hour and the pauses, by path, which outlive a restart.
struct CallHistory: Codable, Sendable {
    /// In order of time.
    var calls: [String: [Date]] = [:]
    /// The ends of the pauses.
    var pauses: [String: Date] = [:]
}

/// The limits of calls: by hour and path, per second, at the same time, and the pauses.
struct CallLimits {
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
    /// The seconds of a path's pause: six refused calls an hour until the source's own hour is over.
    private static let pathPause = 10 * 60
    /// The number of objects that fail in an outage until calls pause.
    private static let outageSize = 3
    /// The longest pause that the source may ask for, in seconds.
    private static let maximumPause = 24 * 60 * 60

    let hourlyLimit: Int
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
    /// The objects that explain the failures since a call succeeded, without those of updates: one of each set. Lists
    /// that fail may all have the same bad object.
    private var suspects: [Set<String>] = []

    init(hourlyLimit: Int, at now: Date) {
        self.hourlyLimit = max(1, hourlyLimit)
        tokenDate = now
    }

    /// Starts a call, or returns the obstacle to it.
    mutating func start(_ permit: CallBudget.Permit) -> Obstacle? {
        let (resource, now) = (permit.resource, permit.date)
        if let trouble, trouble.until > now {
            return wait(
                trouble.until.timeIntervalSince(now), trouble.kind.error(retryAfter: trouble.until.seconds(after: now)))
        }
        if let end = history.pauses[resource], end > now { return wait(end.timeIntervalSince(now)) }
        prune(resource, at: now)
        let limit = limit(for: permit.caller)
        let recent = history.calls[resource] ?? []
        if recent.count >= limit {
            return wait(recent[recent.count - limit].timeIntervalSince(now) + Self.window)
        }
        // A token a second.
        tokens = min(Self.burst, tokens + max(0, now.timeIntervalSince(tokenDate)))
        tokenDate = now
        // Calls in the background leave two tokens for visitors.
        let needed = permit.caller.isBackground ? 3.0 : 1
        if tokens < needed { return wait(needed - tokens) }
        if inFlight >= (isProven ? Self.maximumInFlight : 1) { return wait(0.1) }
        history.calls[resource, default: []].append(now)
        tokens -= 1
        inFlight += 1
        return nil
    }

    /// Returns the calls per hour and path; a third of them is reserved for visitors.
    func limit(for caller: ComicVineClient.Caller) -> Int {
        caller.isBackground ? max(1, hourlyLimit - hourlyLimit / 3) : hourlyLimit
    }

    /// Takes back a call that was not made, because of other calls or of a pause that another machine knows of.
    mutating func takeBack(_ permit: CallBudget.Permit, pause end: Date? = nil) {
        let index = history.calls[permit.resource]?.lastIndex(of: permit.date)
        if let index { history.calls[permit.resource]?.remove(at: index) }
        tokens += 1
        inFlight -= 1
        if let end { history.pauses[permit.resource] = end }
    }

    /// Records the end of a call; returns a sentence for the log if the state has changed, and false if the failure is
    /// that of the object alone.
    mutating func finish(
        _ permit: CallBudget.Permit, _ failure: ComicVineFailure?, at now: Date
    ) -> (change: String?, isPaused: Bool) {
        inFlight -= 1
        switch failure {
        // A missing object is an answer, too.
        case nil, .call(.notFound): return (succeed(permit.resource, at: now), false)
        case .pausePath(let seconds): return (pause(permit.resource, seconds, at: now), true)
        case .call(.cancelled): return (nil, false)
        case .pauseAll(let kind, let seconds):
            // Before the first answer, one refusal is enough.
            guard addFailure(of: permit.objects, upTo: isProven ? Self.outageSize : 1) else { return (nil, false) }
            return (pauseAll(kind, seconds, at: now), true)
        case .call, .unreachable, .transient:
            // The updates of the index have pauses of their own, and pages do without an optional answer.
            if case .background = permit.caller { return (nil, false) }
            if permit.resource == ComicVineEndpoint.optional { return (nil, false) }
            let objects = if case .unreachable = failure { Set<String>() } else { permit.objects }
            guard addFailure(of: objects, upTo: Self.outageSize) else { return (nil, false) }
            return (pauseAll(.outage, nil, at: now), true)
        }
    }

    /// Adds the objects of a failed call to the suspects. Returns true if no suspect explains it, and if there are now as
    /// many as the limit.
    private mutating func addFailure(of objects: Set<String>, upTo limit: Int) -> Bool {
        if let known = suspects.firstIndex(where: { !$0.isDisjoint(with: objects) }) {
            suspects[known].formIntersection(objects)
            return false
        }
        suspects.append(objects)
        if suspects.count > 100 { suspects.removeFirst() }
        return suspects.count >= limit
    }

    func advice(at now: Date) -> String? {
        if let trouble { return trouble.kind.advice(until: trouble.until) }
        let active = history.pauses.filter { $0.value > now }
        return active.values.max().map { Self.advice(active.keys.sorted(), until: $0) }
    }

    /// Returns the calls that remain in the current hour, by path.
    func remaining(at now: Date) -> [String: Int] {
        let start = now - Self.window
        return Dictionary(
            history.calls.map { resource, dates in
                let all = shared[resource].map { $0.date > start ? $0.count : 0 } ?? 0
                return (resource, max(0, hourlyLimit - max(dates.count { $0 > start }, all)))
            }
        ) { $1 }
    }

    /// Returns the seconds until calls resume, by path.
    func pauses(at now: Date) -> [String: Int] {
        let paths = Set(history.calls.keys).union(history.pauses.keys)
        let ends = paths.map { ($0, max(history.pauses[$0] ?? now, trouble?.until ?? now)) }
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
        history.calls[resource] = history.calls[resource]?.map { min($0, now) }.filter { $0 > now - Self.window }
    }

    private mutating func succeed(_ resource: String, at now: Date) -> String? {
        // Calls in flight when the trouble began say nothing about its end.
        if let trouble, trouble.until > now { return nil }
        (isProven, suspects) = (true, [])
        if trouble != nil {
            trouble = nil
            return "Comic Vine answers again"
        }
        guard let end = history.pauses[resource], end <= now else { return nil }
        history.pauses[resource] = nil
        return "Comic Vine answers again for /\(resource)"
    }

    private mutating func pauseAll(_ kind: ComicVineTrouble, _ retryAfter: Int?, at now: Date) -> String? {
        isProven = false
        if let trouble, trouble.until > now, trouble.kind == kind || kind == .outage { return nil }
        let isKnown = trouble?.kind == kind
        let until = now + Double(min(retryAfter ?? kind.pause, Self.maximumPause))
        trouble = (kind, until)
        return isKnown ? nil : kind.advice(until: until)
    }

    /// Pauses a path; calls that were in flight when its pause began do not count.
    private mutating func pause(_ resource: String, _ retryAfter: Int?, at now: Date) -> String? {
        if let end = history.pauses[resource], end > now { return nil }
        let end = now + Double(min(retryAfter ?? Self.pathPause, Self.maximumPause))
        history.pauses[resource] = end
        return Self.advice([resource], until: end)
    }

    private static func advice(_ paths: [String], until end: Date) -> String {
        "Comic Vine's hourly limit is reached for \(paths.map { "/\($0)" }.joined(separator: ", ")): calls resume at "
            + "\(end.utcTime) UTC; a lower --hourly-budget avoids it"
    }
}

extension Date {
    /// The time of day in UTC, such as 14:05.
    var utcTime: String { formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5).description }

    /// Whole seconds from another date, rounded up, at least 1.
    func seconds(after date: Date) -> Int { max(1, Int(timeIntervalSince(date).rounded(.up))) }
}
