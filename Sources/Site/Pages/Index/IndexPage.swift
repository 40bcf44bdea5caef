import HTML
import HTTP
import Heroes

/// `/heroes/a-z`: the names that start with a letter, in front of all letters or behind them, close together.
struct IndexPage {
    let stage: Stage

    func respond(letter: String, page: Int, _ visit: Visit) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .index(letter, page: $0) }
        return try await stage.list(page, visit, at: route) { (source, page) async throws(HeroError) in
            try await source.heroes(under: letter, page: page)
        } part: { heroes in
            let invitation = InvitationView(
                heading: "Nobody here", sentence: "No name starts with \(IndexView.beginning(letter)).",
                address: Route.heroes(search: nil, page: 1).url, label: "See all heroes")
            return NamesView(
                names: heroes.items.map { NameView(id: $0.id, name: $0.name) }, summary: stage.count(heroes.total),
                paging: PagingView(page: page, of: heroes.pageCount, route: route),
                invitation: heroes.items.isEmpty ? invitation : nil, attribution: stage.attribution(heroes.attribution))
        } in: { _, names in
            IndexView(letter, page: page, names: names)
        }
    }
}
