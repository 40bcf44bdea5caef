import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes

/// `POST /favourites/1009610` and `/favourites/forget`: changes what the visitor keeps and goes back to the page.
struct FavouriteToggle {
    let stage: Stage
    /// The request and its visitor.
    let visit: Visit
    let favourites: any FavouritesStore
    let newVisitors: NewVisitors
    let surroundings: Surroundings
    let removals: ExpiringCache<Visitor, Removals>

    private enum Action: String { case add, remove }

    func respond(_ id: Hero.ID, _ visit: Visit) async throws(Failure) -> Response {
        guard let form = visit.request.form, !form.hasRepeated("action"),
            let action = form["action"].flatMap(Action.init(rawValue:))
        else { throw .badForm }
        let back = Self.back(form) ?? .hero(id, slug: nil)
        switch action {
        case .add:
            let favourite = try await favourite(id, back, visit)
            return await added(id, back, try await add([favourite], visit, retry: back))
        case .remove:
            guard let visitor = visit.visitor else { return removed(id, back, left: 0, nil) }
            let before = try await store(retry: back) { () throws(FavouritesError) in
                try await favourites.remove(id, for: visitor)
            }
            let gone = before.filter { $0.id == id }
            note(gone, of: visitor)
            // A cookie that may be made up is not renewed.
            return removed(id, back, left: before.count - gone.count, before.isEmpty ? nil : visitor)
        }
    }

    /// Leads back to the page, or tells the script in words that only this site has. A new visitor's browser first shows
    /// whether it keeps the cookie.
    private func added(_ id: Hero.ID, _ back: Route, _ visitor: Visitor) async -> Response {
        let first = visitor == visit.visitor ? nil : FirstFavourite(id, back).url
        guard visit.prefersJSON else { return redirect(first ?? back.url(at: id), visitor) }
        // That the hero is kept is known, so the number alone is missing.
        let count = try? await favourites.kept(by: visitor).list.count
        return setting(visitor, .json(toggled: true, count: count, first: first))
    }

    private func removed(_ id: Hero.ID, _ back: Route, left: Int, _ visitor: Visitor?) -> Response {
        guard visit.prefersJSON else { return redirect(onePageLess(back, left: left).url(at: id), visitor) }
        return setting(visitor, .json(toggled: false, count: left))
    }

    /// Deletes everything known of the visitor, and the cookies that named them; another site's stay.
    func forget(_ visit: Visit) async throws(Failure) -> Response {
        let cookie = VisitorCookie(visit.request, stage.configuration)
        var forgotten = Set<Visitor>()
        for visitor in cookie.candidates {
            try await store(retry: .favourites(page: 1)) { () throws(FavouritesError) in
                guard try await favourites.add([], forKnown: visitor) else { return }
                try await favourites.forget(visitor)
                forgotten.insert(visitor)
            }
            _ = removals.take(visitor, now: surroundings.now())
        }
        return Response.found(Route.favourites(page: 1).url).setting(cookie.forget(forgotten))
    }

    /// Bytes of an address to go back to; the longest that a page of the site has is that of a hundred shared heroes.
    private static let longestBack = 4096

    /// The page to go back to, if the form names one of this site's.
    private static func back(_ form: Form) -> Route? {
        // Anything that is no page of the site is as good as nothing.
        guard let target = form["back"], let route = try? Route(target: target),
            route.path.utf8.count <= longestBack
        else { return nil }
        return route.hasHearts ? route : nil
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
        guard case .list(.favourites(let page, let order)) = back else { return back }
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
            newVisitors.withdraw(
                visit.request.client(behind: stage.configuration.trustedProxies), now: surroundings.now())
            throw error
        }
        newVisitors.note()
        return visitor
    }

    /// - Throws: A failure where too many came from the same network lately.
    private func newVisitor(_ visit: Visit, _ back: Route) throws(Failure) -> Visitor {
        warnOfProxy(visit.request)
        let client = visit.request.client(behind: stage.configuration.trustedProxies)
        if let seconds = newVisitors.admit(client, now: surroundings.now()) {
            throw .tooManyVisitors(seconds: seconds, retry: back)
        }
        var generator = SurroundingGenerator(random: surroundings.random)
        return Visitor.new(using: &generator)
    }

    /// Says once that new visitors are counted as one network if they are: behind a proxy that is not trusted.
    private func warnOfProxy(_ request: Request) {
        guard request.fields.value(named: "x-forwarded-for") != nil,
            !request.isFrom(stage.configuration.trustedProxies), newVisitors.isFirstWarning()
        else { return }
        let peer = ClientAddress(request.peer)?.text ?? "the proxy's address"
        surroundings.log(
            """
            X-Forwarded-For from \(peer) is not believed, so all visitors who come that way share one limit of first \
            favourites (if this is your proxy, start with --trusted-proxy \(peer))
            """)
    }

    func redirect(_ back: Route, _ visitor: Visitor?) -> Response { redirect(back.url, visitor) }

    private func redirect(_ url: SafeURL, _ visitor: Visitor?) -> Response { setting(visitor, .found(url)) }

    private func setting(_ visitor: Visitor?, _ response: Response) -> Response { response.setting(cookies(visitor)) }

    /// Names the visitor, and makes browsers see that hearts have changed; none without a visitor.
    func cookies(_ visitor: Visitor?) -> [String] {
        guard let visitor else { return [] }
        let cookie = VisitorCookie(visit.request, stage.configuration)
        let former = visit.favourites.isEmpty ? nil : visit.visitor
        return [cookie.keep(visitor, insteadOf: former), cookie.toggled(surroundings.random())].compactMap(\.self)
    }
}

extension Response {
    /// Returns the answer to the site's script: whether the hero is kept, how many are (no number if that is unknown), and
    /// where to look whether the browser keeps the cookie.
    static func json(toggled isKept: Bool, count: Int?, first: SafeURL? = nil) -> Response {
        let check = first.map { [("first", JSONValue.text($0.string))] } ?? []
        return .json([("kept", .flag(isKept)), ("count", count.map(JSONValue.number) ?? .text(""))] + check)
    }

    fileprivate func setting(_ cookies: [String]) -> Response {
        var response = self
        for cookie in cookies { response.fields.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
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
