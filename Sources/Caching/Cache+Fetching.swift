import Basics
import FoundationEssentials
import Heroes

extension Cache {
    /// Returns the response from disk, otherwise from the source.
    func call(_ request: CacheRequest) async -> Outcome {
        let old = await load(request.key) ?? state.withLock { $0.entries.peek(request.key) }
        let now = now()
        let cached: Outcome? = state.withLock { state in
            if let outcome = old.flatMap({ serve($0, request, at: now, &state) }) {
                state.diskReads += 1
                state.calls[request.key] = nil
                return outcome
            }
            guard request.requester.kind == .prefetch else { return nil }
            state.count(.notCached)
            state.calls[request.key] = nil
            return .failure(.notCached)
        }
        if let cached { return cached }
        Trace.current?.record(.miss)
        let fetched = await gate.call(request) { await request.fetch(old?.response?.version) }
        return finish(request, fetched, replacing: old)
    }

    /// Revalidates a stale response, which was served already.
    func revalidate(_ entry: CacheEntry, _ request: CacheRequest) async {
        let fetched = await gate.call(request) { await request.fetch(entry.response?.version) }
        _ = finish(request, fetched, replacing: entry)
    }

    /// Loads the response from disk and stores it in memory.
    private func load(_ key: CacheKey) async -> CacheEntry? {
        guard let entry = await database?.load(key, at: now()) else { return nil }
        state.withLock { state in
            let date = state.entries.peek(key)?.date
            if date.map({ $0 < entry.date }) ?? true { insert(entry, key, &state) }
        }
        return entry
    }

    /// Ends a call: caches its response, or delays the next revalidation after a failure.
    private func finish(_ request: CacheRequest, _ fetched: FetchResult, replacing old: CacheEntry?) -> Outcome {
        let (key, isRevalidation) = (request.key, request.requester.isRevalidation)
        let result = fetched.flatMap { response in
            (response ?? old?.response).map(Outcome.success)
                ?? .failure(.broken("not modified, but no version was sent"))
        }
        let entry = entry(request, result, replacing: old)
        if case .success = result, let entry { database?.save(key, entry) }
        if case .failure(.notFound) = result {
            database?.remove(key)
            if case .hero(let id) = key { heroes.remove(id) }
            if case .work(let id) = key { works.remove(id) }
        }
        state.withLock { state in
            if isRevalidation {
                state.revalidations[key] = nil
                RevalidationResult(fetched).map { state.revalidationResults[$0, default: 0] += 1 }
            } else {
                state.calls[key] = nil
                state.count(.miss)
            }
            if let entry { insert(entry, key, &state) }
        }
        return isRevalidation ? result : entry?.outcome(at: now()) ?? result
    }

    /// Returns the entry for a result: the response, a cached failure, or the old entry if its revalidation failed.
    private func entry(_ request: CacheRequest, _ result: Outcome, replacing old: CacheEntry?) -> CacheEntry? {
        let isRevalidation = request.requester.isRevalidation
        switch result {
        case .success, .failure(.notFound): return CacheEntry(result, date: now())
        case .failure(.invalidResponse(let status, _)) where !isRevalidation && HeroError.isClientError(status):
            return CacheEntry(result, date: now())
        case .failure(.notCached), .failure(.cancelled): return nil
        case .failure(let error):
            guard isRevalidation, var old else { return nil }
            old.retryAfter = now() + retryDelay(after: error)
            report(.revalidationFailed(request.key.text, error))
            return old
        }
    }

    /// Returns the seconds until the same request is sent again.
    private func retryDelay(after error: HeroError) -> Double {
        switch error {
        case .overBudget(let seconds?), .unavailable(_, let seconds): max(policy.retryDelay, Double(seconds))
        default: policy.retryDelay
        }
    }

    private func insert(_ entry: CacheEntry, _ key: CacheKey, _ state: inout State) {
        let version = entry.response?.version
        if version == nil || version != state.entries.peek(key)?.response?.version {
            revision.wrappingAdd(1, ordering: .relaxed)
        }
        state.evictions += state.entries.set(key, entry, cost: entry.cost(key)).count
        guard let response = entry.response else { return }
        heroes.insert(response.heroes, date: entry.date)
        works.insert(response.works, date: entry.date)
        if let list = key.list, var end = response.end {
            end.date = entry.date
            insert(end, of: list, &state)
        }
    }

    private func insert(_ end: ListEnd, of list: CacheKey, _ state: inout State) {
        if let known = state.ends.peek(list), known.date > end.date || known.isConfirmed && !end.isConfirmed { return }
        state.ends.set(list, end, cost: LRUCache<CacheKey, ListEnd>.bytesPerValue + list.heapBytes)
    }
}
