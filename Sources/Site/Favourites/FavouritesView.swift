import HTML
import Heroes

struct FavouritesView: PageView {
    static let template = "favourites"

    var layout: LayoutView
    private(set) var list: CardsView
    /// True if there are no favourites; false if they cannot be read.
    var isEmpty = false
    let page: Int
    let order: FavouritesOrder
    /// The last change; nil if nothing can be undone.
    let change: ChangeView?
    let shared: SafeURL
    /// True if there are more favourites than the link contains.
    let isMore: Bool
    /// True if the visitor has data to delete, even if the list is empty.
    let isVisitor: Bool
    var attribution: AttributionView?

    /// The maximum number of heroes in the link to share.
    private static let sharedLimit = 100

    /// `all` are the heroes to share, by a link that `address` makes of their page.
    init(
        _ list: CardsView, _ page: Int, _ order: FavouritesOrder, change: ChangeView?, all: [Hero.ID], isVisitor: Bool,
        address: (Route) -> SafeURL
    ) {
        (self.list, self.page, self.order, self.change) = (list, page, order, change)
        self.isVisitor = isVisitor
        // The number is in the masthead, which the script updates.
        self.list.summary = ""
        shared = address(HeroList.shared(Array(all.prefix(Self.sharedLimit)), page: 1).route)
        isMore = all.count > Self.sharedLimit
        layout = LayoutView(title: "Your favourites", page: page)
        layout.navigationItem = .favourites
        layout.back = .favourites(page: page, order)
        layout.isUnlisted = true
    }

    var transition: TransitionView? { TransitionView((list.cards + layout.posters).map(\.hero.id), page: page) }

    static let fields: [Field<FavouritesView>] = [
        .view("layout", \.layout),
        .view("list", \.list),
        .flag("hasCards") { !$0.list.cards.isEmpty },
        .flag("isEmpty", \.isEmpty),
        .url("allHeroes") { _ in Route.allHeroes.url },
        // One hero has no order.
        .flag("isSortable") { $0.list.paging != nil || $0.list.cards.count > 1 },
        .flag("isByName") { $0.order == .name },
        .url("byAdded") { _ in Route.favourites(page: 1).url },
        .url("byName") { _ in Route.favourites(page: 1, .name).url },
        .optionalView("change", \.change),
        .url("undo") { _ in Route.favourites(.undo).url },
        .url("json") { _ in Route.favourites(.export(.json)).url },
        .url("csv") { _ in Route.favourites(.export(.csv)).url },
        .url("importFavourites") { _ in Route.favourites(.importList).url },
        .flag("isMore", \.isMore),
        .text("sharedLimit") { _ in sharedLimit.grouped },
        .url("shared", \.shared),
        .url("newCode") { _ in Route.favourites(.code).url },
        .url("move") { _ in Route.favourites(.move(code: nil)).url },
        .flag("isVisitor", \.isVisitor),
        .url("clear") { _ in Route.favourites(.clear).url },
        .url("forget") { _ in Route.favourites(.forget).url },
        .optionalView("attribution", \.attribution),
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
    init(_ change: UndoHistory.Change, _ visit: Visit) {
        self.init(
            number: change.number, change.undoable(for: visit).map(\.name), isAddition: change.isAddition)
    }

    static let fields: [Field<ChangeView>] = [
        .number("number", \.number), .optionalText("name") { $0.names.count == 1 ? $0.names[0] : nil },
        .text("count") { $0.names.count.grouped }, .flag("isAddition", \.isAddition),
    ]
}
