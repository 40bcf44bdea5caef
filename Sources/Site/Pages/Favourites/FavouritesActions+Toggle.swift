import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes

extension FavouritesActions {
    private enum Action: String { case add, remove }

    /// `POST /favourites/1009610`: keeps or drops the hero, and goes back to the page.
    func toggle(_ id: Hero.ID) async throws(Failure) -> Response {
        guard let form = request.http.form, !form.hasRepeated("action"),
            let action = form["action"].flatMap(Action.init(rawValue:))
        else { throw .badForm }
        let back = Self.back(form) ?? .hero(id, slug: nil)
        switch action {
        case .add:
            let favourite = try await favourite(id, back)
            return await responseToAdding(id, back, try await add([favourite], retry: back))
        case .remove:
            guard let visitor = request.visitor else { return responseToRemoving(id, back, left: 0, nil) }
            let before = try await store(retry: back) { (store) throws(FavouritesError) in
                try await store.remove(id, for: visitor)
            }
            let removed = before.filter { $0.id == id }
            recordRemoval(removed, of: visitor)
            // A cookie that may be made up is not renewed.
            return responseToRemoving(id, back, left: before.count - removed.count, before.isEmpty ? nil : visitor)
        }
    }

    /// Leads back to the page, or tells the script in words that only this site has. A new visitor's browser first shows
    /// whether it keeps the cookie.
    private func responseToAdding(_ id: Hero.ID, _ back: Route, _ visitor: Visitor) async -> Response {
        let check = visitor == request.visitor ? nil : CookieCheck(id, back).url
        guard request.prefersJSON else { return .redirect(to: check ?? back.url(at: id)).setting(cookies(visitor)) }
        // That the hero is kept is known, so the number alone is missing.
        let count = try? await site.favourites.favourites(of: visitor).list.count
        return .json(toggled: true, count: count, cookieCheck: check).setting(cookies(visitor))
    }

    private func responseToRemoving(_ id: Hero.ID, _ back: Route, left: Int, _ visitor: Visitor?) -> Response {
        let response: Response =
            request.prefersJSON
            ? .json(toggled: false, count: left) : .redirect(to: lastExistingPage(back, left: left).url(at: id))
        return response.setting(cookies(visitor))
    }

    /// Bytes of an address to go back to; the longest that a page of the site has is that of a hundred shared heroes.
    private static let backByteLimit = 4096

    /// The page to go back to, if the form names one of this site's.
    private static func back(_ form: Form) -> Route? {
        // Anything that is no page of the site is as good as nothing.
        guard let target = form["back"], let route = try? Route(target: target),
            route.path.utf8.count <= backByteLimit
        else { return nil }
        return route.hasHearts ? route : nil
    }

    /// The hero with all that a card shows, from memory or from the source, kept now; or, of a hero who was removed lately,
    /// when they were added first: a heart pressed again takes that back.
    private func favourite(_ id: Hero.ID, _ back: Route) async throws(Failure) -> Favourite {
        let hero = try await context.fetch(retry: back) { (source) throws(HeroError) in
            if let known = source.known(id) { return known }
            return try await source.hero(id).value
        }
        let added = site.undoHistory(of: request).removedFavourite(id)?.added ?? now
        return Favourite(id: id, name: hero.name, thumbnail: hero.thumbnail, added: added)
    }

    /// The last page of favourites vanishes with its last card; the one before it is the place to go.
    private func lastExistingPage(_ back: Route, left: Int) -> Route {
        guard case .list(.favourites(let page, let order)) = back else { return back }
        return .favourites(page: min(page, FavouritesPage.pageCount(left)), order)
    }
}

extension Response {
    /// Returns the answer to the site's script: whether the hero is kept, how many are (no number if that is unknown), and
    /// where to look whether the browser keeps the cookie.
    static func json(toggled isOn: Bool, count: Int?, cookieCheck: SafeURL? = nil) -> Response {
        var members: [(String, JSONValue)] = [
            ("kept", .bool(isOn)), ("count", count.map(JSONValue.number) ?? ""),
        ]
        if let cookieCheck { members.append(("first", .string(cookieCheck.string))) }
        return .json(.object(members))
    }
}
