import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/to?q=thor`: the heroes that a text finds, each as a link to the path there.
struct PathSearchPage {
    let visit: Visit
    let id: Hero.ID
    let slug: String?
    let search: String?

    func response() async throws(Failure) -> Response {
        let route = Route.hero(.pathSearch(id, slug: slug, search: search))
        let start = try await visit.fetch(retry: route, await visit.source.knownHero(id))
        var view = PathSearchView(start, search)
        view.layout.back = route
        guard let search else { return visit.renderer.page(view) }
        let found = try await visit.fetch(retry: route, await visit.source.search(search, PageRange()))
        let heroes = found.heroes.items.map(\.hero).filter { $0.id != id }
        let named = found.named.heroes.first { $0.id != id }
        if let hero = named ?? (heroes.count == 1 ? heroes.first : nil) {
            return .redirect(to: Route.path(from: start, to: hero).url, .found)
        }
        view.cards = heroes.map { visit.card($0, link: Route.path(from: start, to: $0).url) }
        view.attribution = visit.texts.attribution(found.heroes.attribution)
        return visit.renderer.page(view)
    }
}

/// The heroes to choose from.
struct PathSearchView: PageView {
    static let template = "path-search"

    var layout: LayoutView
    let start: Hero
    let heading: String
    /// The text that was searched; nil before a search.
    let search: String?
    var cards: [HeroCard] = []
    var attribution: AttributionView?

    init(_ start: Hero, _ search: String?, _ cards: [HeroCard] = []) {
        (self.start, self.search, self.cards) = (start, search, cards)
        heading = "Who does \(start.name) know?"
        layout = LayoutView(title: heading)
        layout.isUnlisted = true
    }

    var transition: TransitionView? { TransitionView(cards.map(\.hero.id)) }

    static let fields: [Field<PathSearchView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .text("name", \.start.name),
        .url("address", \.start.address),
        .url("action") { Route.hero(.pathSearch($0.start.id, slug: $0.start.slug, search: nil)).url },
        .optionalText("search", \.search),
        .list("cards", \.cards),
        .flag("hasCards") { !$0.cards.isEmpty },
        .optionalView("attribution", \.attribution),
    ]
}
