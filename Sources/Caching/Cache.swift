import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// A cache in memory and in a store; concurrent requests with the same key share one call.
final class Cache: Sendable {
    typealias Outcome = Result<SourceResponse, HeroError>
    /// The response of the source; nil if it is not modified.
    typealias FetchResult = Result<SourceResponse?, HeroError>

    struct State {
        var entries: LRUCache<CacheKey, CacheEntry>
        /// The ends of the most recently used lists.
        var ends: LRUCache<CacheKey, ListEnd>
        /// Calls that requests wait for, as unstructured tasks, so that no request can cancel a call for the others.
        var calls: [CacheKey: Task<Outcome, Never>] = [:]
        var revalidations: [CacheKey: Task<Void, Never>] = [:]
        var results: [CacheResult: Int] = [:]
        var revalidationResults: [RevalidationResult: Int] = [:]
        var storeReads = 0
        var evictions = 0

        mutating func count(_ result: CacheResult) {
            results[result, default: 0] += 1
            result.status.map { Trace.current?.record($0) }
        }
    }

    let policy: CachePolicy
    /// The responses on disk or in a database; nil to store them in memory only.
    let store: (any ResponseStore)?
    let gate: UpstreamGate
    let heroes: EntityIndex<Hero>
    let works: EntityIndex<Work>
    let now: @Sendable () -> Date
    let report: @Sendable (CacheEvent) -> Void
    let state: Mutex<State>
    /// A counter of new and changed responses.
    let revision = Atomic<UInt64>(0)

    init(
        _ policy: CachePolicy, store: (any ResponseStore)?, gate: UpstreamGate, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (CacheEvent) -> Void
    ) {
        self.policy = policy
        self.store = store
        self.gate = gate
        self.now = now
        self.report = report
        let lifetime = policy.indexLifetime
        heroes = EntityIndex(byteLimit: policy.heroIndexByteLimit, lifetime: lifetime, now: now)
        works = EntityIndex(byteLimit: policy.workIndexByteLimit, lifetime: lifetime, now: now)
        // The ends take a few bytes per list, and save calls beyond them.
        let ends = policy.byteLimit / 64
        state = Mutex(State(entries: LRUCache(limit: policy.byteLimit - ends), ends: LRUCache(limit: ends)))
    }

    private enum Lookup { case hit(Outcome), miss(Task<Outcome, Never>), coalesced(Task<Outcome, Never>) }

    /// Returns the cached response, revalidated in the background if it is stale; otherwise the response from the store
    /// or from the source.
    func response(to request: CacheRequest) async -> Outcome {
        while true {
            switch lookup(request) {
            case .hit(let outcome): return outcome
            case .miss(let call): return await call.value
            case .coalesced(let call):
                let outcome = await call.value
                switch outcome {
                // The other request had no quota or was only a prefetch; this one may get a call.
                case .failure(.quotaExceeded), .failure(.notCached): state.withLock { $0.results[.coalesced]? -= 1 }
                default: return outcome
                }
            }
        }
    }

    private func lookup(_ request: CacheRequest) -> Lookup {
        let now = now()
        return state.withLock { state in
            if let entry = state.entries.use(request.key), let outcome = serve(entry, request, at: now, &state) {
                return .hit(outcome)
            }
            if let call = state.calls[request.key] {
                state.count(.coalesced)
                return .coalesced(call)
            }
            let call = Task { await self.call(request) }
            state.calls[request.key] = call
            return .miss(call)
        }
    }

    /// Returns the entry's outcome if it may be served, and starts its revalidation if it is stale.
    func serve(_ entry: CacheEntry, _ request: CacheRequest, at now: Date, _ state: inout State) -> Outcome? {
        if entry.isFresh(request.key, at: now, policy) {
            state.count(entry.response == nil ? .negative : .fresh)
        } else if entry.isServedStale(request.key, at: now, policy) {
            state.count(now < entry.retryAfter || gate.isDown ? .staleIfError : .stale)
            if request.requester.kind != .prefetch, now >= entry.retryAfter,
                state.revalidations[request.key] == nil
            {
                state.revalidations[request.key] = Task { await self.revalidate(entry, request.revalidating) }
            }
        } else {
            return nil
        }
        return entry.outcome(at: now)
    }

    /// Returns the total of the list if it is known to end before the range; 0 if no list is that long.
    func total(endingBefore range: PageRange, _ key: CacheKey) -> Int? {
        guard range.offset > 0, let list = key.list else { return nil }
        let now = now()
        return state.withLock { state in
            let end = state.ends.use(list).flatMap { end in
                end.date <= now && now < end.date + policy.freshnessLifetime(of: key) ? end : nil
            }
            guard range.offset >= end?.offset ?? Self.maximumListLength else { return nil }
            state.count(.negative)
            return end?.total ?? 0
        }
    }

    /// An upper bound of the items of a list: Marvel had 141,312 stories.
    private static let maximumListLength = 2_000_000

    /// Waits for all calls and for writes to disk.
    func waitUntilIdle() async {
        while true {
            let (calls, revalidations) = state.withLock { (Array($0.calls.values), Array($0.revalidations.values)) }
            if calls.isEmpty && revalidations.isEmpty { break }
            for call in calls { _ = await call.value }
            for revalidation in revalidations { await revalidation.value }
        }
        await store?.flush()
    }

    var metrics: CacheMetrics {
        var metrics = CacheMetrics()
        gate.add(to: &metrics)
        metrics.disk = (store as? CacheDatabase)?.usage
        metrics.heroIndex = heroes.usage
        metrics.workIndex = works.usage
        state.withLock { state in
            metrics.results = state.results
            metrics.revalidations = state.revalidationResults
            metrics.storeReads = state.storeReads
            metrics.memory = CacheMetrics.Usage(
                bytes: state.entries.cost, entries: state.entries.count, evictions: state.evictions)
        }
        return metrics
    }
}
