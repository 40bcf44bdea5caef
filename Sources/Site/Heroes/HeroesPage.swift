import HTML
import HTTP
import Heroes

/// `/heroes?page=2`: all heroes by name.
struct HeroesPage {
    let visit: Visit
    let page: Int

    func response() async throws(Failure) -> Response {
        let heroes = visit.pending { source async throws(HeroError) in
            try await source.heroes(HeroQuery(range: .page(page)))
        }
        return try await visit.listPage(of: heroes, retry: route(page), content: content) { HeroesView(page, $0) }
    }

    private func route(_ page: Int) -> Route { HeroList.all(page: page).route }

    private func content(_ heroes: ListPage<Hero>) throws(Failure) -> HeroListView {
        try heroes.checkPage(page, route)
        return HeroListView(
            list: CardsView(heroes, page: page, visit, at: route),
            linkedData: visit.origin.map { LinkedData.list(heroes.items, from: heroes.range.offset + 1, $0) },
            attribution: visit.texts.attribution(heroes.attribution))
    }
}

/// A page of all heroes, or its skeleton while they load.
struct HeroesView: ListPageView {
    static let template = "heroes"

    var layout: LayoutView
    let number: Int?
    let content: Deferred<HeroListView>

    init(_ page: Int, _ content: Deferred<HeroListView>) {
        (number, self.content) = (page, content)
        layout = LayoutView(title: "All heroes", page: page)
        let summary = "Browse Marvel heroes from A to Z, see the comics they appear in, and keep your favourites."
        layout.summary = page == 1 ? summary : "\(summary) Page \(page)."
        layout.navigationItem = .heroes
        layout.canonical = HeroList.all(page: page).route
        layout.setNeighbours(content.value?.list.paging)
    }

    static let fields: [Field<HeroesView>] = [
        .view("layout", \.layout), .deferred("content", \.content), PlaceholderView.field(),
    ]
}

struct HeroListView: ListContentView {
    static let template = "hero-list"

    let list: CardsView
    /// The list as JSON-LD.
    var linkedData: SafeHTML?
    var attribution: AttributionView?
    var lateTransitions: SafeURL?

    var heroes: [Hero.ID] { list.heroes }
    var isSparse: Bool { list.isSparse }

    static let fields: [Field<HeroListView>] = [
        .view("list", \.list),
        .flag("isEmpty") { $0.list.cards.isEmpty },
        .url("allHeroes") { _ in Route.allHeroes.url },
        .optionalHTML("linkedData", \.linkedData),
        .optionalView("attribution", \.attribution),
        .optionalURL("lateTransitions", \.lateTransitions),
    ]
}

/// `/heroes/random`: a redirect to a random hero, uniformly distributed.
struct RandomPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        let first = try await heroes(1)
        var generator = visit.configuration.generator
        let index = Int.random(in: 0..<max(1, first.total), using: &generator)
        let number = index / PageRange.pageLength + 1
        let heroes = number == 1 ? first.items : try await heroes(number).items
        // The list may have become shorter between the two requests.
        guard let hero = heroes.dropFirst(index % PageRange.pageLength).first ?? first.items.first else {
            throw Failure(.notFound, retry: .hero(.random))
        }
        return .redirect(to: Route.hero(hero.id, named: hero.name).url, .found)
    }

    private func heroes(_ page: Int) async throws(Failure) -> ListPage<Hero> {
        try await visit.fetch(retry: .hero(.random), await visit.source.heroes(HeroQuery(range: .page(page))))
    }
}
