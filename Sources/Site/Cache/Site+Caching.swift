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
        guard let key = PageKey(head), let page = pageCache.page(key, at: environment.milliseconds()),
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
    func caching(_ response: Response, at route: Route, revision: UInt64?, _ request: PageRequest) -> Response {
        guard response.status == .ok, response.isCacheable, let revision, request.canReadFavourites,
            !configuration.isDevelopment, let key = PageKey(RequestHead(request.http)),
            let cached = CachedResponse(response, for: request.http)
        else { return response }
        let page = PageCache.Page(cached, route.name, request, revision: revision, time: environment.milliseconds())
        pageCache.store(page, for: key)
        return cached.respond(to: request.http)
    }
}

extension Response {
    /// Returns the page with an Age field (RFC 9111 section 5.1) if its oldest result comes from a cache.
    func aged(_ seconds: Int?) -> Response {
        guard let seconds, seconds > 0 else { return self }
        var response = self
        response.fields[.age] = String(seconds)
        return response
    }

    /// Returns the page marked as cacheable while the source's revision and the favourites are unchanged.
    func repeatable() -> Response {
        var response = self
        response.isCacheable = true
        return response
    }
}
