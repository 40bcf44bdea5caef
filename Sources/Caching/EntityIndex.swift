import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// An index of the heroes or topics of recent responses by id, each from the newest response.
final class EntityIndex<Value: Identifiable & Codable & Sendable>: Sendable where Value.ID: Sendable {
    private let entries: Mutex<LRUCache<Value.ID, Value>>

    init(byteLimit: Int) { entries = Mutex(LRUCache(limit: byteLimit)) }

    subscript(_ id: Value.ID) -> Value? { entries.withLock { $0.use(id) } }

    var all: [Value] { entries.withLock { Array($0.valuesByUse) } }

    /// Adds the values of a response that has just arrived.
    func insert(_ values: [Value]) {
        guard !values.isEmpty else { return }
        // Values are plain data, which can always be encoded. Decoded, they take about twice the bytes.
        let bytes = (try? JSONEncoder().encode(values).count) ?? 0
        let cost = 2 * bytes / values.count + 200
        entries.withLock { entries in
            for value in values { entries.set(value.id, value, cost: cost) }
        }
    }

    /// Adds the stored part of the value of a call, or removes it if the source does not have it any more.
    func update(
        _ id: Value.ID, _ stored: (Value) -> Value, _ fetch: () async throws(HeroError) -> Attributed<Value>
    ) async throws(HeroError) -> Attributed<Value> {
        do throws(HeroError) {
            let response = try await fetch()
            insert([stored(response.value)])
            return response
        } catch {
            if error == .notFound { entries.withLock { $0.remove(id) } }
            throw error
        }
    }
}
