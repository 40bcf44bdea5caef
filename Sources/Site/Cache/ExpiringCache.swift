import Basics
import FoundationEssentials
import Synchronization

/// A cache with entries that expire after ten minutes; over the limit the oldest entries are evicted.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let expiry: Date
    }

    private static var lifetime: TimeInterval { 600 }

    private let entries: Mutex<LRUCache<Key, Entry>>

    init(limit: Int) { entries = Mutex(LRUCache(limit: 0, countLimit: limit)) }

    func store(_ value: Value, for key: Key, now: Date) { update(for: key, now: now) { _ in value } }

    /// Replaces the value for the key; the closure receives the valid value, or nil.
    func update(for key: Key, now: Date, _ change: (Value?) -> Value) {
        entries.withLock { entries in
            let value = change(Self.valid(entries.peek(key), now))
            entries.set(key, Entry(value: value, expiry: now + Self.lifetime), cost: 0)
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
