import Basics
import HTTP
import Heroes

/// `/`: the heroes that most readers know, the hero of the day, their teams, and events.
struct FrontPage {
    let visit: Visit

    fileprivate static let shelfLength = 12
    private static let (teamLimit, eventLimit) = (6, 4)

    func response() async throws(Failure) -> Response {
        let events = topics(.events, PageRange.maximumLimit)
        // Only a response shows whether the source has teams.
        let known = visit.source.listedKinds.contains(.teams) ? topics(.teams, Self.teamLimit) : nil
        let heroes = visit.pending { source async throws(HeroError) in
            let heroes = try await source.heroes(.bestKnown)
            let teams = known ?? (source.listedKinds.contains(.teams) ? topics(.teams, Self.teamLimit) : nil)
            // The page does without teams and events.
            return BestKnown(
                heroes: heroes, teams: try? await teams?.value.get(), events: try? await events.value.get())
        }
        return try await visit.listPage(of: heroes, retry: .home, content: content) { content -> FrontView in
            var view = FrontView(content)
            view.layout.collage = visit.collage(content.value?.cards.compactMap(\.hero.thumbnail) ?? [])
            return view
        }
    }

    private func topics(_ kind: TopicKind, _ limit: Int) -> Pending<Result<ListPage<Topic>, HeroError>> {
        visit.pending { source async throws(HeroError) in
            try await source.topics(kind, of: .source, PageRange(limit: limit))
        }
    }

    private func content(_ known: BestKnown) -> FrontContentView {
        let heroes = known.heroes.items
        let shelf = heroes.prefix(Self.shelfLength)
        var view = FrontContentView(
            cards: shelf.enumerated().map { visit.card($1, isUrgent: $0 == 0) },
            attribution: visit.texts.attribution(known.heroes.attribution))
        guard let hero = heroOfTheDay(heroes) else { return view }
        let events = (known.events?.items ?? []).filter { $0.thumbnail != nil }
        view.today = TodayView(
            hero: visit.card(hero, at: .cast),
            description: visit.texts.excerpt(of: hero, limit: 300),
            teams: visit.tiles(known.teams?.items.filter { $0.thumbnail != nil } ?? []),
            events: visit.items(today(events, Self.eventLimit), descriptionLimit: 150, isKindShown: true),
            all: LinkView(
                "All \(Hero.count(known.heroes.total) + known.heroes.growth)", Route.allHeroes.url))
        return view
    }

    /// Returns a hero that is not on the shelf, since a card is on a page once: one with a picture and a text of two
    /// sentences, if there are any.
    private func heroOfTheDay(_ heroes: [Hero]) -> Hero? {
        let others = heroes.count > Self.shelfLength ? Array(heroes.dropFirst(Self.shelfLength)) : heroes
        let told = others.filter { hero in
            hero.thumbnail != nil && visit.texts.excerpt(of: hero, limit: 300)?.contains(/[.!?…]”?\s/) == true
        }
        let candidates = told.isEmpty ? others : told
        return candidates.isEmpty ? nil : candidates[visit.day % candidates.count]
    }

    /// Returns other topics each day, the same for every visitor, from early to late ones.
    private func today(_ topics: [Topic], _ count: Int) -> [Topic] {
        let sorted = topics.sorted { ($0.start?.iso ?? "") < ($1.start?.iso ?? "") }
        let count = min(count, sorted.count)
        let days = (0..<count).map { ($0 * sorted.count / count + visit.day) % sorted.count }
        return days.sorted().map { sorted[$0] }
    }
}

private struct BestKnown: Aged {
    let heroes: ListPage<Hero>
    let teams: ListPage<Topic>?
    let events: ListPage<Topic>?

    var age: Int { heroes.age }
}

extension Visit {
    /// Returns three heroes of the shelf, others each day, for a page with little on it; none without a call unless
    /// they are cached.
    func posters(without shown: [Hero.ID] = []) async -> [HeroCard] {
        let known = try? await source.for(.prefetch).heroes(.bestKnown)
        let heroes = (known?.items ?? []).prefix(FrontPage.shelfLength).filter { !shown.contains($0.id) }
        return (0..<min(3, heroes.count)).map {
            card(heroes[(day * 3 + $0) % heroes.count], at: .cast)
        }
    }
}
