import HTML
import Heroes

/// Other heroes of an event that the hero appears in.
struct RelatedHeroes: Sendable {
    /// How many of them a page shows.
    static let shown = 6

    let event: String
    let heroes: [Hero]
}

extension RelatedHeroes {
    /// Those whom the first event with others names; nil where none does. Those whom the source has met come first,
    /// since it knows their portraits without being asked.
    init?(of id: Hero.ID, in events: [Work], _ source: any HeroSource) {
        for event in events {
            let others = event.heroes.filter { $0.id != id }
            guard !others.isEmpty else { continue }
            let met = others.compactMap { source.known($0.id) }
            let unmet = others.filter { other in !met.contains { $0.id == other.id } }
            let heroes = met + unmet.map { Hero(id: $0.id, name: $0.name) }
            self.init(event: event.title, heroes: Array(heroes.prefix(Self.shown)))
            return
        }
        return nil
    }
}

/// The same as a part of the hero's page.
struct RelatedView: TemplateView {
    static let template = "related"

    let heading: String
    let heroes: [RelatedHeroView]

    init(_ related: RelatedHeroes, standIn: SafeURL, from list: HeroList?) {
        heading = related.event.isEmpty ? "Also in the same event" : "Also in \(related.event)"
        heroes = related.heroes.map { hero in
            RelatedHeroView(
                hero: hero, picture: PortraitView(hero.thumbnail, at: .item, standIn: standIn), list: list)
        }
    }

    static let fields: [Field<RelatedView>] = [.text("heading", \.heading), .list("heroes", \.heroes)]

    static let examples = [
        Example(
            "three heroes",
            RelatedView(
                RelatedHeroes(event: "Civil <War>", heroes: Samples.heroes), standIn: Samples.standIn,
                from: .heroes(search: nil, page: 2)))
    ]
}

/// A hero who is in the same event.
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
