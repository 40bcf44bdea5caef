import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes

/// `POST /favourites/1009610`: adds or removes the favourite, and redirects back to the page.
struct TogglePage {
    let visit: Visit
    let id: Hero.ID

    private enum Action: String { case add, remove }

    func response() async throws(Failure) -> Response {
        guard let form = visit.request.form, !form.hasMultiple("action"),
            let action = form["action"].flatMap(Action.init(rawValue:))
        else { throw .badForm }
        let back = Self.back(form) ?? .hero(id, slug: nil)
        switch action {
        case .add:
            let favourite = try await favourite(back)
            return responseToAdding(back, try await visit.changes.add([favourite], retry: back))
        case .remove:
            guard let visitor = visit.visitor else { return responseToRemoving(back, remaining: 0, nil) }
            let update = try await visit.changes.failing(
                retry: back, await visit.site.favourites.remove(id, for: visitor))
            await visit.changes.recordChange(update.before.filter { $0.id == id }, of: visitor)
            // A cookie that may be forged is not renewed.
            let changed = update.before.isEmpty ? nil : ChangedVisitor(visitor, update)
            return responseToRemoving(back, remaining: update.after.list.count, changed)
        }
    }

    /// Returns a redirect, or an empty response for the script; a new visitor's browser is sent to the cookie check.
    private func responseToAdding(_ back: Route, _ changed: ChangedVisitor) -> Response {
        let isNew = changed.visitor != visit.visitor
        let response: Response =
            visit.prefersJSON && !isNew
            ? .toggled : .redirect(to: isNew ? CookieCheck(id, back).url : back.url(at: id))
        return response.setting(visit.changes.cookies(changed))
    }

    private func responseToRemoving(_ back: Route, remaining: Int, _ changed: ChangedVisitor?)
        -> Response
    {
        let response: Response =
            visit.prefersJSON
            ? .toggled
            : .redirect(to: lastExistingPage(back, remaining: remaining).url(at: id))
        return response.setting(visit.changes.cookies(changed))
    }

    /// The maximum length of `back` in bytes; the longest address of a page is that of a hundred shared heroes.
    private static let backByteLimit = 4096

    /// Returns the page in the form's `back` field, or nil if it is not a page with hearts.
    private static func back(_ form: Form) -> Route? {
        // An invalid address is treated as missing.
        guard let target = form["back"], let route = try? Route(target: target),
            route.target.utf8.count <= backByteLimit
        else { return nil }
        return route.hasHearts ? route : nil
    }

    /// Returns the hero as a favourite, from the cache or the source. A hero in the undo history gets the former time,
    /// so that pressing the heart again undoes the removal.
    private func favourite(_ back: Route) async throws(Failure) -> Favourite {
        let hero = try await visit.fetch(retry: back, await visit.source.knownHero(id))
        let added = await visit.undoHistory.removedFavourite(id)?.added ?? visit.changes.now
        return Favourite(id: id, name: hero.name, thumbnail: hero.thumbnail, added: added)
    }

    /// Returns the page before `back` if the last card of the last page was removed.
    private func lastExistingPage(_ back: Route, remaining: Int) -> Route {
        guard case .list(.favourites(let page, let order)) = back else { return back }
        return .favourites(page: min(page, max(0, remaining - 1) / PageRange.pageLength + 1), order)
    }
}

extension Response {
    /// The response to the script if the change is stored.
    static let toggled = Response(.noContent, hardened: [.cacheControl: "no-store"])
}
