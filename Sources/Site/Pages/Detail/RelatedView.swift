import HTML
import Heroes

/// Other heroes of an event that the hero appears in, or those who share other works.
struct RelatedView: View {
    /// The event; nil if the heroes share other works.
    let event: FactValueView?
    let heroes: [RelatedHeroView]

    /// The maximum number of heroes.
    private static let heroLimit = 6

    init(event: Work?, _ heroes: some Sequence<Hero>, placeholderImage: SafeURL, from list: HeroList?) {
        self.event = event.map { FactValueView(text: $0.heading, address: Route.work($0)?.url, isLast: true) }
        self.heroes = heroes.map { hero in
            RelatedHeroView(
                hero: hero, picture: hero.portrait(at: .item, placeholderImage: placeholderImage),
                list: list)
        }
    }

    /// Takes the event with the most related heroes, or without one the heroes of all cached works; returns nil if
    /// there are none.
    init?(of id: Hero.ID, in events: [Work], _ context: PageContext, from list: HeroList?) async {
        let source = context.source
        let selection = await context.site.relatedHeroes.index(source).selection(for: id) { scores in
            Self.select(for: id, in: events, scores, source)
        }
        guard let selection else { return nil }
        let heroes = selection.heroes.map { source.cachedHero($0.id) ?? Hero(id: $0.id, name: $0.name) }
        self.init(event: selection.event, heroes, placeholderImage: context.placeholderImage, from: list)
    }

    /// The related heroes, with the event that they share.
    struct Selection: Sendable {
        let event: Work?
        let heroes: [Work.Mention]
    }

    private static func select(
        for id: Hero.ID, in events: [Work], _ scores: [Hero.ID: Int], _ source: any HeroSource
    ) -> Selection? {
        var (event, heroes, score) = (Work?.none, [Hero](), -1)
        for candidate in events where candidate.heroes.contains(where: { $0.id != id }) {
            let others = candidate.heroes.filter { $0.id != id }
            let best = best(others.map { source.cachedHero($0.id) ?? Hero(id: $0.id, name: $0.name) }, scores)
            let sum = best.map { scores[$0.id] ?? 0 }.reduce(0, +)
            if sum > score { (event, heroes, score) = (candidate, best, sum) }
        }
        if event == nil { heroes = best(scores.keys.sorted().compactMap(source.cachedHero), scores) }
        guard !heroes.isEmpty else { return nil }
        return Selection(event: event, heroes: heroes.map { Work.Mention(id: $0.id, name: $0.name) })
    }

    /// Returns the heroes with the highest scores; of equal ones, those with known portraits, then the earlier ones.
    private static func best(_ heroes: [Hero], _ scores: [Hero.ID: Int]) -> [Hero] {
        let ranked = heroes.enumerated().map { index, hero in
            (hero: hero, rank: (-(scores[hero.id] ?? 0), hero.thumbnail == nil ? 1 : 0, index))
        }
        return ranked.sorted { $0.rank < $1.rank }.prefix(heroLimit).map(\.hero)
    }

    static let fields: [Field<RelatedView>] = [.optionalView("event", \.event), .list("heroes", \.heroes)]

    static let examples = [
        Example(
            "three heroes of an event",
            RelatedView(
                event: Work(.events, id: 238, title: "Civil <War>"), Samples.heroes,
                placeholderImage: Samples.placeholderImage, from: .heroes(search: nil, page: 2))),
        Example(
            "a hero of other works",
            RelatedView(event: nil, [Samples.plain], placeholderImage: Samples.placeholderImage, from: nil)),
    ]
}

/// A related hero.
struct RelatedHeroView: View {
    let hero: Hero
    let picture: PortraitView
    let list: HeroList?

    static let fields: [Field<RelatedHeroView>] = [
        .text("name", \.hero.name),
        .url("address") { Route.hero($0.hero.id, slug: $0.hero.slug, from: $0.list).url },
        .view("picture", \.picture),
    ]
}
