import Basics
import FoundationEssentials
import Heroes

extension Cache {
    /// The result of looking for a response in the store.
    private enum StoreLookup {
        /// A response that may be served.
        case found(Outcome)
        /// This process makes the call; the entry is older than may be served.
        case claimed(CacheEntry?)
    }

    /// Returns the response from the store, otherwise from the source.
    func call(_ request: CacheRequest) async -> Outcome {
        if request.requester.kind == .prefetch { return await prefetch(request) }
        switch await lookUpStore(request) {
        case .found(let outcome): return outcome
        case .claimed(let old):
            Trace.current?.record(.miss)
            let fetched = await gate.call(request) { await request.fetch(old?.response?.version) }
            return finish(request, fetched, replacing: old)
        }
    }

    private func prefetch(_ request: CacheRequest) async -> Outcome {
        let entry = await load(request.key)?.entry
        let now = now()
        return state.withLock { state in
            defer { state.calls[request.key] = nil }
            if let entry, let outcome = serve(entry, request, at: now, &state) {
                state.storeReads += 1
                return outcome
            }
            state.count(.notCached)
            return .failure(.notCached)
        }
    }

    /// Returns a response from the store, or the permission to make the call. While another machine makes it, waits for
    /// its response, and looks again after 25 milliseconds, then 50, and then every 100.
    private func lookUpStore(_ request: CacheRequest) async -> StoreLookup {
        let key = request.key
        var pause = 25
        while true {
            let stored = await load(key)
            let old = stored?.entry ?? state.withLock { $0.entries.peek(key) }
            let now = now()
            let outcome: Outcome? = state.withLock { state in
                guard let outcome = old.flatMap({ serve($0, request, at: now, &state) }) else { return nil }
                state.storeReads += 1
                state.calls[key] = nil
                return outcome
            }
            if let outcome { return .found(outcome) }
            guard let store else { return .claimed(old) }
            if await store.claim(key.text, replacing: stored?.response) { return .claimed(old) }
            // Nothing cancels a call, so the pause is complete.
            try? await Task.sleep(for: .milliseconds(pause))
            pause = min(2 * pause, 100)
        }
    }

    /// Revalidates a stale response, which was served already, unless another machine has done it or is doing it.
    func revalidate(_ entry: CacheEntry, _ request: CacheRequest) async {
        let key = request.key
        let stored = await load(key)
        let old = stored.flatMap { $0.entry.date >= entry.date ? $0.entry : nil } ?? entry
        let isDone = old.isFresh(key, at: now(), policy)
        guard !isDone, await store?.claim(key.text, replacing: stored?.response) ?? true else {
            return state.withLock { $0.revalidations[key] = nil }
        }
        let fetched = await gate.call(request) { await request.fetch(old.response?.version) }
        _ = finish(request, fetched, replacing: old)
    }

    /// Loads the response from the store into memory.
    private func load(_ key: CacheKey) async -> (response: StoredResponse, entry: CacheEntry)? {
        guard let store, let response = await store.load(key.text, at: now()) else { return nil }
        guard let entry = CacheEntry(response) else {
            store.remove(key.text)
            report(.database("discarded an unreadable response: \(key.kind.rawValue)"))
            return nil
        }
        state.withLock { state in
            let date = state.entries.peek(key)?.date
            if date.map({ $0 < entry.date }) ?? true { insert(entry, key, &state) }
        }
        return (response, entry)
    }

    /// Ends a call: caches its response, or delays the next revalidation after a failure.
    private func finish(_ request: CacheRequest, _ fetched: FetchResult, replacing old: CacheEntry?) -> Outcome {
        let (key, isRevalidation) = (request.key, request.requester.isRevalidation)
        let result = fetched.flatMap { response in
            (response ?? old?.response).map(Outcome.success)
                ?? .failure(.broken("not modified, but no version was sent"))
        }
        let entry = entry(request, result, replacing: old)
        save(key, result)
        if case .failure(.notFound) = result {
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

    /// Saves a response or its absence in the store; after another failure, other machines may make the call.
    private func save(_ key: CacheKey, _ result: Outcome) {
        guard let store else { return }
        let body: Data?
        switch result {
        // Responses are plain data, which can always be encoded.
        case .success(let response): body = try? JSONEncoder().encode(response)
        case .failure(.notFound): body = Data()
        case .failure: body = nil
        }
        guard let body else { return store.release(key.text) }
        let isIndexed = !body.isEmpty && [.list, .search].contains(key.kind)
        store.save([StoredResponse(key.text, isIndexed: isIndexed, date: now(), body: body)])
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
