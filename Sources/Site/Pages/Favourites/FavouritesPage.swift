import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/favourites`: the visitor's favourites, newest first, without a request to the source.
struct FavouritesPage {
    let context: PageContext

    /// Returns the page; `isForgotten` says that all data was deleted.
    func respond(_ page: Int, _ order: Route.Order, isForgotten: Bool = false) async throws(Failure) -> Response {
        let favourites = try (page == 1 ? context.favourites : context.readFavourites()).sorted(by: order)
        let range = PageRange.page(page)
        let heroes = favourites.dropFirst(range.offset).prefix(range.limit)
            .map { Hero(id: $0.id, name: $0.name, thumbnail: $0.thumbnail) }
        let listed = ListPage(
            items: heroes, range: range, total: favourites.count,
            attribution: await context.source.cachedFrontPage?.attribution ?? Attribution(html: ""))
        let route: (Int) -> Route = { .favourites(page: $0, order) }
        try context.checkPage(listed, page, route)
        var list = context.cards(listed, page: page, at: route)
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

struct FavouritesView: PageView {
    static let template = "favourites"

    var layout: LayoutView
    let list: ListPartView
    let number: Int
    let order: Route.Order
    /// The last change; nil if nothing can be undone.
    let change: ChangeView?
    let shared: SafeURL
    /// True if there are more favourites than the link contains.
    let isMore: Bool
    /// True if the visitor has data to delete, even if the list is empty.
    let isVisitor: Bool

    /// The maximum number of heroes in the link to share.
    private static let sharedLimit = 100

    /// `all` are the heroes to share, by a link that `address` makes of their page.
    init(
        page: Int, _ order: Route.Order, list: ListPartView, change: ChangeView?, all: [Hero.ID], isVisitor: Bool,
        address: (Route) -> SafeURL
    ) {
        (self.list, number, self.order, self.change) = (list, page, order, change)
        self.isVisitor = isVisitor
        shared = address(.shared(Array(all.prefix(Self.sharedLimit)), page: 1))
        isMore = all.count > Self.sharedLimit
        layout = LayoutView(title: page == 1 ? "Your favourites" : "Your favourites, page \(page)")
        layout.navigationItem = .favourites
        layout.isUnlisted = true
    }

    var transition: TransitionView? { TransitionView((list.cards + layout.posters).map(\.hero.id), page: number) }

    static let fields: [Field<FavouritesView>] = [
        .view("layout", \.layout),
        .view("list", \.list),
        // One hero has no order.
        .flag("isSortable") { $0.list.paging != nil || $0.list.cards.count > 1 },
        .flag("isByName") { $0.order == .name },
        .url("byAdded") { _ in Route.favourites(page: 1).url },
        .url("byName") { _ in Route.favourites(page: 1, .name).url },
        .optionalView("change", \.change),
        .url("undo") { _ in Route.undo.url },
        .url("json") { _ in Route.export(.json).url },
        .url("csv") { _ in Route.export(.csv).url },
        .url("importFavourites") { _ in Route.importFavourites.url },
        .flag("isMore", \.isMore),
        .text("sharedLimit") { _ in sharedLimit.grouped },
        .url("shared", \.shared),
        .url("newCode") { _ in Route.transferCode.url },
        .url("transfer") { _ in Route.transfer(code: nil).url },
        .flag("isVisitor", \.isVisitor),
        .url("clear") { _ in Route.clear.url },
        .url("forget") { _ in Route.forget.url },
    ]

    private static func example(_ list: ListPartView, _ change: ChangeView?) -> FavouritesView {
        FavouritesView(
            page: 1, list.cards.isEmpty ? .added : .name, list: list, change: change, all: list.cards.map(\.hero.id),
            isVisitor: true, address: \.url)
    }

    static let examples = [
        Example("three heroes", example(Samples.list, ChangeView(number: 1, ["", ""], isAddition: true))),
        Example(
            "none",
            example(
                ListPartView(emptyState: EmptyStateView(.noFavourites)),
                ChangeView(number: 1, ["<Doom>"], isAddition: false))),
    ]
}

/// A removal or an import that can be undone.
struct ChangeView: View {
    let number: Int
    let names: [String]
    let isAddition: Bool

    init(number: Int, _ names: [String], isAddition: Bool) {
        (self.number, self.names, self.isAddition) = (number, names, isAddition)
    }

    /// Counts only the heroes that have not been changed back.
    init(_ change: UndoHistory.Change, _ context: PageContext) {
        self.init(
            number: change.number, change.undoable(for: context).map(\.name), isAddition: change.isAddition)
    }

    static let fields: [Field<ChangeView>] = [
        .number("number", \.number), .optionalText("name") { $0.names.count == 1 ? $0.names[0] : nil },
        .text("count") { $0.names.count.grouped }, .flag("isAddition", \.isAddition),
    ]
}
