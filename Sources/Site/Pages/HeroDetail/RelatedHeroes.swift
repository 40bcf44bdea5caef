import Heroes

/// The heroes that share works with a hero.
///
/// A work with few heroes counts more than one with many, and a hero who is in every second work counts less: the score
/// is the sum of 1/n over the shared works with n heroes each, divided by the square root of the hero's works.
struct RelatedHeroes {
    /// The sum of 1/n over the works that a hero shares.
    private var shared: [Hero.ID: Double] = [:]
    /// The number of works that a hero is in.
    private var counts: [Hero.ID: Int] = [:]

    /// Counts the heroes of these works; if `candidates` is empty, all that share a work.
    init(of id: Hero.ID, in works: [Work], candidates: Set<Hero.ID>) {
        for work in works where work.heroes.contains(where: { $0.id == id }) {
            for other in work.heroes where other.id != id && (candidates.isEmpty || candidates.contains(other.id)) {
                shared[other.id, default: 0] += 1 / Double(work.heroes.count)
            }
        }
        // Most heroes are no candidates; the filter avoids hashing them.
        var isCandidate = [Bool](repeating: false, count: 1024)
        for id in shared.keys { isCandidate[id & 1023] = true }
        for work in works {
            for hero in work.heroes where isCandidate[hero.id & 1023] && shared[hero.id] != nil {
                counts[hero.id, default: 0] += 1
            }
        }
    }

    /// The heroes that share a work.
    var ids: [Hero.ID] { shared.keys.sorted() }

    func score(_ id: Hero.ID) -> Double {
        guard let sum = shared[id], let count = counts[id] else { return 0 }
        return sum / Double(count).squareRoot()
    }

    /// Returns the heroes with the highest scores; of equal ones, those with known portraits, then the earlier ones.
    func best(_ heroes: [Hero], _ count: Int) -> [Hero] {
        let ranked = heroes.enumerated().map { index, hero in
            (hero: hero, key: (-score(hero.id), hero.thumbnail == nil ? 1 : 0, index))
        }
        return ranked.sorted { $0.key < $1.key }.prefix(count).map(\.hero)
    }
}
