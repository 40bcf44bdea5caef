import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// An index of the heroes of recent responses by id, each from the newest response.
final class HeroIndex: Sendable {
    private struct Entry: Sendable {
        let hero: Hero
        /// The time of the response.
        let date: Date
    }

    private struct State {
        var heroes: LRUCache<Hero.ID, Entry>
        var evictions = 0
    }

    private let state: Mutex<State>
    private let lifetime: Double
    private let now: @Sendable () -> Date

    /// Creates an index; the lifetime of an entry is in seconds.
    init(byteLimit: Int, lifetime: Double, now: @escaping @Sendable () -> Date) {
        state = Mutex(State(heroes: LRUCache(limit: byteLimit)))
        self.lifetime = lifetime
        self.now = now
    }

    subscript(_ id: Hero.ID) -> Hero? {
        let oldest = oldest
        return state.withLock { state in
            guard let entry = state.heroes.use(id) else { return nil }
            guard entry.date > oldest else {
                state.heroes.remove(id)
                return nil
            }
            return entry.hero
        }
    }

    /// All heroes, expired ones included.
    var all: [Hero] { state.withLock { $0.heroes.valuesByUse.map(\.hero) } }

    /// Returns the spelling of a name's prefix with these letters.
    func spelling(startingWith letters: Letters) -> String? {
        let oldest = oldest
        let entries = state.withLock { Array($0.heroes.valuesByUse) }
        return entries.lazy.filter { $0.date > oldest }.compactMap { letters.spelling(in: $0.hero.name) }.first
    }

    func insert(_ heroes: [Hero], date: Date) {
        state.withLock { state in
            for hero in heroes where state.heroes.peek(hero.id).map({ $0.date <= date }) ?? true {
                let cost = LRUCache<Hero.ID, Entry>.bytesPerValue + hero.heapBytes
                state.evictions += state.heroes.set(hero.id, Entry(hero: hero, date: date), cost: cost).count
            }
        }
    }

    func remove(_ id: Hero.ID) { state.withLock { $0.heroes.remove(id) } }

    var usage: CacheMetrics.Usage {
        state.withLock { state in
            CacheMetrics.Usage(bytes: state.heroes.cost, entries: state.heroes.count, evictions: state.evictions)
        }
    }

    private var oldest: Date { now() - lifetime }
}
