import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/to/1009664-thor`: the path between two heroes.
struct PathPage {
    let visit: Visit
    let (id, other): (Hero.ID, Hero.ID)

    func response() async throws(Failure) -> Response {
        let retry = Route.path(id, nil, to: other, nil)
        let steps = visit.pending { source async throws(HeroError) in try await source.path(from: id, to: other) }
        let (start, end): (Hero, Hero)
        do throws(Failure) {
            start = try await visit.fetch(retry: retry, await visit.source.knownHero(id))
            end = try await visit.fetch(retry: retry, await visit.source.knownHero(other))
        } catch {
            steps.cancel()
            throw error
        }
        let path = try await steps.value.mapError { Failure($0, retry: retry) }.get()
        return visit.renderer.page(view(start, end, path)).repeatable()
    }

    private func view(_ start: Hero, _ end: Hero, _ path: Attributed<[PathStep]>) -> PathView {
        let route = Route.path(id, start.slug, to: other, end.slug)
        var view = PathView(start, end)
        view.steps = [PathStepView(card: visit.card(start))]
        for step in path.value { view.steps.append(PathStepView(step, visit.card(step.hero))) }
        view.layout.canonical = route
        view.layout.steps = [("All heroes", .allHeroes), (start.name, .hero(id, slug: start.slug)), (end.name, route)]
        view.layout.collage = visit.collage(view.steps.compactMap(\.card.hero.thumbnail))
        view.attribution = visit.texts.attribution(path.attribution)
        return view
    }
}

/// The path from one hero to another.
struct PathView: PageView {
    static let template = "path"

    var layout: LayoutView
    let start: Hero
    let end: Hero
    let heading: String
    /// The heroes on the path, the first one included.
    var steps: [PathStepView] = []
    var attribution: AttributionView?

    init(_ start: Hero, _ end: Hero) {
        (self.start, self.end) = (start, end)
        heading = "How \(start.name) knows \(end.name)"
        layout = LayoutView(title: heading)
        layout.summary = "From \(start.name) to \(end.name) by whom they know and where they appear."
    }

    var transition: TransitionView? { TransitionView(steps.map(\.card.hero.id)) }

    static let fields: [Field<PathView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .text("name", \.start.name),
        .url("address", \.start.address),
        .url("action") { Route.hero(.pathSearch($0.start.id, slug: $0.start.slug, search: nil)).url },
        .flag("isSame") { $0.start.id == $0.end.id },
        .optionalText("missing") { $0.steps.count < 2 && $0.start.id != $0.end.id ? $0.end.name : nil },
        .list("steps", \.steps),
        .optionalView("attribution", \.attribution),
    ]
}

/// A hero on the path, with the link to the one before.
struct PathStepView: View {
    let card: HeroCard
    /// The kind of the relation; nil for something shared, and for the first hero.
    var kind: String?
    var reason: String?
    /// The team or the comic of both, or another topic in which they need not have met, such as an event.
    var team: LinkView?
    var comic: LinkView?
    var other: LinkView?

    init(card: HeroCard) { self.card = card }

    init(_ step: PathStep, _ card: HeroCard) {
        self.card = card
        switch step.link {
        case .relation(let kind, let reason): (self.kind, self.reason) = (kind.heading, reason)
        case .shared(let topic):
            let title = topic.title.nonEmpty ?? "Untitled \(topic.id?.kind.noun ?? "comic")"
            let link = LinkView(title, (Route.topic(topic) ?? .search(topic.title)).url)
            switch topic.id?.kind {
            case .teams: team = link
            case .comics: comic = link
            default: other = link
            }
        }
    }

    static let fields: [Field<PathStepView>] = [
        .view("card", \.card),
        .flag("isLinked") { $0.kind != nil || $0.team != nil || $0.comic != nil || $0.other != nil },
        .optionalText("kind", \.kind), .optionalText("reason", \.reason),
        .optionalView("team", \.team), .optionalView("comic", \.comic), .optionalView("other", \.other),
    ]
}

extension Route {
    fileprivate static func path(_ id: Hero.ID, _ slug: String?, to other: Hero.ID, _ otherSlug: String?) -> Route {
        .hero(.path(id, slug: slug, to: other, otherSlug: otherSlug))
    }
}
