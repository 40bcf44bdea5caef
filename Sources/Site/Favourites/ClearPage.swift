import HTTP
import Heroes

/// `POST /favourites/clear`: removes all favourites.
struct ClearPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        guard let visitor = visit.visitor else { return visit.changes.redirect(nil) }
        // Also sent if the list is empty: only the store can confirm that.
        return try await visit.changes.remove(visit.readFavourites(), of: visitor)
    }
}
