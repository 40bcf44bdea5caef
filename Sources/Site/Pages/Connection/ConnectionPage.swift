import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/to/1009664-thor`: the shortest way between two heroes, and before it the choice of the
/// second one.
struct ConnectionPage {
    let context: PageContext

    func respond(_ id: Hero.ID, _ other: Hero.ID) async throws(Failure) -> Response {
        let retry = Route.connection(id, slug: nil, to: other, otherSlug: nil)
        let pending = context.request { source async throws(HeroError) in
            try await source.connection(from: id, to: other)
        }
        let (start, end): (Hero, Hero)
        do throws(Failure) {
            (start, end) = (try await hero(id, retry), try await hero(other, retry))
        } catch {
            pending.cancel()
            throw error
        }
        let steps = try await pending.value.mapError { Failure($0, retry: retry) }.get()
        let route = Route.connection(id, slug: start.slug, to: other, otherSlug: end.slug)
        var view = ConnectionView(start, heading: "How \(start.name) knows \(end.name)")
        view.steps = [ConnectionStepView(card: context.card(start, back: route.target))]
        for step in steps.value {
            view.steps.append(ConnectionStepView(step, context.card(step.hero, back: route.target)))
        }
        view.end = steps.value.isEmpty ? end.name : nil
        view.isSame = id == other
        view.layout.summary = "From \(start.name) to \(end.name) by whom they know and where they appear."
        view.layout.canonical = route
        view.layout.steps = [("All heroes", .allHeroes), (start.name, .hero(id, slug: start.slug)), (end.name, route)]
        view.layout.collage = context.collage(view.steps.compactMap(\.card.hero.thumbnail))
        view.attribution = context.attribution(steps.attribution)
        return context.page(view).repeatable()
    }

    /// Returns the heroes that a text finds, each as a link to the way there.
    func respond(_ id: Hero.ID, slug: String?, _ search: String?) async throws(Failure) -> Response {
        let route = Route.connectionSearch(id, slug: slug, search: search)
        let start = try await hero(id, route)
        var view = ConnectionView(start, heading: "Who does \(start.name) know?")
        view.layout.isUnlisted = true
        guard let search else { return context.page(view) }
        let found = try await context.fetch(
            retry: route, await context.search(await context.source.search(search, PageRange())))
        let heroes = found.heroes.items.map(\.hero).filter { $0.id != id }
        let links = heroes.map { Route.connection(id, slug: start.slug, to: $0.id, otherSlug: $0.slug).url }
        if let link = links.first, links.count == 1 { return .redirect(to: link, .found) }
        view.search = search
        view.candidates = zip(heroes, links).map { hero, link in
            var card = context.card(hero, back: route.target)
            card.link = link
            return card
        }
        view.attribution = context.attribution(found.heroes.attribution)
        return context.page(view)
    }

    private func hero(_ id: Hero.ID, _ retry: Route) async throws(Failure) -> Hero {
        try await context.fetch(retry: retry, await context.source.knownHero(id))
    }
}
