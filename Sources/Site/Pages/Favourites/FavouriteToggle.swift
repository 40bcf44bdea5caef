import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes

/// `POST /favourites/1009610` and `/favourites/forget`: changes what the visitor keeps and goes back to the page.
struct FavouriteToggle {
    let stage: Stage
    let favourites: any FavouritesStore
    let newVisitors: NewVisitors
    let surroundings: Surroundings
    let removals: Passing<Visitor, Removals>

    private enum Action: String { case add, remove }

    func respond(_ id: Hero.ID, _ visit: Visit) async throws(Failure) -> Response {
        guard let form = visit.request.form, !form.hasRepeated("action"),
            let action = form["action"].flatMap(Action.init(rawValue:))
        else { throw .badForm }
        let back = Self.back(form) ?? .hero(id, slug: nil)
        switch action {
        case .add:
            let favourite = try await favourite(id, back, visit)
            return redirect(back, at: id, try await add([favourite], visit, retry: back))
        case .remove:
            guard let visitor = visit.visitor else { return redirect(onePageLess(back, left: 0), at: id, nil) }
            let before = try await store(retry: back) { () throws(FavouritesError) in
                try await favourites.remove(id, for: visitor)
            }
            let removed = before.filter { $0.id == id }
            note(removed, of: visitor)
            // A cookie that may be made up is not renewed.
            return redirect(
                onePageLess(back, left: before.count - removed.count), at: id, before.isEmpty ? nil : visitor)
        }
    }

    /// Deletes the visitor's file and cookies, and what they removed lately.
    func forget(_ visit: Visit) async throws(Failure) -> Response {
        if let visitor = visit.visitor {
            try await store(retry: .favourites(page: 1)) { () throws(FavouritesError) in
                try await favourites.forget(visitor)
            }
            _ = removals.take(visitor, now: surroundings.now())
        }
        let cookies = VisitorCookie.forget(isSecure: stage.configuration.isSecure)
        return redirect(Route.favourites(page: 1).path, cookies: cookies)
    }

    /// Bytes of an address to go back to; the longest that a page of the site has is that of a hundred shared heroes.
    private static let longestBack = 4096

    /// The page to go back to, if the form names one of this site's.
    private static func back(_ form: Form) -> Route? {
        // Anything that is no page of the site is as good as nothing.
        guard let target = form["back"], let route = try? Route(target: target),
            route.path.utf8.count <= longestBack
        else { return nil }
        return switch route {
        case .heroes, .literal, .shared, .index, .hero, .section, .favourites: route
        default: nil
        }
    }

    /// The hero with all that a card shows, from memory or from the source.
    private func favourite(_ id: Hero.ID, _ back: Route, _ visit: Visit) async throws(Failure) -> Favourite {
        var hero = stage.source.known(id)
        if hero == nil {
            do {
                hero = try await stage.source.hero(id).value
            } catch {
                throw Failure(error, retry: back)
            }
        }
        guard let hero else { throw Failure(.notFound, retry: back) }
        return Favourite(id: id, name: hero.name, thumbnail: hero.thumbnail, added: added(id, visit))
    }

    /// Now, or when a hero was first added who was removed lately: a heart pressed again takes that back.
    private func added(_ id: Hero.ID, _ visit: Visit) -> Date {
        let now = surroundings.now()
        return visit.visitor.flatMap { removals.value(for: $0, now: now) }?.former(id)?.added ?? now
    }

    /// Remembers for a while what was removed, if anything was.
    func note(_ removed: [Favourite], of visitor: Visitor) {
        let now = surroundings.now()
        guard !removed.isEmpty else { return }
        removals.keep(for: visitor, now: now) { former in
            var removals = former ?? Removals()
            removals.note(removed, now: now)
            return removals
        }
    }

    func store<Value>(
        retry: Route, _ change: () async throws(FavouritesError) -> Value
    ) async throws(Failure) -> Value {
        do {
            return try await change()
        } catch {
            throw Failure(error, retry: retry)
        }
    }

    /// The last page of favourites vanishes with its last card; the one before it is the place to go.
    private func onePageLess(_ back: Route, left: Int) -> Route {
        guard case .favourites(let page, let order) = back else { return back }
        return .favourites(page: min(page, FavouritesPage.pageCount(left)), order)
    }

    /// Adds to what the visitor keeps, by their cookie, or a new one without; a cookie that the store does not know is as
    /// good as none: whoever made it up does not choose where favourites are kept.
    func add(_ list: [Favourite], _ visit: Visit, retry: Route) async throws(Failure) -> Visitor {
        if let visitor = visit.visitor {
            let isKnown = try await store(retry: retry) { () throws(FavouritesError) in
                try await favourites.add(list, forKnown: visitor)
            }
            if isKnown { return visitor }
        }
        let visitor = try newVisitor(visit, retry)
        do {
            try await store(retry: retry) { () throws(FavouritesError) in try await favourites.add(list, for: visitor) }
        } catch {
            newVisitors.withdraw(visit.request.client(behind: stage.configuration.trustedProxies))
            throw error
        }
        newVisitors.note()
        return visitor
    }

    /// - Throws: A failure where too many came from the same network lately.
    private func newVisitor(_ visit: Visit, _ back: Route) throws(Failure) -> Visitor {
        let client = visit.request.client(behind: stage.configuration.trustedProxies)
        if let seconds = newVisitors.admit(client, now: surroundings.now()) {
            throw .tooManyVisitors(seconds: seconds, retry: back)
        }
        var generator = SurroundingGenerator(random: surroundings.random)
        return Visitor.new(using: &generator)
    }

    private func redirect(_ back: Route, at hero: Hero.ID, _ visitor: Visitor?) -> Response {
        redirect(back.url(at: hero).string, cookies: cookies(visitor))
    }

    func redirect(_ back: Route, _ visitor: Visitor?) -> Response {
        redirect(back.path, cookies: cookies(visitor))
    }

    /// Names the visitor, and makes browsers see that hearts have changed; none without a visitor.
    func cookies(_ visitor: Visitor?) -> [String] {
        guard let visitor else { return [] }
        let isSecure = stage.configuration.isSecure
        return [
            VisitorCookie.keep(visitor, isSecure: isSecure),
            VisitorCookie.toggled(surroundings.random(), isSecure: isSecure),
        ].compactMap(\.self)
    }

    private func redirect(_ location: String, cookies: [String]) -> Response {
        var fields = SecurityFields.bare
        fields[.location] = location
        fields[.cacheControl] = "no-store"
        for cookie in cookies { fields.append(HTTPField(name: .setCookie, value: cookie)) }
        return Response(status: .seeOther, fields: fields)
    }
}

extension Failure {
    fileprivate static func tooManyVisitors(seconds: Int, retry: Route) -> Failure {
        let minutes = (seconds + 59) / 60
        return Failure(
            status: .tooManyRequests, heading: "Too many new visitors",
            sentence: """
                Many first favourites came from your network within the hour, so this one was not saved. Nothing that \
                anybody kept before is lost. There is room again in \(minutes == 1 ? "a minute" : "\(minutes) minutes").
                """,
            fields: [.retryAfter: String(seconds)], next: retry, nextLabel: "Go back")
    }
}
