import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// Expiring values in the memory of this process; over the limit of a kind the oldest are evicted.
final class MemoryExpiringStore: ExpiringStore {
    private let caches: [ExpiringKind: ExpiringCache<[UInt8], any Sendable>]
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
        caches = Dictionary(
            uniqueKeysWithValues: ExpiringKind.allCases.map { ($0, ExpiringCache(limit: Self.limit(of: $0))) })
    }

    /// Returns the limit of bytes of undo histories, or of the number of other values.
    private static func limit(of kind: ExpiringKind) -> Int { kind == .undoHistory ? 64 << 20 : 10_000 }

    func store(
        _ value: some Codable & Sendable, _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) {
        caches[kind]?.store(value, for: key, now: now())
    }

    func update<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8], _ change: @Sendable (Value?) -> Value
    ) async throws(FavouritesError) {
        caches[kind]?.update(for: key, now: now()) { change($0 as? Value) }
    }

    func value<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value? {
        caches[kind]?.value(for: key, now: now()) as? Value
    }

    func take<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value? {
        caches[kind]?.take(key, now: now()) as? Value
    }
}

/// A cache with entries that expire after ten minutes; over the limit of their cost the oldest entries are evicted.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let expiry: Date
    }

    private static var lifetime: TimeInterval { 600 }

    private let entries: Mutex<LRUCache<Key, Entry>>

    init(limit: Int) { entries = Mutex(LRUCache(limit: limit)) }

    func store(_ value: Value, for key: Key, now: Date) { update(for: key, now: now) { _ in value } }

    /// Replaces the value for the key; the closure receives the valid value, or nil.
    func update(for key: Key, now: Date, _ change: (Value?) -> Value) {
        entries.withLock { entries in
            // Each change is a use, so the entries are in the order of their expiry.
            while let last = entries.last, last.value.expiry <= now { entries.remove(last.key) }
            let value = change(Self.valid(entries.peek(key), now))
            entries.set(
                key, Entry(value: value, expiry: now + Self.lifetime), cost: (value as? UndoHistory)?.cost ?? 1)
        }
    }

    /// Returns the value and leaves it in the cache.
    func value(for key: Key, now: Date) -> Value? { entries.withLock { Self.valid($0.peek(key), now) } }

    /// Removes the value and returns it.
    func take(_ key: Key, now: Date) -> Value? {
        entries.withLock { entries in
            defer { entries.remove(key) }
            return Self.valid(entries.peek(key), now)
        }
    }

    private static func valid(_ entry: Entry?, _ now: Date) -> Value? {
        entry.flatMap { $0.expiry > now ? $0.value : nil }
    }
}
