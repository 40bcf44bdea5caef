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
    private let breaker: Breaker
    private let budget: DailyBudget
    private let now: @Sendable () -> Date

    /// Until when the source wants no calls, and the words it said so with.
    private let rest = Mutex<(until: Date, error: HeroError)?>(nil)
    private let calls = Atomic<Int>(0)
    private let meanPace = Mutex<Duration?>(nil)

    /// The longest that a source's wish to be left alone is believed, in seconds.
    private static let longestRest: Double = 24 * 60 * 60

    init(_ breaker: Breaker, _ budget: DailyBudget, now: @escaping @Sendable () -> Date) {
        self.breaker = breaker
        self.budget = budget
        self.now = now
    }

    /// What the call brings, or why there is none; a renewal that is not worth one now is `unasked`.
    func call<Value: Sendable>(
        for cause: Cause, _ ask: @Sendable () async -> Result<Value, HeroError>
    ) async -> Result<Value, HeroError> {
        if let error = wish { return .failure(cause == .visit ? error : .unasked) }
        let pass: Breaker.Pass
        switch await breaker.pass(for: cause) {
        case .success(let granted): pass = granted
        case .failure(let error): return .failure(error)
        }
        if let seconds = await budget.take(for: cause) {
            let error = cause == .visit ? HeroError.overBudget(retryAfter: seconds) : .unasked
            breaker.ended(pass, error)
            return .failure(error)
        }
        calls.add(1, ordering: .relaxed)
        let start = ContinuousClock.now
        let outcome = await ask()
        if case .success = outcome { note(ContinuousClock.now - start) }
        let error: HeroError? = if case .failure(let error) = outcome { error } else { nil }
        if let error { heed(error) }
        breaker.ended(pass, error)
        return outcome
    }

    var callCount: Int { calls.load(ordering: .relaxed) }
    var isDown: Bool { breaker.isOpen }
    var budgetLeft: Int? { budget.left }
    var retryCount: Int { budget.retries }

    /// How long answers take lately; failures tell nothing of that.
    var pace: Duration? { meanPace.withLock { $0 } }

    private func note(_ duration: Duration) {
        meanPace.withLock { pace in pace = pace.map { ($0 + duration) / 2 } ?? duration }
    }

    /// The source's wish to be left alone, as long as it lasts.
    private var wish: HeroError? {
        let now = now()
        return rest.withLock { rest in
            guard let (until, error) = rest, now < until else {
                rest = nil
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

    private func heed(_ error: HeroError) {
        switch error {
        case .overBudget(let seconds?), .closed(_, let seconds):
            let until = now() + min(Double(seconds), Self.longestRest)
            rest.withLock { $0 = (until, error) }
        default: break
        }
    }
}
