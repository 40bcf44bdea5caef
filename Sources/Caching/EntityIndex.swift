import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// An index of the heroes or works of recent responses by id, each from the newest response.
final class EntityIndex<Value: Identifiable & Codable & Sendable>: Sendable where Value.ID: Sendable {
    private struct Entry: Sendable {
        let value: Value
        /// The time of the response.
        let date: Date
    }

    private struct State {
        var entries: LRUCache<Value.ID, Entry>
        var evictions = 0
    }

    private let state: Mutex<State>
    private let lifetime: Double
    private let now: @Sendable () -> Date

    /// Creates an index; the lifetime of an entry is in seconds.
    init(byteLimit: Int, lifetime: Double, now: @escaping @Sendable () -> Date) {
        state = Mutex(State(entries: LRUCache(limit: byteLimit)))
        (self.lifetime, self.now) = (lifetime, now)
    }

    subscript(_ id: Value.ID) -> Value? {
        let oldest = now() - lifetime
        return state.withLock { state in
            guard let entry = state.entries.use(id) else { return nil }
            guard entry.date > oldest else {
                state.entries.remove(id)
                return nil
            }
            return entry.value
        }
    }

    /// All values, expired ones included.
    var all: [Value] { state.withLock { $0.entries.valuesByUse.map(\.value) } }

    /// Adds the values of a response that has just arrived.
    func insert(_ values: [Value]) {
        guard !values.isEmpty else { return }
        let date = now()
        // Values are plain data, which can always be encoded. Decoded, they take about twice the bytes.
        let bytes = (try? JSONEncoder().encode(values).count) ?? 0
        let cost = 2 * bytes / values.count + 200
        state.withLock { state in
            for value in values {
                state.evictions += state.entries.set(value.id, Entry(value: value, date: date), cost: cost).count
            }
        }
    }

    func remove(_ id: Value.ID) { state.withLock { $0.entries.remove(id) } }

    var usage: CacheUsage {
        state.withLock { state in
            CacheUsage(bytes: state.entries.cost, entries: state.entries.count, evictions: state.evictions)
        }
    }
}
