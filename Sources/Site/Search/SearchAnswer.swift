import HTML
import Heroes

extension [NamedMatch] {
    var heroes: [Hero] { compactMap { if case .hero(let hero) = $0 { hero } else { nil } } }

    var topics: [Topic] { compactMap { if case .topic(let topic) = $0 { topic } else { nil } } }
}

extension SearchResultsView {
    private static let furtherTopicLimit = 3

    /// Shows the topics that the search names, and the path between the first two heroes that it names.
    mutating func show(_ named: [NamedMatch], _ visit: Visit) {
        let isTopicMeant = if case .topic? = named.first { true } else { false }
        let topics = named.topics.prefix((isTopicMeant ? 1 : 0) + Self.furtherTopicLimit)
        let items = visit.items(topics, descriptionLimit: 220, isKindShown: true)
        if isTopicMeant { answers = items } else { mentions = items }
        path = PathLinkView(named.heroes)
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
