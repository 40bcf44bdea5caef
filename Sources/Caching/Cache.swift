import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// Remembers answers, and lets all who ask the same question meanwhile wait for the same call.
final class Cache: Sendable {
    typealias Outcome = Result<any Rememberable, HeroError>
    /// What the source said; nil means that the version still holds.
    typealias Told = Result<(any Rememberable)?, HeroError>
    /// Puts one question to the source.
    typealias Ask = @Sendable (Version?) async -> Told

    struct State {
        var entries: LRUCache<Question, Entry>
        /// Calls that somebody waits for; each belongs to nobody of them, so that none can cancel it for the others.
        var calls: [Question: Task<Outcome, Never>] = [:]
        /// Calls that renew what was given already.
        var renewals: [Question: Task<Void, Never>] = [:]
        var questions = CacheFigures.Questions()
        var doneRenewals = CacheFigures.Renewals()
        var evictions = 0
        /// The ends of the lists asked for last.
        var ends: LRUCache<Question, ListEnd>
    }

    let policy: CachePolicy
    let store: DiskStore?
    let line: Line
    let met: KnownHeroes
    let now: @Sendable () -> Date
    let report: @Sendable (CacheEvent) -> Void
    let state: Mutex<State>
    /// Counts the answers that were not the same before.
    let edition = Atomic<UInt64>(0)

    init(
        _ policy: CachePolicy, store: DiskStore?, line: Line, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (CacheEvent) -> Void
    ) {
        self.policy = policy
        self.store = store
        self.line = line
        self.now = now
        self.report = report
        met = KnownHeroes(byteLimit: policy.knownByteLimit, lifetime: policy.knownLifetime, now: now)
        // The ends are a few bytes of each list; the more of them are known, the fewer calls are made in vain.
        let ends = policy.byteLimit / 64
        state = Mutex(State(entries: LRUCache(limit: policy.byteLimit - ends), ends: LRUCache(limit: ends)))
    }

    private enum Way { case known(Outcome), call(Task<Outcome, Never>), joined(Task<Outcome, Never>), store }

    /// The remembered answer where there is one, renewed behind the asker's back once it is stale; else what the
    /// store on disk or a call brings.
    func answer(_ question: Question, by asker: Asker, asking source: @escaping Ask) async -> Outcome {
        while true {
            switch way(question, by: asker, asking: source) {
            case .known(let outcome): return outcome
            case .call(let call): return await call.value
            case .joined(let call):
                let outcome = await call.value
                guard case .failure(.rationed) = outcome else { return outcome }
                // This asker may have calls left when another one has none.
                state.withLock { $0.questions.joined -= 1 }
            case .store: return await storedAnswer(question)
            }
        }
    }

    private func way(_ question: Question, by asker: Asker, asking source: @escaping Ask) -> Way {
        let now = now()
        return state.withLock { state in
            if let known = known(question, by: asker, at: now, asking: source, &state) { return .known(known) }
            if let call = state.calls[question] {
                state.questions.joined += 1
                Trace.current?.note(.miss)
                return .joined(call)
            }
            guard asker.purpose != .prefetch else { return .store }
            let call = Task { await self.call(question, by: asker, asking: source) }
            state.calls[question] = call
            return .call(call)
        }
    }

    /// Returns how many items the list has if it is known to end before the window, or if no list is that long.
    func total(endingBefore window: Window, _ question: Question) -> Int? {
        guard window.offset > 0, let list = question.list else { return nil }
        let now = now()
        return state.withLock { state in
            let end = state.ends.use(list).flatMap { end in
                end.told <= now && now < end.told + policy.freshness(of: question) ? end : nil
            }
            guard window.offset >= end?.offset ?? Self.longestList else { return nil }
            Trace.current?.note(.fresh)
            state.questions.absent += 1
            return end?.total ?? 0
        }
    }

    /// More items than any list has: Marvel had 141,312 stories.
    private static let longestList = 2_000_000

    /// What memory has, fresh or stale; a stale answer's renewal begins here.
    private func known(
        _ question: Question, by asker: Asker, at now: Date, asking source: @escaping Ask, _ state: inout State
    ) -> Outcome? {
        guard let entry = state.entries.use(question), isGiven(entry, question, at: now, &state) else { return nil }
        if asker.purpose != .prefetch { renew(question, entry, by: asker, at: now, asking: source, &state) }
        return entry.outcome(at: now)
    }

    /// Whether the entry may be given, which is counted.
    func isGiven(_ entry: Entry, _ question: Question, at now: Date, _ state: inout State) -> Bool {
        if entry.isFresh(question, at: now, policy) {
            Trace.current?.note(.fresh)
            if entry.value == nil { state.questions.absent += 1 } else { state.questions.fresh += 1 }
        } else if entry.isUsable(question, at: now, policy) {
            Trace.current?.note(.stale)
            if now < entry.heldOff || line.isDown {
                state.questions.standingIn += 1
            } else {
                state.questions.stale += 1
            }
        } else {
            return false
        }
        return true
    }

    /// Asks again where that is due, unless it is under way or was tried in vain a moment ago.
    func renew(
        _ question: Question, _ entry: Entry, by asker: Asker, at now: Date, asking source: @escaping Ask,
        _ state: inout State
    ) {
        guard !entry.isFresh(question, at: now, policy), now >= entry.heldOff, state.renewals[question] == nil else {
            return
        }
        state.renewals[question] = Task { await self.renewal(question, of: entry, by: asker, asking: source) }
    }

    /// Returns once nothing is under way and everything kept is on disk.
    func settle() async {
        while true {
            let (calls, renewals) = state.withLock { (Array($0.calls.values), Array($0.renewals.values)) }
            if calls.isEmpty && renewals.isEmpty { break }
            for call in calls { _ = await call.value }
            for renewal in renewals { await renewal.value }
        }
        await store?.settle()
    }
}

extension Cache {
    var figures: CacheFigures {
        var figures = CacheFigures()
        line.tell(&figures)
        figures.disk = store?.folder.space
        figures.known = met.space
        state.withLock { state in
            figures.questions = state.questions
            figures.renewals = state.doneRenewals
            figures.memory = CacheFigures.Space(
                bytes: state.entries.cost, entries: state.entries.count, evictions: state.evictions)
        }
        return figures
    }
}
