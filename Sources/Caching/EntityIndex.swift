import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// An index of the heroes or works of recent responses by id, each from the newest response.
final class EntityIndex<Value: IndexedEntity>: Sendable {
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
        self.lifetime = lifetime
        self.now = now
    }

    subscript(_ id: Value.ID) -> Value? {
        let oldest = oldest
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

    /// All values that have not expired.
    var current: [Value] {
        let oldest = oldest
        return state.withLock { $0.entries.valuesByUse.filter { $0.date > oldest }.map(\.value) }
    }

    func insert(_ values: [Value], date: Date) {
        state.withLock { state in
            for value in values where state.entries.peek(value.id).map({ $0.date <= date }) ?? true {
                let cost = LRUCache<Value.ID, Entry>.bytesPerValue + value.heapBytes
                state.evictions += state.entries.set(value.id, Entry(value: value, date: date), cost: cost).count
            }
        }
    }

    func remove(_ id: Value.ID) { state.withLock { $0.entries.remove(id) } }

    var usage: CacheMetrics.Usage {
        state.withLock { state in
            CacheMetrics.Usage(bytes: state.entries.cost, entries: state.entries.count, evictions: state.evictions)
        }
    }

    private var oldest: Date { now() - lifetime }
}

/// A hero or a work, with the bytes of heap memory that it references.
protocol IndexedEntity: Identifiable, Sendable where ID: Sendable {
    var heapBytes: Int { get }
}

extension Hero: IndexedEntity {}
extension Work: IndexedEntity {}

extension EntityIndex<Hero> {
    /// Returns the spelling of a name's prefix with these letters.
    func spelling(startingWith letters: Letters) -> String? {
        current.lazy.compactMap { letters.spelling(in: $0.name) }.first
    }
}
