import HTML
import Heroes

/// Other heroes of an event that the hero appears in.
struct RelatedView: TemplateView {
    static let template = "related"

    let heading: String
    let heroes: [RelatedHeroView]

    /// The maximum number of heroes.
    private static let heroLimit = 6

    init(event: String, _ heroes: [Hero], placeholderImage: SafeURL, from list: HeroList?) {
        heading = event.isEmpty ? "Also in the same event" : "Also in \(event)"
        self.heroes = heroes.prefix(Self.heroLimit).map { hero in
            RelatedHeroView(
                hero: hero, picture: PortraitView(hero.thumbnail, at: .item, placeholderImage: placeholderImage),
                list: list)
        }
    }

    /// Takes the first event with other heroes; returns nil if there is none. Cached heroes come first, because their
    /// portraits are known.
    init?(of id: Hero.ID, in events: [Work], _ context: PageContext, from list: HeroList?) {
        guard let event = events.first(where: { $0.heroes.contains { $0.id != id } }) else { return nil }
        let others = event.heroes.filter { $0.id != id }
        let known = others.compactMap { context.source.cachedHero($0.id) }
        let unknown = others.filter { other in !known.contains { $0.id == other.id } }
        self.init(
            event: event.title, known + unknown.map { Hero(id: $0.id, name: $0.name) },
            placeholderImage: context.placeholderImage, from: list)
    }

    static let fields: [Field<RelatedView>] = [.text("heading", \.heading), .list("heroes", \.heroes)]

    static let examples = [
        Example(
            "three heroes",
            RelatedView(
                event: "Civil <War>", Samples.heroes, placeholderImage: Samples.placeholderImage,
                from: .heroes(search: nil, page: 2)))
    ]
}

/// A hero of the same event.
struct RelatedHeroView: View {
    let hero: Hero
    let picture: PortraitView
    let list: HeroList?

    static let fields: [Field<RelatedHeroView>] = [
        .text("name", \.hero.name),
        .url("address") { Route.hero($0.hero.id, slug: Slug.of($0.hero.name), from: $0.list).url },
        .view("picture", \.picture),
    ]
}
