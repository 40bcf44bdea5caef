import HTTP
import Heroes

extension FavouritesActions {
    /// Deletes all data of the visitor and the visitor's cookies (`POST /favourites/forget`). Cookies of other sites on
    /// the host stay.
    func forget() async throws(Failure) -> Response {
        let cookie = VisitorCookie(request.http, site.configuration)
        var forgotten = Set<Visitor>()
        for visitor in cookie.candidates where try await add([], forExisting: visitor, retry: page) {
            try await store(retry: page) { (store) throws(FavouritesError) in try await store.forget(visitor) }
            forgotten.insert(visitor)
            _ = site.undoHistories.take(visitor, now: now)
        }
        return Response.redirect(to: page.url).setting(cookie.expiring(forgotten))
    }

    /// Removes all favourites (`POST /favourites/clear`).
    func clear() async throws(Failure) -> Response {
        guard let visitor = request.visitor else { return redirect(nil) }
        let heroes = try request.readFavourites().map(\.id)
        // Also sent if the list is empty: only the store can confirm that.
        let before = try await store(retry: page) { (store) throws(FavouritesError) in
            try await store.remove(heroes, for: visitor)
        }
        recordRemoval(before.filter { request.hasFavourite($0.id) }, of: visitor)
        return redirect(before.isEmpty ? nil : visitor)
    }

    /// Adds removed favourites to the undo history.
    func recordRemoval(_ removed: [Favourite], of visitor: Visitor) {
        guard !removed.isEmpty else { return }
        site.undoHistories.update(for: visitor, now: now) { previous in
            var history = previous ?? UndoHistory()
            history.append(removed, now: now)
            return history
        }
    }

    /// Restores the removal that the form names at its old position, by default the last one (`POST /favourites/undo`).
    func undo() async throws(Failure) -> Response {
        let history = site.undoHistory(of: request)
        var removal = history.lastUndoable(for: request)
        if let form = request.http.form, let text = form["removal"] {
            guard !form.hasMultiple("removal"), let number = Int(text) else { throw .badForm }
            removal = history[number]
        }
        // A deleted visitor is not restored by an undo.
        guard let visitor = request.visitor, let removal,
            try await add(removal.favourites, forExisting: visitor, retry: page)
        else { throw .pastUndo }
        return redirect(visitor)
    }
}

extension Failure {
    fileprivate static let pastUndo = Failure(
        status: .conflict, heading: "That cannot be undone any more",
        sentence: """
            A removal can be undone for ten minutes, unless many more heroes are removed after it. Your favourites are \
            unchanged.
            """,
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
