import FoundationEssentials
import Synchronization

/// Values that are kept for ten minutes in memory and can be taken once; of too many the oldest go.
final class Passing<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let lifetime: TimeInterval = 600
    private let state = Mutex(State())

    private struct State {
        var entries: [Key: (value: Value, until: Date)] = [:]
        /// Every key at most once, the one kept last at the end.
        var order: [Key] = []
    }

    init(limit: Int) { self.limit = limit }

    func keep(_ value: Value, for key: Key, now: Date) { keep(for: key, now: now) { _ in value } }

    /// Keeps what becomes of the value, or of nil where there is none, from now on for ten minutes.
    func keep(for key: Key, now: Date, _ change: (Value?) -> Value) {
        state.withLock { state in
            let former = Self.remove(key, from: &state)
            let value = change(former.flatMap { $0.until > now ? $0.value : nil })
            if state.order.count == limit { state.entries[state.order.removeFirst()] = nil }
            state.entries[key] = (value, now + lifetime)
            state.order.append(key)
        }
    }

    /// The same in place of every other key of an equal value, so that nobody can drive out what others keep.
    func keepOnly(_ value: Value, for key: Key, now: Date) where Value: Equatable {
        state.withLock { state in
            for former in state.entries.filter({ $0.value.value == value }).keys { Self.remove(former, from: &state) }
        }
        keep(value, for: key, now: now)
    }

    /// The value, which stays.
    func value(for key: Key, now: Date) -> Value? {
        state.withLock { $0.entries[key].flatMap { $0.until > now ? $0.value : nil } }
    }

    /// The value, which nobody gets a second time.
    func take(_ key: Key, now: Date) -> Value? {
        state.withLock { state in
            guard let entry = Self.remove(key, from: &state), entry.until > now else { return nil }
            return entry.value
        }
    }

    @discardableResult
    private static func remove(_ key: Key, from state: inout State) -> (value: Value, until: Date)? {
        guard let entry = state.entries.removeValue(forKey: key) else { return nil }
        state.order.removeAll { $0 == key }
        return entry
    }
}
