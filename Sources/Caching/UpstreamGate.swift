import FoundationEssentials
import Heroes
import Synchronization

/// The gate in front of the source: daily budget, Retry-After and circuit breaker. It also measures the calls.
final class UpstreamGate: Sendable {
    private struct State {
        /// The pause that the source asked for, and its words.
        var pause: (since: Date, until: Date, error: HeroError)?
        var outcomes: [CallOutcome: Int] = [:]
        /// The start times of the calls in flight, by their numbers.
        var underWay: [Int: ContinuousClock.Instant] = [:]
        var lastNumber = 0
        /// An average of the latest calls.
        var latency: Duration?
    }

    let budget: DailyBudget
    private let breaker: Breaker
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// A call in flight for longer than this says more about the source than its latest answers.
    private static let longLatency = Duration.milliseconds(100)

    /// The longest pause that the source may ask for, in seconds.
    private static let longestPause: Double = 24 * 60 * 60

    init(_ breaker: Breaker, _ budget: DailyBudget, now: @escaping @Sendable () -> Date) {
        self.breaker = breaker
        self.budget = budget
        self.now = now
    }

    /// Makes the call, or returns why it is not made; a revalidation that is not worth a call now is `unasked`.
    func call(_ request: CacheRequest, _ fetch: @Sendable () async -> Cache.Fetched) async -> Cache.Fetched {
        if let error = pause { return .failure(request.requester.isRevalidation ? .notCached : error) }
        let pass: Breaker.Pass
        switch await breaker.pass(forRevalidation: request.requester.isRevalidation) {
        case .success(let granted): pass = granted
        case .failure(let error): return .failure(error)
        }
        if let error = budget.take(for: request) {
            breaker.ended(pass, request.key.kind, error)
            return .failure(error)
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.underWay[state.lastNumber] = ContinuousClock.now
            return state.lastNumber
        }
        let fetched = await fetch()
        ended(number, fetched)
        let error: HeroError? = if case .failure(let error) = fetched { error } else { nil }
        breaker.ended(pass, request.key.kind, error)
        return fetched
    }

    var isDown: Bool { breaker.isOpen }

    func add(to metrics: inout CacheMetrics) {
        (metrics.breaker, metrics.outages) = breaker.metrics
        (metrics.budget, metrics.retries) = (budget.metrics, budget.retries)
        state.withLock { state in
            metrics.calls = state.outcomes
            metrics.callsUnderWay = state.underWay.count
        }
        metrics.isClosed = pause != nil
    }

    /// The latency of the latest calls, or the age of the oldest call in flight if that is longer.
    var latency: Duration? {
        state.withLock { state in
            guard let oldest = state.underWay.min(by: { $0.key < $1.key })?.value else { return state.latency }
            let age = ContinuousClock.now - oldest
            return age > max(state.latency ?? .zero, Self.longLatency) ? age : state.latency
        }
    }

    /// Counts a call. A failure says nothing about the latency of answers, unless it is a timeout.
    private func ended(_ number: Int, _ fetched: Cache.Fetched) {
        let now = now()
        state.withLock { state in
            let duration = state.underWay.removeValue(forKey: number).map { ContinuousClock.now - $0 } ?? .zero
            state.outcomes[CallOutcome(fetched), default: 0] += 1
            switch fetched {
            case .success, .failure(.timedOut): state.latency = state.latency.map { ($0 + duration) / 2 } ?? duration
            case .failure(.overBudget(let seconds?)), .failure(.closed(_, let seconds)):
                guard case .failure(let error) = fetched else { break }
                state.pause = (now, now + min(Double(seconds), Self.longestPause), error)
            case .failure: break
            }
        }
    }

    /// The source's refusal of calls, as long as its Retry-After lasts.
    private var pause: HeroError? {
        let now = now()
        return state.withLock { state in
            // If the clock was set back since, the rest of the pause is unknown.
            guard let (since, until, error) = state.pause, since <= now, now < until else {
                state.pause = nil
                return nil
            }
            let seconds = Int(until.timeIntervalSince(now).rounded(.up))
            return if case .closed(let text, _) = error {
                .closed(text, retryAfter: seconds)
            } else {
                .overBudget(retryAfter: seconds)
            }
        }
    }
}
