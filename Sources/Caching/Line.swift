import FoundationEssentials
import Heroes
import Synchronization

/// Why the source is called.
enum Cause: Sendable {
    /// A visitor waits for the answer.
    case visit
    /// An answer that was given already is to be renewed.
    case renewal
}

/// The way to the source: within the day's budget, not while it asks to be left alone, and with one call at a time
/// while it counts as down.
final class Line: Sendable {
    private struct State {
        /// Since when and until when the source wants no calls, and the words it said so with.
        var rest: (since: Date, until: Date, error: HeroError)?
        var outcomes: [CallOutcome: Int] = [:]
        /// The beginnings of the calls under way, by their numbers.
        var underWay: [Int: ContinuousClock.Instant] = [:]
        var lastNumber = 0
        /// How long answers took lately.
        var pace: Duration?
    }

    let budget: DailyBudget
    private let breaker: Breaker
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// What a call has to be waited for before that says more of the source than its answers lately do.
    private static let silence = Duration.milliseconds(100)

    /// The longest that a source's wish to be left alone is believed, in seconds.
    private static let longestRest: Double = 24 * 60 * 60

    init(_ breaker: Breaker, _ budget: DailyBudget, now: @escaping @Sendable () -> Date) {
        self.breaker = breaker
        self.budget = budget
        self.now = now
    }

    /// What the call brings, or why there is none; a renewal that is not worth one now is `unasked`.
    func call(
        _ question: Question, for cause: Cause, by asker: Asker, _ ask: @Sendable () async -> Cache.Told
    ) async -> Cache.Told {
        if let error = wish { return .failure(cause == .visit ? error : .unasked) }
        let pass: Breaker.Pass
        switch await breaker.pass(for: cause) {
        case .success(let granted): pass = granted
        case .failure(let error): return .failure(error)
        }
        if let error = await budget.take(for: question, cause, by: asker) {
            breaker.ended(pass, question.kind, error)
            return .failure(error)
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.underWay[state.lastNumber] = ContinuousClock.now
            return state.lastNumber
        }
        let outcome = await ask()
        note(outcome, number)
        let error: HeroError? = if case .failure(let error) = outcome { error } else { nil }
        breaker.ended(pass, question.kind, error)
        return outcome
    }

    var isDown: Bool { breaker.isOpen }

    func tell(_ figures: inout CacheFigures) {
        (figures.breaker, figures.outages) = breaker.figures
        (figures.budget, figures.retries) = (budget.figures, budget.retries)
        state.withLock { state in
            for outcome in CallOutcome.allCases { figures.calls[outcome] = state.outcomes[outcome] ?? 0 }
            figures.callsUnderWay = state.underWay.count
        }
        figures.isClosed = wish != nil
    }

    /// How long answers take lately, or how long one is being waited for already.
    var pace: Duration? {
        state.withLock { state in
            guard let oldest = state.underWay.min(by: { $0.key < $1.key })?.value else { return state.pace }
            let age = ContinuousClock.now - oldest
            return age > max(state.pace ?? .zero, Self.silence) ? age : state.pace
        }
    }

    /// Those that bring no answer tell nothing of how long one takes, unless it took too long.
    private func note(_ outcome: Cache.Told, _ number: Int) {
        let now = now()
        state.withLock { state in
            let duration = state.underWay.removeValue(forKey: number).map { ContinuousClock.now - $0 } ?? .zero
            state.outcomes[CallOutcome(outcome), default: 0] += 1
            switch outcome {
            case .success, .failure(.timedOut): state.pace = state.pace.map { ($0 + duration) / 2 } ?? duration
            case .failure(let error): Self.heed(error, at: now, &state)
            }
        }
    }

    private static func heed(_ error: HeroError, at now: Date, _ state: inout State) {
        switch error {
        case .overBudget(let seconds?), .closed(_, let seconds):
            state.rest = (now, now + min(Double(seconds), longestRest), error)
        default: break
        }
    }

    /// The source's wish to be left alone, as long as it lasts.
    private var wish: HeroError? {
        let now = now()
        return state.withLock { state in
            // Where the clock was set back since, nobody knows how much of it is left.
            guard let (since, until, error) = state.rest, since <= now, now < until else {
                state.rest = nil
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
