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

    private let entries: Mutex<LRUCache<Value.ID, Entry>>
    private let lifetime: Double
    private let now: @Sendable () -> Date

    /// Creates an index; the lifetime of an entry is in seconds.
    init(byteLimit: Int, lifetime: Double, now: @escaping @Sendable () -> Date) {
        entries = Mutex(LRUCache(limit: byteLimit))
        (self.lifetime, self.now) = (lifetime, now)
    }

    subscript(_ id: Value.ID) -> Value? {
        let oldest = now() - lifetime
        return entries.withLock { entries in
            guard let entry = entries.use(id) else { return nil }
            if entry.date > oldest { return entry.value }
            entries.remove(id)
            return nil
        }
    }

    /// All values, expired ones included.
    var all: [Value] { entries.withLock { $0.valuesByUse.map(\.value) } }

    /// Adds the values of a response that has just arrived.
    func insert(_ values: [Value]) {
        guard !values.isEmpty else { return }
        let date = now()
        // Values are plain data, which can always be encoded. Decoded, they take about twice the bytes.
        let bytes = (try? JSONEncoder().encode(values).count) ?? 0
        let cost = 2 * bytes / values.count + 200
        entries.withLock { entries in
            for value in values { entries.set(value.id, Entry(value: value, date: date), cost: cost) }
        }
    }

    /// Adds the value of a call, or removes it if the source does not have it any more.
    func update(
        _ id: Value.ID, _ fetch: () async throws(HeroError) -> Attributed<Value>
    ) async throws(HeroError) -> Attributed<Value> {
        do throws(HeroError) {
            let response = try await fetch()
            insert([response.value])
            return response
        } catch {
            if error == .notFound { entries.withLock { $0.remove(id) } }
            throw error
        }
    }
}
