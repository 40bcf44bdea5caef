import FoundationEssentials
import Heroes
import Synchronization

/// The gate in front of the source: daily budget, Retry-After, circuit breaker and call metrics.
final class UpstreamGate: Sendable {
    private struct State {
        /// The pause requested by the source (Retry-After), and its error.
        var pause: (since: Date, until: Date, error: HeroError)?
        var outcomes: [CallOutcome: Int] = [:]
        /// The start times of the calls in flight, by number.
        var inFlight: [Int: ContinuousClock.Instant] = [:]
        var lastNumber = 0
        /// The moving average of the latency.
        var latency: Duration?
    }

    let budget: DailyBudget
    private let breaker: Breaker
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// The age from which a call in flight can count as the latency.
    private static let significantAge = Duration.milliseconds(100)

    /// The maximum Retry-After in seconds.
    private static let maximumPause = 24 * 60 * 60

    init(_ breaker: Breaker, _ budget: DailyBudget, now: @escaping @Sendable () -> Date) {
        self.breaker = breaker
        self.budget = budget
        self.now = now
    }

    /// Makes the call, or returns the error that prevents it; a revalidation fails with `notCached` instead of waiting.
    func call(_ request: CacheRequest, _ fetch: @Sendable () async -> Cache.FetchResult) async -> Cache.FetchResult {
        if let error = pause { return .failure(request.requester.isRevalidation ? .notCached : error) }
        let permit: Breaker.Permit
        switch await breaker.acquire(forRevalidation: request.requester.isRevalidation) {
        case .success(let granted): permit = granted
        case .failure(let error): return .failure(error)
        }
        switch await budget.consume(for: request) {
        case nil: break
        case .spent(let error)?:
            breaker.finish(permit, request.key.kind, error)
            return .failure(error)
        case .paused(let error)?:
            startPause(error)
            breaker.finish(permit, request.key.kind, error)
            return .failure(request.requester.isRevalidation ? .notCached : error)
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.inFlight[state.lastNumber] = ContinuousClock.now
            return state.lastNumber
        }
        let fetched = await fetch()
        finish(number, fetched)
        let error: HeroError? = if case .failure(let error) = fetched { error } else { nil }
        breaker.finish(permit, request.key.kind, error)
        if let error, let seconds = startPause(error) {
            await budget.pause(seconds, reason: error.pauseReason)
        }
        return fetched
    }

    var isDown: Bool { breaker.isOpen }

    func add(to metrics: inout CacheMetrics) {
        (metrics.breaker, metrics.outages) = breaker.metrics
        (metrics.budget, metrics.retries) = (budget.metrics, budget.retries)
        state.withLock { state in
            metrics.calls = state.outcomes
            metrics.callsInFlight = state.inFlight.count
        }
        metrics.isPaused = pause != nil
    }

    /// The latency of the latest calls, or the age of the oldest call in flight if that is longer.
    var latency: Duration? {
        state.withLock { state in
            guard let oldest = state.inFlight.min(by: { $0.key < $1.key })?.value else { return state.latency }
            let age = ContinuousClock.now - oldest
            return age > max(state.latency ?? .zero, Self.significantAge) ? age : state.latency
        }
    }

    /// Records the outcome and the latency of a call. Failures other than timeouts do not count as latency.
    private func finish(_ number: Int, _ fetched: Cache.FetchResult) {
        state.withLock { state in
            let duration = state.inFlight.removeValue(forKey: number).map { ContinuousClock.now - $0 } ?? .zero
            state.outcomes[Self.outcome(fetched), default: 0] += 1
            switch fetched {
            case .success, .failure(.timedOut): state.latency = state.latency.map { ($0 + duration) / 2 } ?? duration
            case .failure: break
            }
        }
    }

    private static func outcome(_ fetched: Cache.FetchResult) -> CallOutcome {
        switch fetched {
        case .success(let response): response == nil ? .notModified : .success
        case .failure(let error): CallOutcome(error)
        }
    }

    /// Starts a pause if the source has asked for one (Retry-After); returns its seconds.
    @discardableResult
    private func startPause(_ error: HeroError) -> Int? {
        switch error {
        case .overBudget(let seconds?), .unavailable(_, let seconds):
            let (now, seconds) = (now(), min(seconds, Self.maximumPause))
            state.withLock { $0.pause = (now, now + Double(seconds), error) }
            return seconds
        default: return nil
        }
    }

    /// The error to return until the source's Retry-After ends; nil if there is no pause.
    private var pause: HeroError? {
        let now = now()
        return state.withLock { state in
            // If the clock was set back, the remaining pause is unknown.
            guard let (since, until, error) = state.pause, since <= now, now < until else {
                state.pause = nil
                return nil
            }
            let seconds = Int(until.timeIntervalSince(now).rounded(.up))
            return if case .unavailable(let text, _) = error {
                .unavailable(text, retryAfter: seconds)
            } else {
                .overBudget(retryAfter: seconds)
            }
        }
    }
}

extension HeroError {
    /// The reason of a pause; nil for a rate limit.
    fileprivate var pauseReason: String? { if case .unavailable(let reason, _) = self { reason } else { nil } }
}
