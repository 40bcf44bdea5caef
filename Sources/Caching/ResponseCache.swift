import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The key of a cached response.
package protocol ResponseKey: Hashable, Sendable {
    /// The key as unique text, for the store and the log.
    var text: String { get }
    /// True if the response is part of an index that is loaded at start.
    var isIndexed: Bool { get }
    /// The freshness lifetime (RFC 9111, section 4.2.1) of the response, in seconds.
    var lifetime: Double { get }
}

/// A cache of responses of any type.
package protocol AnyResponseCache: Sendable {
    /// A counter of new and changed responses.
    var revision: UInt64 { get }
    var metrics: ResponseCacheMetrics { get }
    /// Waits for all calls, but not for writes of the store.
    func waitUntilIdle() async
}

extension [any AnyResponseCache] {
    package var revision: UInt64 { reduce(0) { $0 &+ $1.revision } }

    package var metrics: ResponseCacheMetrics { reduce(into: ResponseCacheMetrics()) { $0 += $1.metrics } }

    package func waitUntilIdle() async { for cache in self { await cache.waitUntilIdle() } }
}

/// Responses of one type in memory and in a store; concurrent requests with the same key share one call, and a stale
/// response is served while it is requested again.
package final class ResponseCache<Key: ResponseKey, Value: Codable & Sendable>: AnyResponseCache {
    /// Calls the source; true if the response is a revalidation that no visitor waits for.
    package typealias Fetch = @Sendable (_ isRevalidation: Bool) async throws(HeroError) -> Value

    private struct Entry: Sendable {
        /// Nil if the source does not have the object.
        let value: Value?
        /// The hash of the encoded value, to find out whether a new response differs.
        let digest: Int
        let date: Date
    }

    /// The failure of the latest call for an object, and the time of the next one.
    private struct Failure: Sendable {
        let error: HeroError
        let date: Date
        let end: Date

        /// Returns false if the clock was set back, since the remaining time is unknown then.
        func isValid(at now: Date) -> Bool { date <= now && now < end }
    }

    private typealias Call = Task<Result<Value, HeroError>, Never>

    private struct State {
        var entries: LRUCache<Key, Entry>
        /// Unstructured tasks, so that no request can cancel a call for the others.
        var calls: [Key: Call] = [:]
        /// The failures since the last success of the same object; beside the entries, because a failure may outlive one.
        var failures = LRUCache<Key, Failure>(limit: 1000)
        var metrics = ResponseCacheMetrics()

        mutating func count(_ result: CacheResult) {
            metrics.results[result, default: 0] += 1
            result.status.map { Trace.current?.record($0) }
        }
    }

    private let absenceLifetime: Double
    private let staleLifetime: Double
    private let failureLifetime: Double?
    private let store: (any ResponseStore)?
    private let isIncomplete: @Sendable (Value) -> Bool
    private let now: @Sendable () -> Date
    private let report: @Sendable (CacheEvent) -> Void
    private let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)

    /// The seconds until the next revalidation after a failure.
    private static var retryDelay: Double { 30 }

    /// Creates a cache that takes about `byteLimit` bytes of memory. Without a store, responses are in memory only.
    ///
    /// The absence of an object is believed for `absenceLifetime` seconds. After its own lifetime, a response is served
    /// for `staleLifetime` seconds: both stale-while-revalidate and stale-if-error of RFC 5861. An object that fails is
    /// requested again after `failureLifetime` seconds; without that, a missing one is requested each time. An incomplete
    /// value is believed no longer than an absence.
    package init(
        absenceLifetime: Double, staleLifetime: Double, failureLifetime: Double? = nil, byteLimit: Int,
        store: (any ResponseStore)? = nil, isIncomplete: @escaping @Sendable (Value) -> Bool = { _ in false },
        now: @escaping @Sendable () -> Date, report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        (self.absenceLifetime, self.staleLifetime) = (absenceLifetime, staleLifetime)
        (self.failureLifetime, self.store, self.isIncomplete) = (failureLifetime, store, isIncomplete)
        (self.now, self.report) = (now, report)
        state = Mutex(State(entries: LRUCache(limit: byteLimit)))
    }

    package var revision: UInt64 { changes.load(ordering: .relaxed) }

    package var metrics: ResponseCacheMetrics {
        state.withLock { state in
            var metrics = state.metrics
            (metrics.bytes, metrics.entries) = (state.entries.cost, state.entries.count)
            return metrics
        }
    }

    /// Returns the response and its age in seconds. A stale one is requested again in the background, a missing or
    /// invalid one with `fetch`; if no call is allowed, that fails with `notCached`. A failure is thrown again until the
    /// object may be requested again.
    package func response(
        to key: Key, mayCall: Bool, isValid: (Value) -> Bool = { _ in true }, fetch: @escaping Fetch
    ) async throws(HeroError) -> (value: Value, age: Int) {
        let entry = await entry(key)
        let now = now()
        if let entry {
            if let value = entry.value, isValid(value), now < entry.date + key.lifetime + staleLifetime {
                serve(entry, key, at: now, mayCall: mayCall, fetch)
                return (value, max(0, Int(now.timeIntervalSince(entry.date))))
            }
            if entry.value == nil, entry.date <= now, now < entry.date + absenceLifetime {
                state.withLock { $0.count(.negative) }
                throw .notFound
            }
        }
        guard mayCall else {
            state.withLock { $0.count(.notCached) }
            throw .notCached
        }
        return (try await call(key, since: entry?.date, isValid, fetch), 0)
    }

    /// Returns the value if it is in memory or in the store, whatever its age.
    package func stored(_ key: Key) async -> Value? { await entry(key)?.value }

    /// Returns the failure for which a missing object is not requested now; nil without one.
    package func failure(of key: Key) -> HeroError? {
        state.withLock { [now = now()] in failure(of: key, in: $0, at: now) }
    }

    /// Returns true if the response is missing or stale.
    package func isDue(_ key: Key) async -> Bool {
        guard let entry = await entry(key) else { return true }
        return !isFresh(entry, key, at: now())
    }

    /// Returns the indexed responses of the store by the texts of their keys, without those of another type.
    package func indexed() async -> [(key: String, value: Value)] {
        await store?.indexed(since: nil, at: now())?.compactMap { response in
            // Another cache may use the same store.
            (try? JSONDecoder().decode(Value.self, from: response.body)).map { (response.key, $0) }
        } ?? []
    }

    /// Saves a value; nil if the source does not have the object.
    package func save(_ key: Key, _ value: Value?) {
        let date = now()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Values are plain data, which can always be encoded.
        guard let body = try? value.map(encoder.encode) ?? Data() else { return }
        let entry = Entry(value: value, digest: Array(body).hashValue, date: date)
        insert(key, entry, bytes: body.count) { $0?.digest != entry.digest }
        store?.save([StoredResponse(key.text, isIndexed: key.isIndexed, date: date, body: body)])
    }

    package func waitUntilIdle() async {
        while let call = state.withLock({ $0.calls.values.first }) { _ = await call.value }
    }
}

extension ResponseCache {
    /// Returns true if the response is not yet due. One from the future is due: the clock was set back, and its age is
    /// unknown.
    private func isFresh(_ entry: Entry, _ key: Key, at now: Date) -> Bool {
        let lifetime = entry.value.map(isIncomplete) == true ? min(key.lifetime, absenceLifetime) : key.lifetime
        return entry.date <= now && now < entry.date + lifetime
    }

    /// Counts the use of a response, and requests it again if it is stale.
    private func serve(_ entry: Entry, _ key: Key, at now: Date, mayCall: Bool, _ fetch: @escaping Fetch) {
        state.withLock { state in
            if isFresh(entry, key, at: now) { return state.count(.fresh) }
            let hasFailed = state.failures.peek(key)?.isValid(at: now) ?? false
            state.count(hasFailed ? .staleIfError : .stale)
            guard mayCall, !hasFailed, state.calls[key] == nil else { return }
            state.calls[key] = Task { await self.request(key, isRevalidation: true, fetch) }
        }
    }

    /// Returns the response of a call that other requests may share. `date` is that of the response that cannot be
    /// served.
    private func call(
        _ key: Key, since date: Date?, _ isValid: (Value) -> Bool, _ fetch: @escaping Fetch
    ) async throws(HeroError) -> Value {
        while true {
            let (call, isOwn) = state.withLock { state -> (Call, Bool) in
                if let call = state.calls[key] {
                    state.count(.coalesced)
                    return (call, false)
                }
                // Another request's call may have ended since this one looked.
                if let entry = state.entries.peek(key), entry.date != date, entry.value.map(isValid) ?? true {
                    state.count(.coalesced)
                    let result: Result<Value, HeroError> = entry.value.map { .success($0) } ?? .failure(.notFound)
                    return (Task { result }, true)
                }
                if let error = failure(of: key, in: state, at: now()) {
                    state.count(.negative)
                    return (Task { .failure(error) }, true)
                }
                state.count(.miss)
                let call = Task { await self.request(key, isRevalidation: false, fetch) }
                state.calls[key] = call
                return (call, true)
            }
            let result = await call.value
            // The other visitor's network had no calls left; this one may have some.
            if case .failure(.quotaExceeded) = result, !isOwn { continue }
            return try result.get()
        }
    }

    private func request(_ key: Key, isRevalidation: Bool, _ fetch: Fetch) async -> Result<Value, HeroError> {
        let result: Result<Value, HeroError>
        do throws(HeroError) {
            result = .success(try await fetch(isRevalidation))
        } catch {
            result = .failure(error)
        }
        switch result {
        case .success(let value): save(key, value)
        case .failure(.notFound): save(key, nil)
        case .failure(let error):
            if isRevalidation, error != .cancelled { report(.revalidationFailed(key.text, error)) }
        }
        state.withLock { [now = now()] state in
            // With the end of the call, so that no other request makes one in between.
            state.calls[key] = nil
            if case .failure(let error) = result, error != .notFound {
                state.failures.set(key, Failure(error: error, date: now, end: now + delay(after: error)))
            } else {
                state.failures.remove(key)
            }
        }
        return result
    }

    /// Returns the seconds until the next call.
    private func delay(after error: HeroError) -> Double {
        let delay = error.concernsObject ? failureLifetime ?? Self.retryDelay : Self.retryDelay
        return max(delay, Double(error.requestedPause ?? 0))
    }

    private func failure(of key: Key, in state: State, at now: Date) -> HeroError? {
        guard failureLifetime != nil, let failure = state.failures.peek(key), failure.isValid(at: now),
            failure.error.concernsObject
        else { return nil }
        return failure.error
    }

    /// Returns the response in memory, or the one in the store if that is missing or stale.
    private func entry(_ key: Key) async -> Entry? {
        let entry = state.withLock { $0.entries.use(key) }
        if let entry, isFresh(entry, key, at: now()) { return entry }
        return await load(key, newerThan: entry?.date) ?? entry
    }

    private func load(_ key: Key, newerThan date: Date?) async -> Entry? {
        guard let store, let stored = await store.load(key.text, at: now()), date.map({ $0 < stored.date }) ?? true
        else {
            return nil
        }
        let value = stored.body.isEmpty ? nil : try? JSONDecoder().decode(Value.self, from: stored.body)
        guard stored.body.isEmpty || value != nil else {
            // A response of another version of the program is requested again.
            store.remove(key.text)
            return nil
        }
        let entry = Entry(value: value, digest: Array(stored.body).hashValue, date: stored.date)
        insert(key, entry, bytes: stored.body.count) { old in old.map { $0.digest != entry.digest } ?? false }
        return entry
    }

    private func insert(_ key: Key, _ entry: Entry, bytes: Int, isChange: (Entry?) -> Bool) {
        state.withLock { state in
            if isChange(state.entries.peek(key)) { changes.wrappingAdd(1, ordering: .relaxed) }
            // Decoded values take about twice the bytes of their text.
            state.metrics.evictions += state.entries.set(key, entry, cost: 2 * bytes + 200).count
        }
    }
}
