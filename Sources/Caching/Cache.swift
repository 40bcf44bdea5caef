import FoundationEssentials
import Heroes
import Synchronization

/// Remembers answers, and lets all who ask the same question meanwhile wait for the same call.
final class Cache: Sendable {
    typealias Outcome = Result<any ByteCounting, HeroError>

    /// A call under way; it belongs to nobody who waits for it, so that none of them can cancel it for the others.
    private typealias Call = Task<Outcome, Never>

    private struct State {
        var entries: RecentlyUsed<Question, Entry>
        var calls: [Question: Call] = [:]
    }

    private let policy: CachePolicy
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    init(_ policy: CachePolicy, now: @escaping @Sendable () -> Date) {
        self.policy = policy
        self.now = now
        state = Mutex(State(entries: RecentlyUsed(limit: policy.byteLimit)))
    }

    /// The remembered answer while it is fresh, else what the call brings, else an old answer where the call fails.
    func answer(_ question: Question, asking source: @escaping @Sendable () async -> Outcome) async -> Outcome {
        enum Way { case known(Outcome), call(Call) }
        let now = now()
        let way: Way = state.withLock { state in
            if let entry = state.entries.use(question), now < entry.freshUntil { return .known(entry.outcome) }
            if let call = state.calls[question] { return .call(call) }
            let call = Call { self.learned(question, await source()) }
            state.calls[question] = call
            return .call(call)
        }
        return switch way {
        case .known(let outcome): outcome
        case .call(let call): await call.value
        }
    }

    /// Ends the call: remembers what it brought, or finds what is given instead.
    private func learned(_ question: Question, _ outcome: Outcome) -> Outcome {
        let now = now()
        return state.withLock { state in
            state.calls[question] = nil
            switch outcome {
            case .success(let value):
                state.entries.set(question, .value(value, at: now, policy), cost: value.byteCount)
            case .failure(.notFound):
                state.entries.set(question, .absence(at: now, policy), cost: Self.absenceCost)
            case .failure(let error):
                guard var entry = state.entries.peek(question), let value = entry.value, now < entry.usableUntil
                else { return outcome }
                entry.freshUntil = max(entry.freshUntil, now + pause(after: error))
                state.entries.set(question, entry, cost: value.byteCount)
                return .success(value)
            }
            return outcome
        }
    }

    /// Seconds until a source that failed so is worth the same question again.
    private func pause(after error: HeroError) -> Double {
        if case .overBudget(let seconds?) = error { max(policy.holdOff, Double(seconds)) } else { policy.holdOff }
    }

    private static let absenceCost = 256
}

extension Entry {
    fileprivate var outcome: Cache.Outcome { value.map { .success($0) } ?? .failure(.notFound) }
}
