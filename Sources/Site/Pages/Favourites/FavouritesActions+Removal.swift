import HTTP
import Heroes

extension FavouritesActions {
    /// Deletes the visitor's data and cookies (`POST /favourites/forget`), and redirects to the page that says so.
    func forget() async throws(Failure) -> Response {
        if context.http.method != .post { return try await deletionNotice() }
        if let visitor = context.visitor,
            try await failing(retry: page, await site.favourites.add([], forExisting: visitor)) != nil
        {
            try await failing(retry: page, await site.favourites.forget(visitor))
            let problem = "cannot remove data of a deleted visitor before it expires"
            let _: UndoHistory? = await site.orLog(
                problem, try await site.expiringStore.take(.undoHistory, for: visitor.hash))
            let _: ImportResult? = await site.orLog(
                problem, try await site.expiringStore.take(.importResult, for: visitor.hash))
        }
        let cookie = VisitorCookie(context.http, site.configuration)
        return Response.redirect(to: Route.forget.url).setting(cookie.expiring)
    }

    private func deletionNotice() async throws(Failure) -> Response {
        guard try context.readFavourites().isEmpty else { return redirect(nil) }
        return try await FavouritesPage(context: context).respond(1, .added, isForgotten: true)
    }

    /// Removes all favourites (`POST /favourites/clear`).
    func clear() async throws(Failure) -> Response {
        guard let visitor = context.visitor else { return redirect(nil) }
        // Also sent if the list is empty: only the store can confirm that.
        return try await remove(context.readFavourites(), of: visitor)
    }

    private func remove(_ favourites: [Favourite], of visitor: Visitor) async throws(Failure) -> Response {
        let heroes = favourites.map(\.id)
        let update = try await failing(retry: page, await site.favourites.remove(heroes, for: visitor))
        let removed = Set(heroes)
        await recordChange(update.before.filter { removed.contains($0.id) }, of: visitor)
        return redirect(update.before.isEmpty ? nil : ChangedVisitor(visitor, update))
    }

    /// Adds removed or imported favourites to the undo history.
    func recordChange(_ favourites: [Favourite], isAddition: Bool = false, of visitor: Visitor) async {
        let now = now
        guard !favourites.isEmpty, site.undoLimit.allows(favourites.count, context, now) else { return }
        await site.orLog(
            "cannot store an undo history",
            try await site.expiringStore.update(.undoHistory, for: visitor.hash) { (previous: UndoHistory?) in
                var history = previous ?? UndoHistory()
                history.append(favourites, isAddition: isAddition, now: now)
                return history
            })
    }

    /// Undoes the change that the form names, by default the last one (`POST /favourites/undo`). Removed favourites
    /// return to their old positions.
    func undo() async throws(Failure) -> Response {
        let history = await context.undoHistory
        var change = history.lastUndoable(for: context)
        if let form = context.http.form, let text = form["change"] {
            guard !form.hasMultiple("change"), let number = Int(text) else { throw .badForm }
            change = history[number]
        }
        guard let visitor = context.visitor, let change else { throw .pastUndo }
        if change.isAddition { return try await remove(change.favourites, of: visitor) }
        // A deleted visitor is not restored by an undo.
        let update = try await failing(
            retry: page, await site.favourites.add(change.favourites, forExisting: visitor))
        guard let update else { throw .pastUndo }
        return redirect(ChangedVisitor(visitor, update))
    }
}

extension Failure {
    fileprivate static let pastUndo = Failure(
        status: .conflict, heading: "Too late to undo",
        sentence: "Changes can be undone for ten minutes. Your favourites are unchanged.",
        next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
