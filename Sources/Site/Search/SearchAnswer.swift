import HTML
import Heroes

extension [NamedMatch] {
    var heroes: [Hero] { compactMap { if case .hero(let hero) = $0 { hero } else { nil } } }

    var topics: [Topic] { compactMap { if case .topic(let topic) = $0 { topic } else { nil } } }
}

extension SearchResultsView {
    private static let furtherTopicLimit = 3

    /// Shows the list of heroes that the search asks for, the topics that it names, and the path between the first two
    /// heroes that it names.
    mutating func show(_ found: SearchResults, _ visit: Visit) {
        let named = found.named
        if let filter = found.filter, visit.source.choices.allow(filter, .known) {
            let team = filter.team.flatMap { id in named.topics.first { $0.id == TopicID(.teams, id) } }
            let list = HeroList.all(filter, by: .known, page: 1)
            narrowed = LinkView(filter.heading(team: team?.heading), list.route.url)
        }
        let isTopicMeant = if case .topic? = named.first { true } else { false }
        let topics = named.topics.prefix((isTopicMeant ? 1 : 0) + Self.furtherTopicLimit)
        let items = visit.items(topics, descriptionLimit: 220, isKindShown: true)
        if isTopicMeant { answers = items } else { mentions = items }
        path = PathLinkView(named.heroes)
        if case .hero(let hero)? = named.first { asked = Self.asked(of: hero, found) }
    }

    /// Returns links to what the search asks for beside a hero: all comics, for example, or the makers of the hero.
    private static func asked(of hero: Hero, _ found: SearchResults) -> [LinkView] {
        guard let kind = found.asked else { return [] }
        if kind == .people {
            let people = found.groups.first { $0.kind == .people }?.items ?? []
            return people.compactMap { person in
                Route.topic(TopicReference(person.name, TopicID(.people, person.id))).map {
                    LinkView("Made by \(person.name)", $0.url)
                }
            }
        }
        guard TopicKind.ofHeroes.contains(kind) else { return [] }
        let route = Route.topics(kind, of: .hero(hero.id), slug: hero.slug, page: 1)
        return [LinkView("\(kind.heading) with \(hero.name)", route.url)]
    }
}

/// A link to the path between two heroes.
struct PathLinkView: View {
    private let start, end: Hero

    /// Takes the first two heroes; returns nil if there are fewer.
    fileprivate init?(_ heroes: [Hero]) {
        guard heroes.count > 1 else { return nil }
        (start, end) = (heroes[0], heroes[1])
    }

    static let fields: [Field<PathLinkView>] = [
        .text("start", \.start.name),
        .text("end", \.end.name),
        .url("address") { Route.path(from: $0.start, to: $0.end).url },
    ]
}
