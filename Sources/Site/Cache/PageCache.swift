import Basics
import HTTP
import Heroes
import Synchronization

/// Whole pages that were rendered lately, for requests that would get the same again.
///
/// A page is valid as long as the source's answers and the visitor's favourites are the same, and for a short time: after
/// that it is rendered again, so that the source learns which answers are still in use.
final class PageCache: Sendable {
    /// The state that a page depends on.
    struct Dependencies: Sendable {
        /// Nil for a visitor without favourites.
        let visitor: Visitor?
        /// The version of the visitor's favourites.
        let version: UInt64
        /// The version of the source's answers.
        let edition: UInt64
        /// Milliseconds of a clock that only goes forward.
        let time: Int
    }

    final class Page: Sendable {
        let dependencies: Dependencies
        let response: CachedResponse
        let route: Route.Name
        /// The parts of the request that decide the page.
        fileprivate let lines: [UInt8]

        init(_ response: CachedResponse, for key: PageKey, _ dependencies: Dependencies, route: Route.Name) {
            (self.response, self.dependencies, self.route, lines) = (response, dependencies, route, key.lines)
        }
    }

    private let pages: Mutex<LRUCache<Int, Page>>
    private let lifetime: Int

    init(byteLimit: Int = 10 << 20, lifetime: Duration) {
        pages = Mutex(LRUCache(limit: byteLimit))
        self.lifetime = lifetime.milliseconds
    }

    /// Returns the page of such a request; the caller checks its dependencies.
    func page(_ key: PageKey) -> Page? {
        let page = pages.withLock { $0.use(key.hash) }
        // Another request may have the same hash; the page rendered last is kept then.
        return page.flatMap { key.isSame(as: $0.lines) ? $0 : nil }
    }

    func store(_ page: Page, for key: PageKey) {
        // The address and the cookies may be longer than the page.
        pages.withLock { _ = $0.set(key.hash, page, cost: page.response.cost + page.lines.count) }
    }

    func isFresh(_ dependencies: Dependencies, at time: Int) -> Bool { time - dependencies.time < lifetime }
}
