import FoundationEssentials
import Heroes

/// Expiring values in the memory of this process; over the limit of a kind the oldest are evicted.
final class MemoryExpiringStore: ExpiringStore {
    private let caches: [ExpiringKind: ExpiringCache<[UInt8], any Sendable>]
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
        caches = Dictionary(
            uniqueKeysWithValues: ExpiringKind.allCases.map { ($0, ExpiringCache(limit: Self.limit(of: $0))) })
    }

    private static func limit(of kind: ExpiringKind) -> Int {
        switch kind {
        case .undoHistory, .importResult: 500
        case .transferCode, .visitorCode: 10_000
        }
    }

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
