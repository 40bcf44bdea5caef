import Glibc
import HTTP
import HTTPTypes
import Heroes

extension Site {
    /// The file or the page for this request where it would be the same as one that was made before; asks and waits for
    /// nobody.
    package func promptly(_ head: RequestHead) -> PromptAnswer? { files.promptly(head) ?? rememberedPage(head) }

    private func rememberedPage(_ head: RequestHead) -> PromptAnswer? {
        guard !configuration.isDevelopment, let key = PageKey(head), let page = pages.page(key), isStill(page.origins)
        else { return nil }
        if let condition = head.value("if-none-match") {
            // Lists of tags and the like are for who reads them properly.
            guard !head.repeats("if-none-match"), let isKept = page.response.isKept(by: condition) else { return nil }
            if isKept { return page.answer(page.response.notModified) }
        }
        return page.answer(page.response.response(nonce: nonceBytes()))
    }

    /// Whether a page of these origins would be made the same again.
    private func isStill(_ origins: PageMemory.Origins) -> Bool {
        guard pages.isFresh(origins, at: surroundings.milliseconds()), source.edition == origins.edition else {
            return false
        }
        guard let visitor = origins.visitor else { return true }
        return favourites.remembered(by: visitor)?.version == origins.version
    }

    /// The response, or 304 where the client has its page already; a repeatable one is remembered for the next such
    /// request.
    ///
    /// The edition is that of the source before the page was made, so that a change meanwhile counts as one since.
    func remembering(_ response: Response, at route: Route, edition: UInt64?, _ visit: Visit) -> Response {
        guard response.status == .ok, response.isRepeatable else { return response }
        if let edition, visit.canReadFavourites, !configuration.isDevelopment, let key = PageKey(visit.request),
            let repeated = RepeatedResponse(response, nonce: visit.nonce, for: visit.request)
        {
            let origins = PageMemory.Origins(
                visitor: visit.visitor, version: visit.favouritesVersion, edition: edition,
                time: surroundings.milliseconds())
            pages.remember(PageMemory.Page(repeated, for: key, origins, route: route.name))
        }
        return response.conditional(on: visit.request)
    }
}

extension PageMemory.Page {
    fileprivate func answer(_ response: PreparedResponse) -> PromptAnswer {
        PromptAnswer(response, route: route.rawValue, reading: .fresh)
    }
}

extension Response {
    /// The page with a tag of its content: a weak one, since the nonce is another each time. So marked it may be given
    /// again while answers and favourites are the same.
    func repeatable(_ visit: Visit) -> Response {
        guard case .bytes(let content) = body else { return self }
        let (nonce, blank) = (Array(visit.nonce.utf8), [UInt8](repeating: 0, count: visit.nonce.utf8.count))
        let tag = ETag(hashOf: Stencil(content, around: nonce).filled(with: blank))
        var response = self
        response.fields[.eTag] = "W/\(tag.text)"
        return response
    }

    fileprivate var isRepeatable: Bool { fields[.eTag] != nil }
}

func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
