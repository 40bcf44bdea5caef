import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/to/1009664-thor`: the way between two heroes, and before it the choice of the second.
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

/// The way from one hero to another, or the heroes to choose from.
struct ConnectionView: PageView {
    static let template = "connection"

    var layout: LayoutView
    let start: Hero
    let heading: String
    /// The heroes on the way, the first one included; empty before the choice.
    var steps: [ConnectionStepView] = []
    /// The hero to which no way is found.
    var end: String?
    var isSame = false
    /// The text that was searched; nil before a search.
    var search: String?
    var candidates: [HeroCardView] = []
    var attribution: AttributionView?

    init(_ start: Hero, heading: String) {
        (self.start, self.heading) = (start, heading)
        layout = LayoutView(title: heading)
    }

    var transition: TransitionView? { TransitionView((steps.map(\.card) + candidates).map(\.hero.id)) }

    static let fields: [Field<ConnectionView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .text("name", \.start.name),
        .url("address", \.start.address),
        .url("action") { Route.connectionSearch($0.start.id, slug: $0.start.slug, search: nil).url },
        .list("steps", \.steps),
        .flag("hasSteps") { !$0.steps.isEmpty },
        .optionalText("end") { $0.isSame ? nil : $0.end },
        .flag("isSame", \.isSame),
        .optionalText("search", \.search),
        .list("candidates", \.candidates),
        .flag("hasCandidates") { !$0.candidates.isEmpty },
        .optionalView("attribution", \.attribution),
    ]

    private static func example(_ change: (inout ConnectionView) -> Void) -> ConnectionView {
        var view = ConnectionView(Samples.spider, heading: "How Spider-Man knows \(Samples.hostile.name)")
        change(&view)
        return view
    }

    static let examples = [
        Example(
            "two steps",
            example {
                $0.steps = [
                    ConnectionStepView(card: Samples.card(Samples.spider)),
                    ConnectionStepView(
                        ConnectionStep(Samples.plain, .shared(WorkReference("Civil <War>", Samples.event.id))),
                        Samples.card(Samples.plain)),
                    ConnectionStepView(
                        ConnectionStep(Samples.hostile, .relation(.enemy, reason: "stole <her> crown")),
                        Samples.card(Samples.hostile)),
                ]
            }),
        Example(
            "no way",
            example { ($0.steps, $0.end) = ([ConnectionStepView(card: Samples.card(Samples.spider))], "<Nobody>") }),
        Example("the same hero", example { $0.isSame = true }),
        Example("a choice", example { ($0.search, $0.candidates) = ("a&b", Samples.list.cards) }),
        Example("nothing found", example { $0.search = "zzz" }),
        Example("before a search", example { _ in }),
    ]
}

/// A hero on the way, with the link to the one before.
struct ConnectionStepView: View {
    let card: HeroCardView
    /// The kind of the relation; nil for something shared, and for the first hero.
    var kind: String?
    var reason: String?
    var shared: LinkView?

    init(card: HeroCardView) { self.card = card }

    init(_ step: ConnectionStep, _ card: HeroCardView) {
        self.card = card
        switch step.link {
        case .relation(let kind, let reason): (self.kind, self.reason) = (kind.heading, reason)
        case .shared(let work):
            shared = LinkView(work.title, (Route.work(work) ?? .heroes(search: work.title, page: 1)).url)
        }
    }

    static let fields: [Field<ConnectionStepView>] = [
        .view("card", \.card), .optionalText("kind", \.kind), .optionalText("reason", \.reason),
        .optionalView("shared", \.shared),
    ]
}
