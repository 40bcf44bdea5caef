import Basics
import HTTP
import Heroes
import Synchronization

/// A cache of rendered pages.
///
/// A page is valid for a short time, and only while the source's revision and the visitor's favourites are unchanged.
/// After that it is rendered again, so that the source's cache sees which entries are still used.
final class PageCache: Sendable {
    /// A page with the state that it depends on.
    final class Page: Sendable {
        let response: CachedResponse
        let route: Route.Name
        /// Nil for a visitor without favourites.
        let visitor: Visitor?
        /// The version of the visitor's favourites.
        let version: UInt64
        /// The latest revision of the favourites that the browser had seen.
        let seenRevision: UInt64?
        /// The revision of the source.
        let revision: UInt64
        /// The monotonic time in milliseconds.
        let time: Int

        init(_ response: CachedResponse, _ route: Route.Name, _ request: PageRequest, revision: UInt64, time: Int) {
            (self.response, self.route, self.revision, self.time) = (response, route, revision, time)
            (visitor, version) = (request.visitor, request.favouritesVersion)
            seenRevision = request.seenRevision
        }
    }

    private let pages: Mutex<LRUCache<PageKey, Page>>
    private let lifetime: Int

    init(byteLimit: Int, lifetime: Duration) {
        pages = Mutex(LRUCache(limit: byteLimit))
        self.lifetime = lifetime.milliseconds
    }

    /// Returns the page unless it has expired; the caller checks its other dependencies.
    func page(_ key: PageKey, at time: Int) -> Page? {
        let page = pages.withLock { $0.use(key) }
        return page.flatMap { time - $0.time < lifetime ? $0 : nil }
    }

    func store(_ page: Page, for key: PageKey) {
        // The address and the cookies may be longer than the page.
        pages.withLock { _ = $0.set(key, page, cost: page.response.cost + key.lines.count) }
    }
}
