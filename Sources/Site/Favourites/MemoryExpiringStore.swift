import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// Expiring values in the memory of this process; over the limit of a kind the oldest are evicted.
final class MemoryExpiringStore: ExpiringStore {
    private struct Entry: Sendable {
        let value: any Sendable
        let expiry: Date
    }

    private static let lifetime: TimeInterval = 600

    private let entries: Mutex<[ExpiringKind: LRUCache<[UInt8], Entry>]>
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
        let kinds = ExpiringKind.allCases.map { ($0, LRUCache<[UInt8], Entry>(limit: Self.limit(of: $0))) }
        entries = Mutex(Dictionary(uniqueKeysWithValues: kinds))
    }

    /// Returns the limit of bytes of undo histories, or of the number of other values.
    private static func limit(of kind: ExpiringKind) -> Int { kind == .undoHistory ? 64 << 20 : 10_000 }

    func store<Value: Codable & Sendable>(
        _ value: Value, _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) {
        try await update(kind, for: key) { (_: Value?) in value }
    }

    func update<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8], _ change: @Sendable (Value?) -> Value
    ) async throws(FavouritesError) {
        let now = now()
        entries.withLock { entries in
            // Each change is a use, so the entries are in the order of their expiry.
            while let last = entries[kind]?.last, last.value.expiry <= now { entries[kind]?.remove(last.key) }
            let value = change(Self.valid(entries[kind]?.peek(key), now))
            let entry = Entry(value: value, expiry: now + Self.lifetime)
            entries[kind]?.set(key, entry, cost: (value as? UndoHistory)?.cost ?? 1)
        }
    }

    func value<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value? {
        let now = now()
        return entries.withLock { Self.valid($0[kind]?.peek(key), now) }
    }

    func take<Value: Codable & Sendable>(
        _ kind: ExpiringKind, for key: [UInt8]
    ) async throws(FavouritesError) -> Value? {
        let now = now()
        return entries.withLock { entries in
            defer { entries[kind]?.remove(key) }
            return Self.valid(entries[kind]?.peek(key), now)
        }
    }

    private static func valid<Value>(_ entry: Entry?, _ now: Date) -> Value? {
        entry.flatMap { $0.expiry > now ? $0.value as? Value : nil }
    }
}
