import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The records in memory and in a store; concurrent requests for a record share one call, on all machines that share the
/// store, and a record that is too old is served while it is requested again.
final class RecordStore: Sendable {
    typealias Caller = ComicVineClient.Caller
    typealias Call = Task<Result<any Sendable, HeroError>, Never>

    /// A record; its value is nil if the source does not have the object.
    private struct Record: Sendable {
        let date: Date
        let value: (any Sendable)?
        /// The record as it was loaded; nil if this process has saved it.
        var stored: StoredResponse?
    }

    private struct State {
        var records: LRUCache<RecordKey, Record>
        var calls: [RecordKey: Call] = [:]
        /// The times before which an old record is not requested again after a failure.
        var retries: [RecordKey: Date] = [:]
    }

    /// Nil to keep records in memory only.
    private let store: (any ResponseStore)?
    private let now: @Sendable () -> Date
    private let state: Mutex<State>
    /// A counter of new records.
    let revision = Atomic<UInt64>(0)

    /// Seconds until an old record is requested again after a failure.
    private static let retryDelay = 60.0

    init(_ store: (any ResponseStore)?, byteLimit: Int, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
        state = Mutex(State(records: LRUCache(limit: byteLimit)))
    }

    /// Returns the record's value, requested with `fetch` if it is missing or not valid. Without a caller there is no
    /// call, but `notCached`.
    func value<Value: Codable & Sendable>(
        _ key: RecordKey, for caller: Caller?, isValid: (Value) -> Bool = { _ in true },
        _ fetch: @escaping @Sendable (Caller) async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        let start = now()
        if let record = await record(key, Value.self) {
            let age = now().timeIntervalSince(record.date)
            if let value = record.value as? Value {
                if isValid(value) {
                    Trace.current?.record(age < key.lifetime ? .fresh : .stale)
                    if age >= key.lifetime, caller != nil { refresh(key, fetch) }
                    return value
                }
            } else if age < RecordKey.absenceLifetime {
                throw .notFound
            }
        }
        guard let caller else { throw .notCached }
        Trace.current?.record(.miss)
        return try await call(key, for: caller, since: start, fetch)
    }

    /// Returns the value if it is in memory or in the store, whatever its age.
    func stored<Value: Codable & Sendable>(_ key: RecordKey, _ type: Value.Type = Value.self) async -> Value? {
        await record(key, type)?.value as? Value
    }

    /// Returns true if the record is missing or has to be requested again.
    func isDue(_ key: RecordKey, _ type: (some Codable & Sendable).Type) async -> Bool {
        guard let record = await record(key, type) else { return true }
        return now().timeIntervalSince(record.date) >= key.lifetime
    }

    /// Returns the issues of all story arcs that were read.
    func storedArcIssues() async -> [(arc: Int, issues: [Int])] {
        let prefix = "arc-issues "
        let records = await store?.indexed(since: nil, limit: .max, at: now()) ?? []
        return records.compactMap { record in
            // A record of another version of the program is requested again.
            guard record.key.hasPrefix(prefix), let id = Int(record.key.dropFirst(prefix.count)),
                let issues = try? JSONDecoder().decode([Int].self, from: record.body)
            else { return nil }
            return (id, issues)
        }
    }

    /// Saves a value; nil if the source does not have the object.
    func save(_ key: RecordKey, _ value: (some Codable & Sendable)?) {
        let date = now()
        // Values are plain data, which can always be encoded.
        guard let body = try? value.map({ try JSONEncoder().encode($0) }) ?? Data() else { return }
        insert(key, Record(date: date, value: value), bytes: body.count)
        revision.wrappingAdd(1, ordering: .relaxed)
        store?.save([StoredResponse(key.text, isIndexed: key.isIndexed, date: date, body: body)])
    }

    /// Waits for all calls.
    func waitUntilIdle() async {
        while let call = state.withLock({ $0.calls.values.first }) { _ = await call.value }
    }

    private func call<Value: Codable & Sendable>(
        _ key: RecordKey, for caller: Caller, since start: Date,
        _ fetch: @escaping @Sendable (Caller) async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        while true {
            let (call, isOwn) = state.withLock { state -> (Call, Bool) in
                if let call = state.calls[key] { return (call, false) }
                // Another request's call may have ended since this one looked.
                if let record = state.records.peek(key), record.date >= start {
                    return (Task { record.value.map { .success($0) } ?? .failure(.notFound) }, true)
                }
                // An unstructured task, so that no visitor can cancel the call for the others.
                let call = Task { await self.run(key, caller, fetch) }
                state.calls[key] = call
                return (call, true)
            }
            let result = await call.value
            // The other visitor's network had no calls left; this one may have some.
            if case .failure(.quotaExceeded) = result, !isOwn { continue }
            guard let value = try result.get() as? Value else { throw .broken("the record has another type") }
            return value
        }
    }

    /// Requests an old record again, unless that is going on or has just failed.
    private func refresh<Value: Codable & Sendable>(
        _ key: RecordKey, _ fetch: @escaping @Sendable (Caller) async throws(HeroError) -> Value
    ) {
        let now = now()
        state.withLock { state in
            guard state.calls[key] == nil, state.retries[key].map({ $0 <= now }) ?? true else { return }
            state.retries[key] = now + Self.retryDelay
            state.calls[key] = Task { await self.run(key, .background, fetch) }
        }
    }

    private func run<Value: Codable & Sendable>(
        _ key: RecordKey, _ caller: Caller, _ fetch: (Caller) async throws(HeroError) -> Value
    ) async -> Result<any Sendable, HeroError> {
        let result: Result<any Sendable, HeroError>
        if let record = await claim(key, Value.self) {
            result = record.value.map { .success($0) } ?? .failure(.notFound)
        } else {
            result = await request(key, caller, fetch)
        }
        state.withLock { state in
            state.calls[key] = nil
            if case .success = result { state.retries[key] = nil }
        }
        return result
    }

    private func request<Value: Codable & Sendable>(
        _ key: RecordKey, _ caller: Caller, _ fetch: (Caller) async throws(HeroError) -> Value
    ) async -> Result<any Sendable, HeroError> {
        do throws(HeroError) {
            let value = try await fetch(caller)
            save(key, value)
            return .success(value)
        } catch {
            if error == .notFound { save(key, Value?.none) } else { store?.release(key.text) }
            return .failure(error)
        }
    }

    /// Claims the call for a record; returns nil if this process has to make it. While another machine makes it, waits
    /// for its record.
    private func claim<Value: Codable & Sendable>(_ key: RecordKey, _ type: Value.Type) async -> Record? {
        // The clocks of the machines may differ a little.
        let known = state.withLock { $0.records.peek(key) }?.date ?? now() - Self.retryDelay
        while true {
            let record = await load(key, type)
            if let record, record.date > known + 1 { return record }
            guard let store, await !store.claim(key.text, replacing: record?.stored) else { return nil }
            // Nothing cancels a call, so the pause is complete.
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Returns the record in memory, or in the store if that is missing or old.
    private func record<Value: Codable & Sendable>(_ key: RecordKey, _ type: Value.Type) async -> Record? {
        let record = state.withLock { $0.records.use(key) }
        if let record, now().timeIntervalSince(record.date) < key.lifetime { return record }
        return await load(key, type) ?? record
    }

    private func load<Value: Codable & Sendable>(_ key: RecordKey, _ type: Value.Type) async -> Record? {
        guard let store, let stored = await store.load(key.text, at: now()) else { return nil }
        let value = stored.body.isEmpty ? nil : try? JSONDecoder().decode(Value.self, from: stored.body)
        guard stored.body.isEmpty || value != nil else {
            // A record of another version of the program is requested again.
            store.remove(key.text)
            return nil
        }
        let record = Record(date: stored.date, value: value, stored: stored)
        insert(key, record, bytes: stored.body.count)
        return record
    }

    private func insert(_ key: RecordKey, _ record: Record, bytes: Int) {
        // Decoded values take about twice the bytes of their text.
        state.withLock { _ = $0.records.set(key, record, cost: 2 * bytes + 200) }
    }
}
