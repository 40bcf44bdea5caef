import HTML
import HTTP
import Heroes

/// `/heroes/a-z`: a compact list of the names that start with a letter, or that sort before or after the letters.
struct IndexPage {
    let context: PageContext

    func respond(letter: String, page: Int, _ request: PageRequest) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .index(letter, page: $0) }
        let letters = await context.source.lettersWithNames
        return try await context.list(page, request, at: route) { (source, page) async throws(HeroError) in
            try await source.heroes(under: letter, page: page)
        } part: { heroes in
            let emptyState = EmptyStateView(
                heading: "No heroes under \(IndexView.label(letter))\(heroes.growth)",
                address: Route.heroes(search: nil, page: 1).url, label: "See all heroes")
            let notes = context.distinctions(heroes.items)
            return NamesView(
                names: heroes.items.map { NameView(id: $0.id, name: $0.name, note: notes[$0.id]) },
                summary: context.heroCount(heroes.total) + heroes.growth,
                paging: PagingView(page: page, of: heroes.pageCount, route: route),
                emptyState: heroes.items.isEmpty ? emptyState : nil,
                attribution: context.attribution(heroes.attribution))
        } in: { _, names in
            IndexView(letter, of: letters, page: page, names: names)
        }
    }
}
