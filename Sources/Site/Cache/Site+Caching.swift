import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// Returns the file, or the page that was rendered lately, without asking the source or the store.
    package func immediateResponse(to head: RequestHead) -> ImmediateResponse? {
        guard !configuration.isDevelopment else { return nil }
        if let file = files?.immediateResponse(to: head) {
            return ImmediateResponse(file, route: Route.Name.file.rawValue)
        }
        guard let key = PageKey(head), let page = pageCache.page(key, at: environment.milliseconds()),
            isCurrent(page), let response = page.response.whole  // Accept-Encoding is part of the key.
        else { return nil }
        return ImmediateResponse(response, route: page.route.rawValue, cacheStatus: .fresh)
    }

    /// Whether the source's answers and the visitor's favourites are the same as when the page was rendered.
    private func isCurrent(_ page: PageCache.Page) -> Bool {
        guard source.revision == page.revision else { return false }
        guard let visitor = page.visitor else { return true }
        return favourites.cachedFavourites(of: visitor)?.version == page.version
    }

    /// Returns the response; a repeatable one is stored for the next such request, and returned in the coding in which it
    /// was stored.
    ///
    /// `revision` is the source's before the page was rendered, so that a change during that makes the page invalid.
    func caching(_ response: Response, at route: Route, revision: UInt64?, _ request: PageRequest) -> Response {
        guard response.status == .ok, response.isRepeatable, let revision, request.canReadFavourites,
            !configuration.isDevelopment, let key = PageKey(RequestHead(request.http)),
            let cached = CachedResponse(response, for: request.http)
        else { return response }
        let page = PageCache.Page(cached, route.name, request, revision: revision, time: environment.milliseconds())
        pageCache.store(page, for: key)
        return cached.respond(to: request.http)
    }
}

extension Response {
    /// Returns the page with the age of the oldest answer on it (RFC 9111 section 5.1), where one is remembered.
    func aged(_ seconds: Int?) -> Response {
        guard let seconds, seconds > 0 else { return self }
        var response = self
        response.fields[.age] = String(seconds)
        return response
    }

    /// Returns the page marked as one that may be sent again while the source's answers and the favourites are the same.
    func repeatable() -> Response {
        var response = self
        response.isRepeatable = true
        return response
    }
}
