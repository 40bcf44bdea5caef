import HTML
import HTTP
import Heroes

/// `/heroes/a-z`: the names that start with a letter, close together.
struct IndexPage {
    let stage: Stage

    /// Names on one page.
    private static let length = 100

    func respond(letter: String, page: Int, _ visit: Visit) async throws(Failure) -> Response {
        let route = Route.index(letter, page: page)
        let query = Self.query(letter, page: page)
        let answer = Answer { [source = stage.source] () async throws(HeroError) in try await source.heroes(query) }
        guard let result = await stage.soon(answer, visit, by: stage.deadline) else {
            return stage.stream(IndexView(letter, page: page, names: .pending), visit) { () throws(Failure) in
                try self.names(await answer.result, letter, page, retry: route)
            }
        }
        let names = try names(result, letter, page, retry: route)
        return stage.renderer.page(IndexView(letter, page: page, names: .ready(names)), visit).repeatable(visit)
    }

    /// Names that start with no letter come before all others, so they are the start of the whole list.
    static func query(_ letter: String, page: Int) -> HeroQuery {
        guard letter != Route.letters.first else {
            return HeroQuery(window: Window(offset: (page - 1) * length, limit: length))
        }
        return HeroQuery(nameStartsWith: letter, window: Window(offset: (page - 1) * length, limit: length))
    }

    private func names(
        _ result: Result<Slice<Hero>, HeroError>, _ letter: String, _ page: Int, retry: Route
    ) throws(Failure) -> NamesView {
        let slice = try stage.value(result, retry: retry)
        var (heroes, total, pageCount) = (slice.items, slice.total, slice.pageCount)
        if letter == Route.letters.first {
            heroes = Array(heroes.prefix { $0.name.unicodeScalars.first.map { !$0.properties.isAlphabetic } ?? true })
            (total, pageCount) = (heroes.count, 1)
        }
        guard page <= pageCount else { throw .pastTheEnd(.index(letter, page: pageCount), page: page) }
        let invitation = InvitationView(
            heading: "Nobody here", sentence: "No name starts with \(IndexView.label(letter)).",
            address: Route.heroes(search: nil, page: 1).url, label: "See all heroes")
        return NamesView(
            names: heroes.map { NameView(id: $0.id, name: $0.name) }, summary: stage.count(total),
            paging: PagingView(page: page, of: pageCount) { .index(letter, page: $0) },
            invitation: heroes.isEmpty ? invitation : nil, attribution: stage.attribution(slice.attribution))
    }
}
