import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/favourites`: the visitor's favourites, newest first, without a request to the source.
struct FavouritesPage {
    let context: PageContext

    /// The visitor's recent changes.
    let undoHistory: UndoHistory

    /// Returns the page, with a sentence above it if there is a notice.
    func respond(
        page: Int, _ order: Route.Order, _ request: PageRequest, notice: String? = nil
    ) async throws(Failure) -> Response {
        let pageCount = Self.pageCount(try page == 1 ? request.favourites.count : request.readFavourites().count)
        guard page <= pageCount else {
            throw .pastTheEnd(.favourites(page: pageCount, order), page: page, of: pageCount)
        }
        let range = PageRange.page(page)
        let favourites = request.favourites.sorted(by: order)
        let heroes = favourites.dropFirst(range.offset).prefix(range.limit)
            .map { Hero(id: $0.id, name: $0.name, thumbnail: $0.thumbnail) }
        let list = ListPage(
            items: heroes, range: range, total: favourites.count,
            attribution: await context.source.cachedFrontPage?.attribution ?? Attribution(html: ""))
        var gallery = context.gallery(list, page: page, request) { .favourites(page: $0, order) }
        // The number is in the masthead, which the script updates.
        gallery.summary = "Only you can see this list."
        if request.canReadFavourites, gallery.cards.isEmpty { gallery.emptyState = Self.emptyState }
        var view = FavouritesView(
            page: page, order, gallery: gallery,
            change: undoHistory.lastUndoable(for: request).map { ChangeView($0, request) },
            all: favourites.map(\.id), isVisitor: request.visitor != nil)
        view.layout.notice = notice
        var response = context.renderer.page(view, request)
        if let visitor = request.visitor, !request.favourites.isEmpty,
            let cookie = VisitorCookie(request.http, context.configuration).setCookie(for: visitor)
        {
            response.fields[.setCookie] = cookie
        }
        return response
    }

    /// Returns the number of pages for this number of favourites, at least 1.
    static func pageCount(_ count: Int) -> Int { max(1, (count + PageRange.pageLength - 1) / PageRange.pageLength) }

    private static let emptyState = EmptyStateView(
        heading: "No favourites yet",
        sentence: "Tap a heart to keep a hero here. Your list is still here when you come back.",
        address: Route.heroes(search: nil, page: 1).url, label: "Browse heroes")
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
