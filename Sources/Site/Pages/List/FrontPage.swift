import HTML
import HTTP
import Heroes

/// `/`: the heroes that most readers know, the hero of the day, their teams, and events.
struct FrontPage {
    let context: PageContext

    fileprivate static let shelfLength = 12
    private static let (teamLimit, eventLimit) = (12, 4)

    func respond() async throws(Failure) -> Response {
        let events = context.request { source async throws(HeroError) in
            try await source.topics(.events, of: .source, PageRange(limit: PageRange.maximumLimit))
        }
        let content = context.request { source async throws(HeroError) in
            // The page does without events.
            FrontContent(heroes: try await source.heroes(.bestKnown), events: try? await events.value.get())
        }
        return try await context.list(1, content, at: { _ in .home }, part: part) { list in
            var view = ListView(
                title: "Marvel’s heroes, and how they know each other", heading: "Who are you looking for?", page: 1,
                list)
            view.isFront = true
            view.number = nil
            view.layout.summary =
                "Find any Marvel hero you half remember, walk on from every name, and keep your favourites."
            view.layout.navigationItem = .front
            view.layout.canonical = .home
            view.layout.collage = context.collage(list.value?.cards.compactMap(\.hero.thumbnail) ?? [])
            return view
        }
    }

    private func part(_ content: FrontContent) -> ListPartView {
        let heroes = content.heroes.items
        let shelf = heroes.prefix(Self.shelfLength)
        var list = ListPartView(
            cards: shelf.map { context.card($0, back: Route.home.target) },
            attribution: context.attribution(content.heroes.attribution))
        if let first = list.cards.indices.first { list.cards[first].portrait.isUrgent = true }
        guard let hero = heroOfTheDay(heroes) else {
            list.emptyState = EmptyStateView(.noHeroes)
            return list
        }
        // Others than those on the shelf, since a card is on a page once.
        let teams = heroes.flatMap { $0.facts?.teams ?? [] }.filter { $0.id != nil }
        let counts = Dictionary(teams.map { ($0, 1) }, uniquingKeysWith: +)
        let common = teams.unique(by: \.self).sorted { (counts[$0] ?? 0) > (counts[$1] ?? 0) }
        let events = (content.events?.items ?? []).filter { $0.thumbnail != nil }
        list.front = FrontView(
            hero: context.card(hero, portraits: .cast, back: Route.home.target),
            description: context.excerpt(of: hero, limit: 300),
            teams: FactView("Teams", Array(common.prefix(Self.teamLimit))),
            events: context.views(today(events, Self.eventLimit), descriptionLimit: 110),
            all: LinkView("All \(content.heroes.count)", Route.allHeroes.url))
        return list
    }

    private func heroOfTheDay(_ heroes: [Hero]) -> Hero? {
        let others = heroes.count > Self.shelfLength ? Array(heroes.dropFirst(Self.shelfLength)) : heroes
        return others.isEmpty ? nil : others[context.day % others.count]
    }

    /// Returns other topics each day, the same for every visitor.
    private func today(_ topics: [Topic], _ count: Int) -> [Topic] {
        topics.isEmpty ? [] : (0..<min(count, topics.count)).map { topics[(context.day * count + $0) % topics.count] }
    }
}

extension PageContext {
    /// The days since 1970 in UTC.
    fileprivate var day: Int { Int(configuration.now().timeIntervalSince1970) / 86_400 }

    /// Returns three heroes of the shelf, others each day, for a page with little on it; none without a call unless
    /// they are cached.
    func posters(without shown: [Hero.ID] = []) async -> [HeroCardView] {
        let known = try? await source.for(.prefetch).heroes(.bestKnown)
        let heroes = (known?.items ?? []).prefix(FrontPage.shelfLength).filter { !shown.contains($0.id) }
        return (0..<min(3, heroes.count)).map {
            card(heroes[(day * 3 + $0) % heroes.count], portraits: .cast, back: Route.home.target)
        }
    }
}

private struct FrontContent: Paginated {
    let heroes: ListPage<Hero>
    let events: ListPage<Topic>?

    var pageCount: Int { 1 }
    var age: Int { heroes.age }
}

struct FrontView: View {
    let hero: HeroCardView
    let description: String?
    let teams: FactView?
    let events: [TopicView]
    let all: LinkView

    static let fields: [Field<FrontView>] = [
        .view("hero", \.hero),
        .optionalText("description", \.description),
        .url("start") { Route.hero($0.hero.hero.id, slug: $0.hero.hero.slug).url },
        .optionalView("teams", \.teams),
        .list("events", \.events),
        .flag("hasEvents") { !$0.events.isEmpty },
        .view("all", \.all),
        .url("index") { _ in Route.index("a", page: 1).url },
        .url("random") { _ in Route.random.url },
        .url("allTeams") { _ in Route.all(.teams).url },
        .url("allEvents") { _ in Route.all(.events).url },
    ]
}
