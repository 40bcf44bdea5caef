import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/allies`: all related heroes of a kind, with the reasons.
struct RelatedPage {
    let visit: Visit
    let id: Hero.ID
    let slug: String?
    let kind: Relation.Kind

    func response() async throws(Failure) -> Response {
        guard visit.source.hasDetails else { return .redirect(to: Route.hero(id, slug: slug).url, .found) }
        let route = Route.hero(.related(id, slug: slug, kind))
        let hero = try await visit.fetch(retry: route, await visit.source.hero(id))
        guard let group = hero.value.related.groups.first(where: { $0.kind == kind }) else {
            // The hero's page says what is known.
            return .redirect(to: hero.value.address, .found)
        }
        var view = RelatedPageView(hero.value, group, visit)
        view.attribution = visit.texts.attribution(hero.attribution)
        return visit.renderer.page(view).repeatable().aged(hero.age)
    }
}

struct RelatedPageView: PageView {
    static let template = "related-page"

    var layout: LayoutView
    let name: String
    let address: SafeURL
    let heading: String
    let summary: String
    let cards: [HeroCard]
    var attribution: AttributionView?

    init(_ hero: Hero, _ group: RelatedGroup, _ visit: Visit) {
        (name, address, heading) = (hero.name, hero.address, group.kind.segment)
        summary = Hero.count(group.heroes.count)
        cards = group.heroes.map { visit.card($0.hero, note: $0.reason) }
        layout = LayoutView(title: "\(hero.name) \(group.kind.segment)")
        layout.summary = "The \(group.kind.segment) of \(hero.name), each with the reason."
        layout.canonical = .hero(.related(hero.id, slug: hero.slug, group.kind))
        layout.hue = HueView(hero.thumbnail, visit.configuration)
        layout.steps = [("All heroes", .allHeroes), (hero.name, .hero(hero.id, slug: hero.slug))]
    }

    var transition: TransitionView? { TransitionView(cards.map(\.hero.id)) }

    static let fields: [Field<RelatedPageView>] = [
        .view("layout", \.layout), .text("name", \.name), .url("address", \.address), .text("heading", \.heading),
        .text("summary", \.summary), .list("cards", \.cards), .flag("hasCards") { !$0.cards.isEmpty },
        .optionalView("attribution", \.attribution),
    ]
}
