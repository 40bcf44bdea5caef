import HTML
import HTTP
import Heroes

/// The hero or topic that a page is about, with its parts.
struct Article<View, Page: PartsPageView>: Sendable where Page.Part == View {
    /// The canonical address, with the visitor's list.
    let route: Route
    let parts: [Part<View>]
    let view: @Sendable (Deferred<[View]>) -> Page
}

extension Visit {
    /// Returns true if the visitor follows a link of this site to a hero or topic that does not arrive before the
    /// deadline. Meanwhile a shell is shown. Others wait, since for them the status counts: search engines, link
    /// previews, and browsers with a typed address.
    func needsShell<Subject>(for subject: Pending<Subject>, by deadline: ContinuousClock.Instant) async -> Bool {
        guard request.isNavigation,
            request.fields.value(named: "sec-fetch-site").map({ $0 == "same-origin" }) ?? (referrer != nil)
        else { return false }
        return await value(of: subject, by: deadline) == nil
    }

    /// Streams the shell, then the article, or a failure, then its parts.
    func stream<View, Page>(
        _ shell: ShellView, _ article: @escaping @Sendable () async throws(Failure) -> Article<View, Page>
    ) -> Response {
        renderer.stream(shell) { [renderer] writer in
            let arrived: Article<View, Page>
            do throws(Failure) {
                arrived = try await article()
            } catch {
                return try await writer.write(renderer.fragment(error, isPage: true))
            }
            var page = arrived.view(.pending)
            (page.isLate, page.loaders) = (true, loaders(arrived.parts))
            let rendering = renderer.rendering(page)
            try await writer.write(rendering.head)
            await write(arrived.parts.map { ($0, nil) }, of: page, to: writer)
            if let tail = rendering.tail { try await writer.write(tail) }
        }
    }

    /// Returns the page of an article. An address without a slug redirects to the canonical one.
    func page<View, Page>(
        of article: Article<View, Page>, slug: String?, by deadline: ContinuousClock.Instant
    ) async throws(Failure) -> Response {
        if slug == nil, article.route.address.path != request.path { throw .moved(to: article.route) }
        return try await page(of: article.parts, by: deadline, retry: article.route, view: article.view)
    }
}
