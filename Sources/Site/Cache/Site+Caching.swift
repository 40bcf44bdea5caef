import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// Returns a static file or a cached page without asking the source or the store.
    package func immediateResponse(to head: RequestHead) -> ImmediateResponse? {
        guard !configuration.isDevelopment else { return nil }
        if let file = files?.immediateResponse(to: head) {
            return ImmediateResponse(file, route: Route.Name.file.rawValue)
        }
        guard let key = PageKey(head), let page = pageCache.page(key, at: configuration.milliseconds()),
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
    func caching(_ response: Response, at route: Route, revision: UInt64?, _ context: PageContext) -> Response {
        guard response.status == .ok, response.isCacheable, let revision, context.canReadFavourites,
            !configuration.isDevelopment, let key = PageKey(RequestHead(context.http)),
            let cached = CachedResponse(response, for: context.http)
        else { return response }
        let page = PageCache.Page(
            cached, route.address.name, context, revision: revision, time: configuration.milliseconds())
        pageCache.store(page, for: key)
        return cached.respond(to: context.http)
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
