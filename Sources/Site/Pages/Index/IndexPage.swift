import HTML
import HTTP
import Heroes

/// `/heroes/a-z`: the names that start with a letter, in front of all letters or behind them, close together.
struct IndexPage {
    let stage: Stage

    func respond(letter: String, page: Int, _ visit: Visit) async throws(Failure) -> Response {
        let route = Route.index(letter, page: page)
        let answer = Answer { [source = stage.source] () async throws(HeroError) in
            try await source.heroes(under: letter, page: page)
        }
        guard let result = await stage.soon(answer, visit, by: stage.deadline) else {
            return stage.stream(IndexView(letter, page: page, names: .pending), visit) { () throws(Failure) in
                try self.names(await answer.result, letter, page, retry: route)
            }
        }
        let names = try names(result, letter, page, retry: route)
        return stage.renderer.page(IndexView(letter, page: page, names: .ready(names)), visit).repeatable()
    }

    private func names(
        _ result: Result<Slice<Hero>, HeroError>, _ letter: String, _ page: Int, retry: Route
    ) throws(Failure) -> NamesView {
        let slice = try stage.value(result, retry: retry)
        guard page <= slice.pageCount else { throw .pastTheEnd(.index(letter, page: slice.pageCount), page: page) }
        let invitation = InvitationView(
            heading: "Nobody here", sentence: "No name starts with \(IndexView.beginning(letter)).",
            address: Route.heroes(search: nil, page: 1).url, label: "See all heroes")
        return NamesView(
            names: slice.items.map { NameView(id: $0.id, name: $0.name) }, summary: stage.count(slice.total),
            paging: PagingView(page: page, of: slice.pageCount) { .index(letter, page: $0) },
            invitation: slice.items.isEmpty ? invitation : nil, attribution: stage.attribution(slice.attribution))
    }
}
