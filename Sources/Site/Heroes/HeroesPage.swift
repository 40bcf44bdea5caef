import HTML
import HTTP
import Heroes

/// `/heroes?page=2` and `/heroes?side=villain&sort=known`: all heroes, or some of them, in an order.
struct HeroesPage {
    let visit: Visit
    let filter: HeroFilter
    let order: HeroOrder
    let page: Int

    func response() async throws(Failure) -> Response {
        guard await isOffered() else { return .redirect(to: Route.allHeroes.url, .found) }
        let heroes = visit.pending { source async throws(HeroError) in
            try await source.heroes(HeroQuery(filter: filter, order: order, range: .page(page)))
        }
        let team: TopicReference?
        do throws(Failure) {
            team = try await self.team()
        } catch {
            // The call may count against a budget.
            heroes.cancel()
            throw error
        }
        let menus = HeroMenus(
            choices: visit.source.choices, filter: filter, order: order, teams: await visit.bestKnownTeams(), team: team
        )
        return try await visit.listPage(of: heroes, retry: route(page)) { heroes throws(Failure) in
            try content(heroes, team: team)
        } view: {
            HeroesView(menus, page, $0)
        }
    }

    /// Returns true if the source has such a list, which only a response with heroes shows.
    private func isOffered() async -> Bool {
        if visit.source.choices.allow(filter, order) { return true }
        // The page that the visitor is redirected to reports a failure.
        _ = try? await visit.source.heroes(HeroQuery(range: .page(1)))
        return visit.source.choices.allow(filter, order)
    }

    private func team() async throws(Failure) -> TopicReference? {
        guard let id = filter.team.map({ TopicID(.teams, $0) }) else { return nil }
        let retry = Route.topic(id, slug: nil, page: 1)
        let team = try await visit.fetch(retry: retry, await visit.source.knownTopic(id))
        return TopicReference(team.heading, id)
    }

    private func route(_ page: Int) -> Route { HeroList.all(filter, by: order, page: page).route }

    private func content(_ heroes: ListPage<Hero>, team: TopicReference?) throws(Failure) -> HeroListView {
        try heroes.checkPage(page, route)
        var list = CardsView(heroes, page: page, visit, at: route)
        list.summary = [order.sentence, filter.count(heroes.total) + heroes.growth].compactMap(\.self)
            .joined(separator: " · ")
        return HeroListView(
            list: list, wider: filter.isEmpty ? nil : wider(team: team),
            linkedData: visit.origin.map { LinkedData.list(heroes.items, from: heroes.range.offset + 1, $0) },
            attribution: visit.texts.attribution(heroes.attribution))
    }
}

extension HeroesPage {
    /// Returns a link to the list with fewer choices: all heroes of the team, or all heroes.
    private func wider(team: TopicReference?) -> LinkView {
        var wider = HeroFilter(team: filter.team)
        if wider == filter { wider = HeroFilter() }
        let label = wider.isEmpty ? "See all heroes" : "See all heroes of \(HeroFilter.withArticle(team?.title ?? ""))"
        return LinkView(label, HeroList.all(wider, by: order, page: 1).route.url)
    }
}

/// A page of all heroes, or of some of them, or its skeleton while they load.
struct HeroesView: ListPageView {
    static let template = "heroes"

    var layout: LayoutView
    let heading: String
    let menus: [ChoicesView]
    let number: Int?
    var content: Deferred<HeroListView>

    init(_ menus: HeroMenus, _ page: Int, _ content: Deferred<HeroListView>) {
        let (filter, team) = (menus.filter, menus.team?.title)
        (number, self.menus) = (page, menus.all)
        heading = filter.heading(team: team)
        layout = LayoutView(title: heading, page: page)
        let start = filter.isEmpty ? "Browse Marvel heroes from A to Z, see" : "\(heading): see"
        let summary = "\(start) the comics they appear in, and keep your favourites."
        layout.summary = page == 1 ? summary : "\(summary) Page \(page)."
        layout.navigationItem = .heroes
        // An order is no page of its own.
        layout.canonical = HeroList.all(filter, page: page).route
        layout.back = HeroList.all(filter, by: menus.order, page: page).route
        if !filter.isEmpty {
            layout.steps = [("All heroes", .allHeroes), (heading, HeroList.all(filter, page: 1).route)]
            layout.isUnlisted = content.value?.list.cards.isEmpty ?? false
        }
        layout.setNeighbours(content.value?.list.paging)
        self.content = content
    }

    static let fields: [Field<HeroesView>] = [
        .view("layout", \.layout), .text("heading", \.heading), .list("menus", \.menus),
        .flag("hasMenus") { !$0.menus.isEmpty }, .deferred("content", \.content), PlaceholderView.field(),
    ]
}

struct HeroListView: ListContentView {
    static let template = "hero-list"

    let list: CardsView
    /// The list with fewer choices; nil for all heroes.
    var wider: LinkView?
    /// The list as JSON-LD.
    var linkedData: SafeHTML?
    var attribution: AttributionView?

    var heroes: [Hero.ID] { list.heroes }
    var isSparse: Bool { list.isSparse }

    static let fields: [Field<HeroListView>] = [
        .view("list", \.list),
        .flag("isEmpty") { $0.list.cards.isEmpty },
        .optionalView("wider", \.wider),
        .url("allHeroes") { _ in Route.allHeroes.url },
        .optionalHTML("linkedData", \.linkedData),
        .optionalView("attribution", \.attribution),
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
