import HTTP
import Heroes

/// `POST /favourites/undo`: undoes the change that the form names, by default the last one. Removed favourites return to
/// their old positions.
struct UndoPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        let history = await visit.undoHistory
        var change = history.lastUndoable(for: visit)
        if let form = visit.request.form, let text = form["change"] {
            guard !form.hasMultiple("change"), let number = Int(text) else { throw .badForm }
            change = history[number]
        }
        guard let visitor = visit.visitor, let change else { throw .pastUndo }
        if change.isAddition { return try await visit.changes.remove(change.favourites, of: visitor) }
        // A deleted visitor is not restored by an undo.
        let update = try await visit.changes.failing(
            retry: visit.changes.page, await visit.site.favourites.add(change.favourites, forExisting: visitor))
        guard let update else { throw .pastUndo }
        return visit.changes.redirect(ChangedVisitor(visitor, update))
    }
}

extension Failure {
    fileprivate static let pastUndo = Failure(
        status: .conflict, heading: "Too late to undo",
        sentence: "Changes can be undone for ten minutes. Your favourites are unchanged.",
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}

/// `POST /favourites/clear`: removes all favourites.
struct ClearPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        guard let visitor = visit.visitor else { return visit.changes.redirect(nil) }
        // Also sent if the list is empty: only the store can confirm that.
        return try await visit.changes.remove(visit.readFavourites(), of: visitor)
    }
}
