import FoundationEssentials
import Heroes
import Synchronization

/// The gate in front of a source: circuit breaker, pauses that the source asks for, and metrics of calls.
///
/// After several calls in a row without a response the source counts as down. Then one call at a time tests it, and the
/// others wait for its outcome.
package final class Breaker: Sendable {
    fileprivate struct State {
        /// Consecutive calls without a response.
        var failures = 0
        /// The failure because of which the source counts as down; nil while the breaker is closed.
        var outage: HeroError?
        /// The number of the call that tests the source; nil if there is none.
        var probe: Int?
        /// The calls that wait for its outcome.
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The pause requested by the source (Retry-After), and its error.
        var pause: (since: Date, until: Date, error: HeroError)?
        var metrics = BreakerMetrics()
        /// The start times of the calls in flight, by number.
        var inFlight: [Int: ContinuousClock.Instant] = [:]
        var lastNumber = 0
        /// The moving average of the latency.
        var latency: Duration?
    }

    private let threshold: Int
    private let now: @Sendable () -> Date
    private let report: @Sendable (CacheEvent) -> Void
    private let state = Mutex(State())

    /// The age from which a call in flight can count as the latency.
    private static let significantAge = Duration.milliseconds(100)

    /// The maximum Retry-After in seconds.
    private static let maximumPause = 24 * 60 * 60

    /// Creates a closed breaker; it opens after `threshold` failures.
    package init(
        threshold: Int = 5, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (CacheEvent) -> Void
    ) {
        (self.threshold, self.now, self.report) = (threshold, now, report)
    }

    /// Calls the source, or throws the error that prevents it.
    package func call<Value>(
        _ fetch: () async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        let number = try await start()
        let failure: HeroError
        do throws(HeroError) {
            let value = try await fetch()
            finish(number, nil)
            return value
        } catch {
            failure = error
        }
        finish(number, failure)
        throw failure
    }

    /// The metrics of the calls and the state.
    package var metrics: BreakerMetrics {
        let now = now()
        return state.withLock { state in
            var metrics = state.metrics
            metrics.callsInFlight = state.inFlight.count
            metrics.state = state.outage == nil ? .closed : state.probe == nil ? .open : .halfOpen
            metrics.isPaused = state.pauseError(at: now) != nil
            return metrics
        }
    }

    /// The latency of the latest calls, or the age of the oldest call in flight if that is longer.
    package var latency: Duration? {
        state.withLock { state in
            guard let oldest = state.inFlight.min(by: { $0.key < $1.key })?.value else { return state.latency }
            let age = ContinuousClock.now - oldest
            return age > max(state.latency ?? .zero, Self.significantAge) ? age : state.latency
        }
    }

    /// Returns the number of a call that may be made now.
    private func start() async throws(HeroError) -> Int {
        while true {
            if let number = try startUnlessProbing() { return number }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.probe != nil { state.waiters.append(continuation) }
                    return state.probe == nil
                }
                if isOver { continuation.resume() }
            }
            if let outage = state.withLock(\.outage) { throw outage }
        }
    }

    /// Returns nil while another call tests the source.
    private func startUnlessProbing() throws(HeroError) -> Int? {
        let now = now()
        return try state.withLock { state throws(HeroError) in
            if let error = state.pauseError(at: now) { throw error }
            if state.outage != nil {
                guard state.probe == nil else { return nil }
                state.probe = state.lastNumber + 1
            }
            state.lastNumber += 1
            state.inFlight[state.lastNumber] = ContinuousClock.now
            return state.lastNumber
        }
    }

    private func finish(_ number: Int, _ error: HeroError?) {
        let now = now()
        let (event, waiters) = state.withLock { state in
            let duration = state.inFlight.removeValue(forKey: number).map { ContinuousClock.now - $0 } ?? .zero
            state.metrics.calls[error.map(CallOutcome.init) ?? .success, default: 0] += 1
            // Other failures say nothing about the latency.
            switch error {
            case nil, .timedOut: state.latency = state.latency.map { ($0 + duration) / 2 } ?? duration
            default: break
            }
            state.startPause(error, at: now, atMost: Self.maximumPause)
            let event = state.record(error, threshold: threshold)
            guard state.probe == number else { return (event, [CheckedContinuation<Void, Never>]()) }
            defer { (state.probe, state.waiters) = (nil, []) }
            return (event, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        if let event { report(event) }
    }
}

extension Breaker.State {
    /// Counts the outcome of a call; returns an event if the breaker opens or closes.
    fileprivate mutating func record(_ error: HeroError?, threshold: Int) -> CacheEvent? {
        switch error {
        case .timedOut, .broken, .unavailable:
            failures += 1
            guard failures >= threshold, outage == nil else {
                if outage != nil { outage = error }
                return nil
            }
            outage = error
            metrics.outages += 1
            return error.map(CacheEvent.sourceDown)
        case .overBudget, .quotaExceeded, .notCached, .cancelled: return nil
        case nil, .notFound, .invalidResponse:
            // Any response shows that the source is there.
            failures = 0
            guard outage != nil else { return nil }
            outage = nil
            return .sourceRecovered
        }
    }

    fileprivate mutating func startPause(_ error: HeroError?, at now: Date, atMost maximum: Int) {
        switch error {
        case .overBudget(let seconds?)?, .unavailable(_, let seconds)?:
            pause = error.map { (now, now + Double(min(seconds, maximum)), $0) }
        default: break
        }
    }

    /// The error to throw until the source's Retry-After ends; nil if there is no pause, or if the clock was set back,
    /// since the remaining time is unknown then.
    fileprivate func pauseError(at now: Date) -> HeroError? {
        guard let (since, until, error) = pause, since <= now, now < until else { return nil }
        let seconds = Int(until.timeIntervalSince(now).rounded(.up))
        return if case .unavailable(let text, _) = error {
            .unavailable(text, retryAfter: seconds)
        } else {
            .overBudget(retryAfter: seconds)
        }
    }
}
