import Heroes
import Synchronization

/// The heroes that share most works with another one, from an index of the cached works.
final class RelatedHeroes: Sendable {
    /// The works by their heroes, for one revision of the source.
    final class Index: Sendable {
        /// The heroes of each work.
        private let heroes: [[Hero.ID]]
        /// The positions of a hero's works in `heroes`.
        private let works: [Hero.ID: [Int]]
        fileprivate let revision: UInt64?
        fileprivate let time: Int
        /// The heroes of the pages since the index was built.
        private let related = Mutex<[Hero.ID: RelatedView.Selection?]>([:])

        init(_ source: any HeroSource, time: Int) {
            (revision, self.time) = (source.revision, time)
            var (heroes, works) = ([[Hero.ID]](), [Hero.ID: [Int]]())
            for work in source.cachedWorks where work.heroes.count > 1 {
                for hero in work.heroes { works[hero.id, default: []].append(heroes.count) }
                heroes.append(work.heroes.map(\.id))
            }
            (self.heroes, self.works) = (heroes, works)
        }

        /// Returns the selection for the hero's page, which is made if it is missing.
        func selection(
            for id: Hero.ID, _ select: (_ scores: [Hero.ID: Int]) -> RelatedView.Selection?
        ) -> RelatedView.Selection? {
            if let known = related.withLock({ $0[id] }) { return known }
            let selection = select(scores(of: id))
            related.withLock { $0[id] = .some(selection) }
            return selection
        }

        /// Returns the score of each hero that shares a work with this one, in millionths, so that the order of the
        /// works does not matter.
        ///
        /// A work with few heroes counts more than one with many, and a hero who is in every second work counts less:
        /// the score is the sum of 1/n over the shared works with n heroes, divided by the square root of the hero's
        /// works.
        private func scores(of id: Hero.ID) -> [Hero.ID: Int] {
            var shared: [Hero.ID: Double] = [:]
            for work in works[id] ?? [] {
                for other in heroes[work] where other != id {
                    shared[other, default: 0] += 1 / Double(heroes[work].count)
                }
            }
            var scores: [Hero.ID: Int] = [:]
            for (other, sum) in shared {
                let count = works[other]?.count ?? 1
                scores[other] = Int((1_000_000 * sum / Double(count).squareRoot()).rounded())
            }
            return scores
        }
    }

    private let index = Mutex<Index?>(nil)
    private let milliseconds: @Sendable () -> Int

    /// The minimum time between two builds; an index of 10,000 works takes several milliseconds.
    private static let lifetime = 10_000

    init(milliseconds: @escaping @Sendable () -> Int) { self.milliseconds = milliseconds }

    /// Returns the index, rebuilt off the event loop if it is out of date and old enough, or if the source has no
    /// revision.
    func index(_ source: any HeroSource) async -> Index {
        if let index = index.withLock({ current($0, source) }) { return index }
        return await withTaskExecutorPreference(globalConcurrentExecutor) {
            self.index.withLock { index in
                let new = self.current(index, source) ?? Index(source, time: self.milliseconds())
                index = new
                return new
            }
        }
    }

    private func current(_ index: Index?, _ source: any HeroSource) -> Index? {
        guard let index, let revision = source.revision else { return nil }
        return index.revision == revision || milliseconds() - index.time < Self.lifetime ? index : nil
    }
}
