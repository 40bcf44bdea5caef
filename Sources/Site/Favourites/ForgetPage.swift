import HTTP
import Heroes

/// `/favourites/forget`: deletes the visitor's data and cookies with POST, and redirects to the page that says so.
struct ForgetPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        if visit.request.method != .post { return try await deletionNotice() }
        if let visitor = visit.visitor {
            try await visit.changes.failing(retry: visit.changes.page, await visit.site.favourites.forget(visitor))
            let problem = "cannot remove data of a deleted visitor before it expires"
            let _: UndoHistory? = await visit.site.orLog(
                problem, try await visit.site.expiringStore.take(.undoHistory, for: visitor.hash))
            let _: ImportResult? = await visit.site.orLog(
                problem, try await visit.site.expiringStore.take(.importResult, for: visitor.hash))
        }
        let cookie = VisitorCookie(visit.request, visit.site.configuration)
        return Response.redirect(to: Route.favourites(.forget).url).setting(cookie.expiring)
    }

    private func deletionNotice() async throws(Failure) -> Response {
        guard try visit.readFavourites().isEmpty else { return visit.changes.redirect(nil) }
        return try await FavouritesPage(visit: visit, page: 1, order: .added, isForgotten: true).response()
    }
}
