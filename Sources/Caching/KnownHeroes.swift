import Heroes
import Synchronization

/// The heroes met lately in any answer, as they were told last.
final class KnownHeroes: Sendable {
    private let heroes: Mutex<RecentlyUsed<Hero.ID, Hero>>

    init(byteLimit: Int) { heroes = Mutex(RecentlyUsed(limit: byteLimit)) }

    subscript(_ id: Hero.ID) -> Hero? { heroes.withLock { $0.use(id) } }

    func meet(_ met: [Hero]) {
        heroes.withLock { heroes in
            for hero in met { heroes.set(hero.id, hero, cost: hero.byteCount) }
        }
    }

    func forget(_ id: Hero.ID) { heroes.withLock { $0.remove(id) } }
}
