import FoundationEssentials
import Heroes
import Synchronization

/// The gate in front of a source: pauses its calls while it is down and while it asks for it (Retry-After), and counts
/// them.
///
/// After several calls in a row without a response the source counts as down. Then its calls fail at once for some
/// seconds, after which the next ones test it.
package final class Breaker: Sendable {
    private struct State {
        /// Consecutive calls without a response.
        var failures = 0
        var pause: (since: Date, until: Date, error: HeroError)?
        var metrics = CacheMetrics()
        /// The moving average of the latency.
        var latency: Duration?
    }

    private let now: @Sendable () -> Date
    private let report: @Sendable (CacheEvent) -> Void
    private let state = Mutex(State())

    /// The failures in a row after which the source counts as down.
    private static let threshold = 5

    /// The pause in seconds while the source is down.
    static let outagePause = 5.0

    /// The maximum Retry-After in seconds.
    private static let maximumPause = 24 * 60 * 60

    package init(now: @escaping @Sendable () -> Date, report: @escaping @Sendable (CacheEvent) -> Void) {
        (self.now, self.report) = (now, report)
    }

    /// Calls the source, or throws the error that prevents it.
    package func call<Value>(
        _ fetch: () async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        try state.withLock { [now = now()] state throws(HeroError) in
            if let error = Self.error(of: state.pause, at: now) { throw error }
            state.metrics.callsInFlight += 1
        }
        let start = ContinuousClock.now
        do throws(HeroError) {
            let value = try await fetch()
            finish(nil, after: ContinuousClock.now - start)
            return value
        } catch {
            finish(error, after: ContinuousClock.now - start)
            throw error
        }
    }

    /// The metrics of the calls, without those of responses.
    package var metrics: CacheMetrics {
        let now = now()
        return state.withLock { state in
            var metrics = state.metrics
            metrics.isPaused = Self.error(of: state.pause, at: now) != nil
            return metrics
        }
    }

    /// The latency of the latest calls.
    package var latency: Duration? { state.withLock(\.latency) }

    private func finish(_ error: HeroError?, after duration: Duration) {
        let now = now()
        let event = state.withLock { state -> CacheEvent? in
            state.metrics.callsInFlight -= 1
            state.metrics.calls[error.map(CallOutcome.init) ?? .success, default: 0] += 1
            switch error {
            case nil, .timedOut: state.latency = state.latency.map { ($0 + duration) / 2 } ?? duration
            // Other failures say nothing about the latency.
            default: break
            }
            return record(error, in: &state, at: now)
        }
        if let event { report(event) }
    }

    /// Counts the outcome of a call; returns an event if the breaker opens or closes.
    private func record(_ error: HeroError?, in state: inout State, at now: Date) -> CacheEvent? {
        let wasOpen = state.metrics.isOpen
        switch error {
        case .timedOut?, .broken?, .unavailable?:
            state.failures += 1
            guard state.failures >= Self.threshold else { break }
            state.metrics.isOpen = true
            state.pause = error.map { (now, now + Self.outagePause, $0) }
        case nil, .notFound?, .invalidResponse?:
            // Any response shows that the source is there.
            state.failures = 0
            if wasOpen { (state.metrics.isOpen, state.pause) = (false, nil) }
        case .overBudget?, .quotaExceeded?, .notCached?, .cancelled?: break
        }
        if let error, let seconds = error.requestedPause {
            state.pause = (now, now + Double(min(seconds, Self.maximumPause)), error)
        }
        guard state.metrics.isOpen != wasOpen else { return nil }
        return wasOpen ? .sourceRecovered : error.map(CacheEvent.sourceDown)
    }

    /// The error to throw until the end of a pause; nil if there is none, or if the clock was set back, since the
    /// remaining time is unknown then.
    private static func error(of pause: (since: Date, until: Date, error: HeroError)?, at now: Date) -> HeroError? {
        guard let (since, until, error) = pause, since <= now, now < until else { return nil }
        let seconds = Int(until.timeIntervalSince(now).rounded(.up))
        return switch error {
        case .unavailable(let text, _): .unavailable(text, retryAfter: seconds)
        case .overBudget: .overBudget(retryAfter: seconds)
        default: error
        }
    }
}
