import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/favourites`: the heroes a visitor keeps, newest first, shown without asking any source.
struct FavouritesPage {
    let stage: Stage

    func respond(page: Int, _ visit: Visit) throws(Failure) -> Response {
        let route = Route.favourites(page: page)
        let pageCount = Self.pageCount(visit.favourites.count)
        guard page <= pageCount else { throw .pastTheEnd(.favourites(page: pageCount), page: page) }
        let window = Window.page(page)
        var gallery = GalleryView()
        gallery.cards = visit.favourites.dropFirst(window.offset).prefix(window.limit).enumerated().map { index, kept in
            stage.card(kept.id, kept.name, kept.thumbnail, back: route, isFirst: index == 0, visit)
        }
        gallery.summary = stage.count(visit.favourites.count)
        gallery.paging = PagingView(page: page, of: pageCount) { .favourites(page: $0) }
        if gallery.cards.isEmpty { gallery.invitation = Self.invitation }
        var response = stage.renderer.page(FavouritesView(page: page, gallery: gallery), visit)
        if let visitor = visit.visitor, !visit.favourites.isEmpty,
            let cookie = VisitorCookie.keep(visitor, isSecure: stage.configuration.isSecure)
        {
            response.fields[.setCookie] = cookie
        }
        return response
    }

    /// How many pages so many favourites fill, at least 1.
    static func pageCount(_ count: Int) -> Int { max(1, (count + Window.pageLength - 1) / Window.pageLength) }

    private static let invitation = InvitationView(
        heading: "No favourites yet",
        sentence: "Press the heart beside a hero, and they will wait for you here, also after you close the browser.",
        address: Route.heroes(search: nil, page: 1).url, label: "Find your first")
}
