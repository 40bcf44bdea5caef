import Basics
import FoundationEssentials
import Heroes

extension Cache {
    /// What somebody waits for: the store on disk, else the source.
    func call(_ question: Question, by asker: Asker, asking source: @escaping Ask) async -> Outcome {
        let old = await stored(question) ?? state.withLock { $0.entries.peek(question) }
        let now = now()
        if let old {
            let isEnough = state.withLock { state in
                guard isGiven(old, question, at: now, &state) else { return false }
                state.calls[question] = nil
                state.questions.fromDisk += 1
                renew(question, old, by: asker, at: now, asking: source, &state)
                return true
            }
            if isEnough { return old.outcome(at: now) }
        }
        Trace.current?.note(.miss)
        let outcome = await line.call(question, for: .visit, by: asker) { await source(old?.value?.version) }
        return learned(question, outcome, old, for: .visit)
    }

    /// What nobody waits for; another process may have asked the same already.
    func renewal(_ question: Question, of entry: Entry, by asker: Asker, asking source: @escaping Ask) async {
        if let newer = await store?.load(question), newer.told > entry.told,
            newer.isFresh(question, at: now(), policy)
        {
            state.withLock { state in
                state.renewals[question] = nil
                remember(question, newer, &state)
            }
            return
        }
        let outcome = await line.call(question, for: .renewal, by: asker) { await source(entry.value?.version) }
        _ = learned(question, outcome, entry, for: .renewal)
    }

    /// What the store on disk has for somebody who is not worth a call.
    func storedAnswer(_ question: Question) async -> Outcome {
        let entry = await stored(question)
        let now = now()
        return state.withLock { state in
            guard let entry, isGiven(entry, question, at: now, &state) else {
                state.questions.unasked += 1
                return .failure(.unasked)
            }
            state.questions.fromDisk += 1
            return entry.outcome(at: now)
        }
    }

    /// Ends the call: remembers what it brought, or holds off from a source that failed.
    private func learned(
        _ question: Question, _ outcome: Told, _ old: Entry?, for cause: Cause
    ) -> Outcome {
        let now = now()
        switch outcome {
        case .success(let value):
            guard let told = value ?? old?.value else {
                return ended(question, .failure(.broken("an unknown version is unchanged")), nil, cause)
            }
            let entry = Entry(.success(told), told: now)
            store?.save(question, entry)
            return ended(question, entry.outcome(at: now), entry, cause) { renewals in
                renewals.succeeded += 1
                if value == nil { renewals.confirmed += 1 }
            }
        case .failure(.notFound):
            store?.remove(question)
            if case .hero(let id) = question { met.forget(id) }
            return ended(question, .failure(.notFound), Entry(.failure(.notFound), told: now), cause)
        case .failure(.unusable(let status, let text)) where cause == .visit && HeroError.isRefusal(status):
            let error = HeroError.unusable(status: status, text)
            return ended(question, .failure(error), Entry(.failure(error), told: now), cause)
        case .failure(let error):
            guard var old, cause == .renewal else { return ended(question, .failure(error), nil, cause) }
            if [.unasked, .cancelled].contains(error) { return ended(question, old.outcome(at: now), nil, cause) }
            old.heldOff = now + pause(after: error)
            report(.renewalFailed(question.text, error))
            return ended(question, old.outcome(at: now), old, cause) { $0.failed += 1 }
        }
    }

    private func ended(
        _ question: Question, _ outcome: Outcome, _ entry: Entry? = nil, _ cause: Cause = .visit,
        count: (inout CacheFigures.Renewals) -> Void = { _ in }
    ) -> Outcome {
        state.withLock { state in
            switch cause {
            case .visit:
                state.calls[question] = nil
                state.questions.missed += 1
            case .renewal:
                state.renewals[question] = nil
                count(&state.doneRenewals)
            }
            if let entry { remember(question, entry, &state) }
        }
        return outcome
    }

    /// The answer on disk, which memory has from now on.
    func stored(_ question: Question) async -> Entry? {
        guard let entry = await store?.load(question) else { return nil }
        state.withLock { state in
            let told = state.entries.peek(question)?.told
            if told.map({ $0 < entry.told }) ?? true { remember(question, entry, &state) }
        }
        return entry
    }

    private func remember(_ question: Question, _ entry: Entry, _ state: inout State) {
        let version = entry.value?.version
        if version == nil || version != state.entries.peek(question)?.value?.version {
            edition.wrappingAdd(1, ordering: .relaxed)
        }
        state.evictions += state.entries.set(question, entry, cost: entry.cost(question)).count
        guard let value = entry.value else { return }
        met.meet(value.heroes, told: entry.told)
        if let list = question.list, let end = value.end { note(end, of: list, told: entry.told, &state) }
    }

    private func note(_ end: ListEnd, of list: Question, told: Date, _ state: inout State) {
        if let known = state.ends.peek(list), known.told > told || known.isSeen && !end.isSeen { return }
        var end = end
        end.told = told
        state.ends.set(list, end, cost: LRUCache<Question, ListEnd>.bytesPerValue + list.byteCount)
    }

    /// Seconds until a source that failed so is worth the same question again.
    private func pause(after error: HeroError) -> Double {
        switch error {
        case .overBudget(let seconds?), .closed(_, let seconds): max(policy.holdOff, Double(seconds))
        default: policy.holdOff
        }
    }
}
