import Basics
import HTTP
import HTTPTypes
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
        let version: Int
        /// The latest revision of the favourites that the browser had seen.
        let seenRevision: UInt64?
        let revision: UInt64
        /// The monotonic time in milliseconds.
        let time: Int

        init(_ response: CachedResponse, _ route: Route.Name, _ visit: Visit, revision: UInt64, time: Int) {
            (self.response, self.route, self.revision, self.time) = (response, route, revision, time)
            (visitor, version) = (visit.visitor, visit.favouritesVersion)
            seenRevision = visit.seenRevision
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

/// The cache key of a page: the target, Host, Accept-Encoding, Cookie, a trusted proxy's X-Forwarded-Proto and
/// X-Forwarded-Host and, on a hero's page, Referer.
///
/// With the revision of the source and the visitor's favourites it determines the bytes of the page.
struct PageKey: Hashable, Sendable {
    /// The parts, each followed by a line feed, which no part contains.
    let lines: [UInt8]

    /// Returns nil if the response to the request is not cached.
    init?(_ head: RequestHead, behind proxies: [AddressRange]) {
        guard head.method == .get || head.method == .head else { return nil }
        var host, acceptEncoding, cookie, scheme, forwardedHost, referer: Range<Int>?
        for line in head.lines {
            guard let field = Field(rawValue: line.name.count), head.isNamed(line, field.name) else { continue }
            switch field {
            case .host where host == nil: host = line.value
            case .acceptEncoding where acceptEncoding == nil: acceptEncoding = line.value
            case .cookie where cookie == nil: cookie = line.value
            case .scheme where scheme == nil: scheme = line.value
            case .forwardedHost where forwardedHost == nil: forwardedHost = line.value
            case .referer where referer == nil: referer = line.value
            // A repeated field, or a field that changes the response.
            default: return nil
            }
        }
        // Only a hero's page depends on the Referer, for its way back.
        if !head.target.starts(with: "/heroes/".utf8) { referer = nil }
        if scheme ?? forwardedHost != nil, !head.isFrom(proxies) { (scheme, forwardedHost) = (nil, nil) }
        var lines: [UInt8] = []
        lines.reserveCapacity(head.bytes.count)
        for part in [head.targetRange, host, acceptEncoding, cookie, scheme, forwardedHost, referer] {
            if let part { lines += head.bytes[part] }
            lines.append(UInt8(ascii: "\n"))
        }
        self.lines = lines
    }

    // Hashing all bytes at once takes a fraction of the time.
    func hash(into hasher: inout Hasher) { lines.withUnsafeBytes { hasher.combine(bytes: $0) } }

    /// The relevant fields; the raw value is the length of the name.
    private enum Field: Int {
        case host = 4
        case cookie = 6
        case referer = 7
        case ifMatch = 8
        case purpose = 11
        case acceptEncoding = 15
        case forwardedHost = 16
        case scheme = 17

        var name: StaticString {
            switch self {
            case .host: "host"
            case .cookie: "cookie"
            case .referer: "referer"
            case .ifMatch: "if-match"
            case .purpose: "sec-purpose"
            case .acceptEncoding: "accept-encoding"
            case .forwardedHost: "x-forwarded-host"
            case .scheme: "x-forwarded-proto"
            }
        }
    }
}

extension Site {
    /// Returns a static file or a cached page without asking the source or the store.
    package func immediateResponse(to head: RequestHead) -> ImmediateResponse? {
        guard !configuration.isDevelopment else { return nil }
        if let file = files?.immediateResponse(to: head) {
            return ImmediateResponse(file, route: Route.Name.file.rawValue)
        }
        guard let key = PageKey(head, behind: configuration.trustedProxies),
            let page = pageCache.page(key, at: configuration.milliseconds()),
            isCurrent(page), let response = page.response.serialized  // Accept-Encoding is part of the key.
        else { return nil }
        return ImmediateResponse(response, route: page.route.rawValue, cacheStatus: .fresh)
    }

    /// Returns true if the source's revision and the visitor's favourites are unchanged since the page was rendered.
    private func isCurrent(_ page: PageCache.Page) -> Bool {
        guard source.revision == page.revision else { return false }
        guard let visitor = page.visitor else { return true }
        return favourites.cachedFavourites(of: visitor, since: page.seenRevision)?.version == page.version
    }

    /// Stores a repeatable response in the page cache, and returns it in the stored content coding.
    ///
    /// `revision` is the source's before the page was rendered, so that a change during rendering makes the page
    /// invalid.
    func caching(_ response: Response, at route: Route, revision: UInt64?, _ visit: Visit) -> Response {
        guard response.status == .ok, response.isCacheable, let revision, visit.canReadFavourites,
            !configuration.isDevelopment,
            let key = PageKey(RequestHead(visit.request), behind: configuration.trustedProxies),
            let cached = CachedResponse(response, for: visit.request)
        else { return response }
        let page = PageCache.Page(
            cached, route.address.name, visit, revision: revision, time: configuration.milliseconds())
        pageCache.store(page, for: key)
        return cached.respond(to: visit.request)
    }
}

/// A response that is available without waiting.
package struct ImmediateResponse: Sendable {
    package var response: SerializedResponse
    /// The raw value of the route, as in `Trace`.
    package let route: UInt8
    /// The cache status of the results on the page; `none` for anything but a page.
    package let cacheStatus: Trace.CacheStatus

    package init(_ response: SerializedResponse, route: UInt8, cacheStatus: Trace.CacheStatus = .none) {
        (self.response, self.route, self.cacheStatus) = (response, route, cacheStatus)
    }
}
