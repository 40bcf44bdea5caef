import HTML
import HTTP
import Heroes

/// `/heroes`: all heroes, or those whose name starts with the search, as the source answers it.
struct HeroListPage {
    let stage: Stage

    func respond(search: String?, page: Int, _ visit: Visit) async throws(Failure) -> Response {
        let route = Route.heroes(search: search, page: page)
        let query = HeroQuery(nameStartsWith: search, window: .page(page))
        let answer = Answer { [source = stage.source] () async throws(HeroError) in try await source.heroes(query) }
        guard let result = await stage.soon(answer, visit) else {
            return stage.stream(HeroListView(search: search, page: page, gallery: .pending), visit) {
                () throws(Failure) in
                var gallery = try self.gallery(await answer.result, route, visit)
                gallery.lateTransitions =
                    TransitionView(of: gallery) == nil ? nil : Route.transitions(gallery.departing).url
                return gallery
            }
        }
        let gallery = try gallery(result, route, visit)
        return stage.renderer.page(HeroListView(search: search, page: page, gallery: .ready(gallery)), visit)
    }

    private func gallery(
        _ result: Result<Slice<Hero>, HeroError>, _ route: Route, _ visit: Visit
    ) throws(Failure) -> GalleryView {
        guard case .heroes(let search, let page) = route else { throw Failure(RouteError.unknown) }
        let slice = try stage.value(result, retry: route)
        guard page <= slice.pageCount else {
            throw .pastTheEnd(.heroes(search: search, page: slice.pageCount), page: page)
        }
        var gallery = GalleryView()
        gallery.cards = slice.items.enumerated().map { index, hero in
            stage.card(hero.id, hero.name, hero.thumbnail, back: route, isFirst: index == 0, visit)
        }
        gallery.summary = stage.count(slice.total)
        gallery.paging = PagingView(page: page, of: slice.pageCount) { .heroes(search: search, page: $0) }
        gallery.attribution = stage.attribution(slice.attribution)
        if search == nil, let origin = stage.configuration.origin(of: visit.request) {
            gallery.linkedData = LinkedData.list(
                slice.items.map { ($0.id, $0.name) }, from: slice.window.offset + 1, origin)
        }
        if slice.items.isEmpty { gallery.invitation = Self.invitation(search) }
        return gallery
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
