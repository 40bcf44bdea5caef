import HTML
import Heroes

/// Other heroes of an event that the hero appears in, or those who share other works.
struct RelatedView: TemplateView {
    static let template = "related"

    /// The event; nil if the heroes share other works.
    let event: FactValueView?
    let heroes: [RelatedHeroView]

    /// The maximum number of heroes.
    private static let heroLimit = 6

    init(event: Work?, _ heroes: some Sequence<Hero>, placeholderImage: SafeURL, from list: HeroList?) {
        self.event = event.map { FactValueView(text: $0.heading, address: Route.work($0)?.url, isLast: true) }
        self.heroes = heroes.map { hero in
            RelatedHeroView(
                hero: hero, picture: PortraitView(hero.thumbnail, at: .item, placeholderImage: placeholderImage),
                list: list)
        }
    }

    /// Takes the event with the most related heroes, or without one the heroes of all cached works; returns nil if
    /// there are none.
    init?(of id: Hero.ID, in events: [Work], _ context: PageContext, from list: HeroList?) {
        let source = context.source
        let events = events.map { event in (event, others: event.heroes.filter { $0.id != id }) }
            .filter { !$0.others.isEmpty }
        let related = RelatedHeroes(
            of: id, in: source.cachedWorks, candidates: Set(events.flatMap { $0.others.map(\.id) }))
        var (event, heroes, score) = (Work?.none, [Hero](), -1.0)
        for (candidate, others) in events {
            let best = related.best(
                others.map { source.cachedHero($0.id) ?? Hero(id: $0.id, name: $0.name) }, Self.heroLimit)
            let sum = best.map { related.score($0.id) }.reduce(0, +)
            if sum > score { (event, heroes, score) = (candidate, best, sum) }
        }
        if events.isEmpty { heroes = related.best(related.ids.compactMap(source.cachedHero), Self.heroLimit) }
        guard !heroes.isEmpty else { return nil }
        self.init(event: event, heroes, placeholderImage: context.placeholderImage, from: list)
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
        .number("id", \.hero.id),
        .text("name", \.hero.name),
        .url("address") { Route.hero($0.hero.id, slug: Slug.of($0.hero.name), from: $0.list).url },
        .view("picture", \.picture),
    ]
}
