import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/favourites`: the visitor's favourites, newest first or by name, without a request to the source.
struct FavouritesPage {
    let visit: Visit
    let page: Int
    let order: FavouritesOrder
    /// True if all data was deleted, which the page says.
    var isForgotten = false

    func response() async throws(Failure) -> Response {
        // If the list cannot be read, the first page still offers to delete it, for a new start.
        let isUnread = page == 1 && !visit.canReadFavourites && !visit.prefersJSON
        let favourites = try (isUnread ? [] : visit.readFavourites()).sorted(by: order)
        let range = PageRange.page(page)
        let heroes = favourites.dropFirst(range.offset).prefix(range.limit)
            .map { Hero(id: $0.id, name: $0.name, thumbnail: $0.thumbnail) }
        let attribution = await visit.source.cachedFirstPage?.attribution ?? Attribution(html: "")
        let listed = ListPage(items: heroes, range: range, total: favourites.count, attribution: attribution)
        let route: (Int) -> Route = { .favourites(page: $0, order) }
        try listed.checkPage(page, route)
        let change = isForgotten ? nil : await visit.undoHistory.lastUndoable(for: visit)
        var view = FavouritesView(
            CardsView(listed, page: page, visit, at: route), page, order, change: change.map { ChangeView($0, visit) },
            all: favourites.map(\.id), isVisitor: visit.visitor != nil, address: visit.sharedAddress)
        view.isEmpty = !isUnread && heroes.isEmpty
        view.attribution = visit.texts.attribution(attribution)
        view.layout.isForgotten = isForgotten
        if favourites.isEmpty { view.layout.posters = await visit.posters() }
        var response = visit.renderer.page(view, status: isUnread ? .serviceUnavailable : .ok)
        if isUnread { response.fields[.retryAfter] = "30" }
        if let visitor = visit.visitor, !favourites.isEmpty,
            let cookie = VisitorCookie(visit.request, visit.configuration).setCookie(for: visitor)
        {
            response.fields[.setCookie] = cookie
        }
        return response
    }
}

extension [Favourite] {
    /// Returns the favourites newest first, as stored, or by name in the order of the list of heroes.
    func sorted(by order: FavouritesOrder) -> [Favourite] {
        switch order {
        case .added: self
        case .name: map { (SortKey.of($0.name), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
        }
    }
}
