import Basics
import FoundationEssentials
import Synchronization

/// Values that are kept in memory for ten minutes and can be taken once; of too many the oldest are evicted.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let expiry: Date
    }

    private static var lifetime: TimeInterval { 600 }

    private let entries: Mutex<LRUCache<Key, Entry>>

    init(limit: Int) { entries = Mutex(LRUCache(limit: 0, countLimit: limit)) }

    func store(_ value: Value, for key: Key, now: Date) { update(for: key, now: now) { _ in value } }

    /// Keeps what the change makes of the value, or of nil if there is none.
    func update(for key: Key, now: Date, _ change: (Value?) -> Value) {
        entries.withLock { entries in
            let value = change(Self.valid(entries.peek(key), now))
            entries.set(key, Entry(value: value, expiry: now + Self.lifetime), cost: 0)
        }
    }

    /// Keeps the value in place of every other key of an equal one, so that no visitor can evict what others keep.
    func storeUnique(_ value: Value, for key: Key, now: Date) where Value: Equatable {
        entries.withLock { entries in
            for other in Array(entries.keysByUse) where entries.peek(other)?.value == value { entries.remove(other) }
        }
        store(value, for: key, now: now)
    }

    /// Returns the value, which stays.
    func value(for key: Key, now: Date) -> Value? { entries.withLock { Self.valid($0.peek(key), now) } }

    /// Returns the value and removes it.
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
