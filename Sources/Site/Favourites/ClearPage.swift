import HTTP
import Heroes

/// `POST /favourites/clear`: removes all favourites.
struct ClearPage {
    let visit: Visit

    init(_ visit: Visit) { self.visit = visit }

    func response() async throws(Failure) -> Response {
        let changes = FavouritesChanges(visit: visit)
        guard let visitor = visit.visitor else { return changes.redirect(nil) }
        // Also sent if the list is empty: only the store can confirm that.
        return try await changes.remove(visit.readFavourites(), of: visitor)
    }
}
