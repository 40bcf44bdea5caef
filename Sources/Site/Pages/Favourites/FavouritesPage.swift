import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/favourites`: the visitor's favourites, newest first, without a request to the source.
struct FavouritesPage {
    let context: PageContext

    /// Returns the page; `isForgotten` says that all data was deleted.
    func respond(_ page: Int, _ order: Route.Order, isForgotten: Bool = false) async throws(Failure) -> Response {
        let pageCount = Self.pageCount(try page == 1 ? context.favourites.count : context.readFavourites().count)
        guard page <= pageCount else {
            throw .pastTheEnd(.favourites(page: pageCount, order), page: page, of: pageCount)
        }
        let range = PageRange.page(page)
        let favourites = context.favourites.sorted(by: order)
        let heroes = favourites.dropFirst(range.offset).prefix(range.limit)
            .map { Hero(id: $0.id, name: $0.name, thumbnail: $0.thumbnail) }
        var list = context.cards(
            ListPage(
                items: heroes, range: range, total: favourites.count,
                attribution: await context.source.cachedFrontPage?.attribution ?? Attribution(html: "")),
            page: page
        ) { .favourites(page: $0, order) }
        // The number is in the masthead, which the script updates.
        list.summary = ""
        if context.canReadFavourites, list.cards.isEmpty { list.emptyState = EmptyStateView(.noFavourites) }
        let change = isForgotten ? nil : await context.undoHistory.lastUndoable(for: context)
        var view = FavouritesView(
            page: page, order, list: list, change: change.map { ChangeView($0, context) }, all: favourites.map(\.id),
            isVisitor: context.visitor != nil, address: context.sharedAddress)
        view.layout.isForgotten = isForgotten
        if favourites.isEmpty { view.layout.posters = await context.posters() }
        var response = context.page(view)
        if let visitor = context.visitor, !favourites.isEmpty,
            let cookie = VisitorCookie(context.http, context.configuration).setCookie(for: visitor)
        {
            response.fields[.setCookie] = cookie
        }
        return response
    }

    /// Returns the number of pages for this number of favourites, at least 1.
    static func pageCount(_ count: Int) -> Int { max(1, (count + PageRange.pageLength - 1) / PageRange.pageLength) }
}

extension [Favourite] {
    /// Returns the favourites newest first, as stored, or by name in the order of the list of heroes.
    func sorted(by order: Route.Order) -> [Favourite] {
        switch order {
        case .added: self
        case .name: map { (SortKey.of($0.name), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
        }
    }
}
