import Heroes
import Synchronization

/// The heroes that share most works with another one, from an index of the cached works.
final class RelatedHeroes: Sendable {
    /// The works by their heroes, for one revision of the source.
    private struct Index {
        /// The heroes of each work.
        var heroes: [[Hero.ID]] = []
        /// The positions of a hero's works in `heroes`.
        var works: [Hero.ID: [Int]] = [:]
        let revision: UInt64?
        let time: Int
    }

    private let index = Mutex<Index?>(nil)
    private let milliseconds: @Sendable () -> Int

    /// The minimum time between two builds; an index of 10,000 works takes several milliseconds.
    private static let lifetime = 10_000

    init(milliseconds: @escaping @Sendable () -> Int) { self.milliseconds = milliseconds }

    /// Returns the score of each hero that shares a work with this one, in millionths, so that the order of the works
    /// does not matter.
    ///
    /// A work with few heroes counts more than one with many, and a hero who is in every second work counts less: the
    /// score is the sum of 1/n over the shared works with n heroes, divided by the square root of the hero's works.
    func scores(of id: Hero.ID, _ source: any HeroSource) -> [Hero.ID: Int] {
        index.withLock { index in
            let current = Self.current(index, source, milliseconds())
            index = current
            var shared: [Hero.ID: Double] = [:]
            for work in current.works[id] ?? [] {
                let heroes = current.heroes[work]
                for other in heroes where other != id { shared[other, default: 0] += 1 / Double(heroes.count) }
            }
            var scores: [Hero.ID: Int] = [:]
            for (other, sum) in shared {
                let count = current.works[other]?.count ?? 1
                scores[other] = Int((1_000_000 * sum / Double(count).squareRoot()).rounded())
            }
            return scores
        }
    }

    /// Returns the index, rebuilt if it is out of date and old enough, or if the source has no revision.
    private static func current(_ index: Index?, _ source: any HeroSource, _ time: Int) -> Index {
        let revision = source.revision
        if let index, revision != nil, index.revision == revision || time - index.time < lifetime { return index }
        var index = Index(revision: revision, time: time)
        for work in source.cachedWorks where work.heroes.count > 1 {
            for hero in work.heroes { index.works[hero.id, default: []].append(index.heroes.count) }
            index.heroes.append(work.heroes.map(\.id))
        }
        return index
    }
}
