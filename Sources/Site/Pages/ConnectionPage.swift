import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/to/1009664-thor`: the way between two heroes, and before it the choice of the second.
struct PathPage {
    let context: PageContext

    func respond(_ id: Hero.ID, _ other: Hero.ID) async throws(Failure) -> Response {
        let retry = Route.path(id, slug: nil, to: other, otherSlug: nil)
        let pending = context.request { source async throws(HeroError) in
            try await source.path(from: id, to: other)
        }
        let (start, end): (Hero, Hero)
        do throws(Failure) {
            (start, end) = (try await hero(id, retry), try await hero(other, retry))
        } catch {
            pending.cancel()
            throw error
        }
        let steps = try await pending.value.mapError { Failure($0, retry: retry) }.get()
        let route = Route.path(id, slug: start.slug, to: other, otherSlug: end.slug)
        var view = PathView(start, heading: "How \(start.name) knows \(end.name)")
        view.steps = [PathStepView(card: context.card(start, back: route.target))]
        for step in steps.value {
            view.steps.append(PathStepView(step, context.card(step.hero, back: route.target)))
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
        let route = Route.pathSearch(id, slug: slug, search: search)
        let start = try await hero(id, route)
        var view = PathView(start, heading: "Who does \(start.name) know?")
        view.layout.isUnlisted = true
        guard let search else { return context.page(view) }
        let found = try await context.fetch(
            retry: route, await context.search(await context.source.search(search, PageRange())))
        let heroes = found.heroes.items.map(\.hero).filter { $0.id != id }
        let links = heroes.map { Route.path(id, slug: start.slug, to: $0.id, otherSlug: $0.slug).url }
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
struct PathView: PageView {
    static let template = "connection"

    var layout: LayoutView
    let start: Hero
    let heading: String
    /// The heroes on the way, the first one included; empty before the choice.
    var steps: [PathStepView] = []
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

    static let fields: [Field<PathView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .text("name", \.start.name),
        .url("address", \.start.address),
        .url("action") { Route.pathSearch($0.start.id, slug: $0.start.slug, search: nil).url },
        .list("steps", \.steps),
        .flag("hasSteps") { !$0.steps.isEmpty },
        .optionalText("end") { $0.isSame ? nil : $0.end },
        .flag("isSame", \.isSame),
        .optionalText("search", \.search),
        .list("candidates", \.candidates),
        .flag("hasCandidates") { !$0.candidates.isEmpty },
        .optionalView("attribution", \.attribution),
    ]

    private static func example(_ change: (inout PathView) -> Void) -> PathView {
        var view = PathView(Samples.spider, heading: "How Spider-Man knows \(Samples.hostile.name)")
        change(&view)
        return view
    }

    static let examples = [
        Example(
            "two steps",
            example {
                $0.steps = [
                    PathStepView(card: Samples.card(Samples.spider)),
                    PathStepView(
                        PathStep(Samples.plain, .shared(TopicReference("Civil <War>", Samples.event.id))),
                        Samples.card(Samples.plain)),
                    PathStepView(
                        PathStep(Samples.hostile, .relation(.enemy, reason: "stole <her> crown")),
                        Samples.card(Samples.hostile)),
                ]
            }),
        Example(
            "no way",
            example { ($0.steps, $0.end) = ([PathStepView(card: Samples.card(Samples.spider))], "<Nobody>") }),
        Example("the same hero", example { $0.isSame = true }),
        Example("a choice", example { ($0.search, $0.candidates) = ("a&b", Samples.list.cards) }),
        Example("nothing found", example { $0.search = "zzz" }),
        Example("before a search", example { _ in }),
    ]
}

/// A hero on the way, with the link to the one before.
struct PathStepView: View {
    let card: HeroCardView
    /// The kind of the relation; nil for something shared, and for the first hero.
    var kind: String?
    var reason: String?
    var shared: LinkView?

    init(card: HeroCardView) { self.card = card }

    init(_ step: PathStep, _ card: HeroCardView) {
        self.card = card
        switch step.link {
        case .relation(let kind, let reason): (self.kind, self.reason) = (kind.heading, reason)
        case .shared(let topic):
            shared = LinkView(topic.title, (Route.topic(topic) ?? .heroes(search: topic.title, page: 1)).url)
        }
    }

    static let fields: [Field<PathStepView>] = [
        .view("card", \.card), .optionalText("kind", \.kind), .optionalText("reason", \.reason),
        .optionalView("shared", \.shared),
    ]
}
