import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The heroes met lately in any answer, as they were told last.
final class KnownHeroes: Sendable {
    private struct Acquaintance: Sendable {
        let hero: Hero
        /// When the source told of it.
        let told: Date
    }

    private struct State {
        var heroes: LRUCache<Hero.ID, Acquaintance>
        var evictions = 0
    }

    private let state: Mutex<State>
    private let lifetime: Double
    private let now: @Sendable () -> Date

    /// The lifetime is the seconds for which what was told of a hero counts.
    init(byteLimit: Int, lifetime: Double, now: @escaping @Sendable () -> Date) {
        state = Mutex(State(heroes: LRUCache(limit: byteLimit)))
        self.lifetime = lifetime
        self.now = now
    }

    subscript(_ id: Hero.ID) -> Hero? {
        let oldest = oldest
        return state.withLock { state in
            guard let met = state.heroes.use(id) else { return nil }
            guard met.told > oldest else {
                state.heroes.remove(id)
                return nil
            }
            return met.hero
        }
    }

    /// All of them, however long ago they were met.
    var all: [Hero] { state.withLock { $0.heroes.valuesByUse.map(\.hero) } }

    /// How the start of one of their names is written, for these letters of it.
    func spelling(startingWith letters: Letters) -> String? {
        let oldest = oldest
        let met = state.withLock { Array($0.heroes.valuesByUse) }
        return met.lazy.filter { $0.told > oldest }.compactMap { letters.spelling(in: $0.hero.name) }.first
    }

    func meet(_ met: [Hero], told: Date) {
        state.withLock { state in
            for hero in met where state.heroes.peek(hero.id).map({ $0.told <= told }) ?? true {
                // The hero's own bytes are those of the value in the table.
                let cost = LRUCache<Hero.ID, Acquaintance>.bytesPerValue + hero.byteCount
                let forgotten = state.heroes.set(hero.id, Acquaintance(hero: hero, told: told), cost: cost)
                state.evictions += forgotten.count
            }
        }
    }

    func forget(_ id: Hero.ID) { state.withLock { $0.heroes.remove(id) } }

    var space: CacheFigures.Space {
        state.withLock { state in
            CacheFigures.Space(bytes: state.heroes.cost, entries: state.heroes.count, evictions: state.evictions)
        }
    }

    private var oldest: Date { now() - lifetime }
}
