import Heroes
import Synchronization

/// The heroes met lately in any answer, as they were told last.
final class KnownHeroes: Sendable {
    private let heroes: Mutex<RecentlyUsed<Hero.ID, Hero>>

    init(byteLimit: Int) { heroes = Mutex(RecentlyUsed(limit: byteLimit)) }

    subscript(_ id: Hero.ID) -> Hero? { heroes.withLock { $0.use(id) } }

    /// How the start of one of their names is written, for these letters of it.
    func spelling(startingWith letters: Letters) -> String? {
        let met = heroes.withLock { Array($0.valuesByUse) }
        return met.lazy.compactMap { letters.spelling(in: $0.name) }.first
    }

    func meet(_ met: [Hero]) {
        heroes.withLock { heroes in
            for hero in met { heroes.set(hero.id, hero, cost: hero.byteCount) }
        }
    }

    func forget(_ id: Hero.ID) { heroes.withLock { $0.remove(id) } }
}
