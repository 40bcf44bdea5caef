import HTTP
import Heroes
import Synchronization

/// Whole pages as they were made lately, for requests that would get the same once more.
///
/// A page is given again as long as the source's answers are the same, the visitor's favourites are, and a short time
/// has not passed: after that it is made anew, so that the source hears which answers are still wanted.
final class PageMemory: Sendable {
    /// What a page was made of.
    struct Origins: Sendable {
        /// Nil for whoever keeps nothing.
        let visitor: Visitor?
        /// Of the visitor's favourites.
        let version: UInt64
        /// Of the source's answers.
        let edition: UInt64
        /// Milliseconds of a clock that only goes forward.
        let time: Int
    }

    final class Page: Sendable {
        let origins: Origins
        let response: RepeatedResponse
        let route: Route.Name
        /// Of the request that it was made for.
        fileprivate let lines: [UInt8]
        fileprivate let hash: Int

        init(_ response: RepeatedResponse, for key: PageKey, _ origins: Origins, route: Route.Name) {
            (self.response, self.origins, self.route) = (response, origins, route)
            (lines, hash) = (key.lines, key.hash)
        }

        /// Bytes in memory; the address and the cookies may be longer than the page.
        fileprivate var cost: Int { response.cost + lines.count }
    }

    /// Those used since the others were, by their hashes; when they are too many they become the old ones.
    private struct Generations {
        var young: [Int: Page] = [:]
        var old: [Int: Page] = [:]
        var cost = 0
    }

    private let generations = Mutex(Generations())
    /// Bytes of one generation.
    private let bound: Int
    private let lifetime: Int

    /// Keeps about so many bytes of pages.
    init(byteLimit: Int = 10 << 20, lifetime: Duration) {
        bound = byteLimit / 2
        let (seconds, attoseconds) = lifetime.components
        self.lifetime = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// The page that was remembered for such a request; who asks has to see whether its origins are still so.
    func page(_ key: PageKey) -> Page? {
        let page: Page? = generations.withLock { generations in
            if let page = generations.young[key.hash] { return page }
            guard let page = generations.old.removeValue(forKey: key.hash) else { return nil }
            keep(page, &generations)
            return page
        }
        // Another request may have the same hash; the page made last is kept then.
        return page.flatMap { key.isSame(as: $0.lines) ? $0 : nil }
    }

    func remember(_ page: Page) {
        generations.withLock { keep(page, &$0) }
    }

    func isFresh(_ origins: Origins, at time: Int) -> Bool { time - origins.time < lifetime }

    private func keep(_ page: Page, _ generations: inout Generations) {
        let former = generations.young.updateValue(page, forKey: page.hash)
        generations.cost += page.cost - (former?.cost ?? 0)
        guard generations.cost > bound else { return }
        generations.old = generations.young
        generations.young = [:]
        generations.cost = 0
    }
}
