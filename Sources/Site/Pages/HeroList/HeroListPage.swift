import HTML
import HTTP
import Heroes

/// `/heroes`: all heroes, or those whose name starts with the search, as the source answers it.
struct HeroListPage {
    let stage: Stage
    /// Whether the search is meant exactly as it is typed.
    var isExact = false

    func respond(search: String?, page: Int, _ visit: Visit) async throws(Failure) -> Response {
        let query = HeroQuery(nameStartsWith: search, window: .page(page))
        let answer = Answer { [source = stage.source, isExact] () async throws(HeroError) in
            guard let search, !isExact else {
                return SearchResult(heroes: try await source.heroes(query), spelling: nil)
            }
            return try await source.search(search, query.window)
        }
        guard let result = await stage.soon(answer, visit, by: stage.deadline) else {
            if page > 1, let last = await lastPage(search), page > last {
                throw .pastTheEnd(route(search, last), page: page)
            }
            return stage.stream(HeroListView(search: search, page: page, gallery: .pending), visit) {
                () throws(Failure) in
                var gallery = try self.gallery(await answer.result, search, page, visit)
                gallery.lateTransitions = TransitionView.late(for: gallery)
                return gallery
            }
        }
        let gallery = try gallery(result, search, page, visit)
        return stage.renderer.page(HeroListView(search: search, page: page, gallery: .ready(gallery)), visit)
            .repeatable().aged(result.told(\.heroes.age))
    }

    /// As the first page tells it, where that is remembered.
    private func lastPage(_ search: String?) async -> Int? {
        // Else nobody knows before the page itself is there.
        try? await stage.source.serving(.prefetch).heroes(HeroQuery(nameStartsWith: search, window: .page(1))).pageCount
    }

    private func gallery(
        _ result: Result<SearchResult, HeroError>, _ typed: String?, _ page: Int, _ visit: Visit
    ) throws(Failure) -> GalleryView {
        let found = try stage.value(result, retry: route(typed, page))
        // The links on the page lead on within what was found.
        let (slice, search) = (found.heroes, found.spelling ?? typed)
        let route = route(search, page)
        guard page <= slice.pageCount else {
            throw .pastTheEnd(self.route(search, slice.pageCount), page: page)
        }
        var gallery = GalleryView()
        gallery.cards = slice.items.enumerated().map { index, hero in
            stage.card(hero.id, hero.name, hero.thumbnail, back: route, isFirst: index == 0, visit)
        }
        gallery.summary = stage.count(slice.total)
        gallery.respelling = found.spelling.flatMap { spelling in
            typed.map { RespellingView(spelling: spelling, typed: $0, literal: Route.exactSearch($0, page: 1).url) }
        }
        gallery.paging = PagingView(page: page, of: slice.pageCount) { self.route(search, $0) }
        gallery.attribution = stage.attribution(slice.attribution)
        if search == nil, let origin = stage.configuration.origin(of: visit.request) {
            gallery.linkedData = LinkedData.list(
                slice.items.map { ($0.id, $0.name) }, from: slice.window.offset + 1, origin)
        }
        if slice.items.isEmpty { gallery.invitation = Self.invitation(search) }
        return gallery
    }

    private func route(_ search: String?, _ page: Int) -> Route {
        guard isExact, let search else { return .heroes(search: search, page: page) }
        return .exactSearch(search, page: page)
    }

    private static func invitation(_ search: String?) -> InvitationView {
        let all = Route.heroes(search: nil, page: 1).url
        guard let search else {
            return InvitationView(
                heading: "No heroes yet", sentence: "The source of our heroes has none to show.", address: all,
                label: "Look again")
        }
        return InvitationView(
            heading: "Nobody’s name starts with “\(search)”",
            sentence: "Names are matched from their first letter: try fewer letters, or the start of another name.",
            address: all, label: "See all heroes")
    }
}
