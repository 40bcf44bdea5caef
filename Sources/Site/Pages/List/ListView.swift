import HTML
import Heroes

/// A page of a list of heroes or topics, or its skeleton while they load.
struct ListView: PageView {
    static let template = "list"

    var layout: LayoutView
    /// The page that the list belongs to.
    var back: LinkView?
    /// The name of the hero or topic whose topics are listed, before the heading.
    var name: String?
    let heading: String
    var isFront = false
    var letters: [ChoiceView] = []
    /// The orders of the list; empty if there is no choice.
    var orders: [ChoiceView] = []
    let list: Deferred<ListPartView>
    let skeleton: Skeleton
    var number: Int?

    enum Skeleton: Sendable { case cards, topics }

    /// Creates a page of the list; `title` is that of its first page.
    init(
        title: String, heading: String, page: Int, _ list: Deferred<ListPartView>, skeleton: Skeleton = .cards
    ) {
        (self.heading, self.list, self.skeleton) = (heading, list, skeleton)
        number = skeleton == .cards ? page : nil
        layout = LayoutView(title: page == 1 ? title : "\(title), page \(page)")
        layout.previous = list.value?.paging?.previous
        layout.next = list.value?.paging?.next
    }

    var transition: TransitionView? {
        TransitionView(
            (list.value?.heroes ?? []) + layout.posters.map(\.hero.id), topics: list.value?.pictured ?? [], page: number
        )
    }

    /// The heroes of a page with little on it; nil for other pages.
    var sparseHeroes: [Hero.ID]? {
        guard let list = list.value, list.cards.count < 5, layout.previous == nil, list.topics.isEmpty,
            list.groups.isEmpty
        else { return nil }
        return list.cards.map(\.hero.id)
    }

    static let fields: [Field<ListView>] = [
        .view("layout", \.layout),
        .optionalView("back", \.back),
        .optionalText("name", \.name),
        .text("heading", \.heading),
        .flag("isFront", \.isFront),
        .flag("hasLetters") { !$0.letters.isEmpty },
        .list("letters", \.letters),
        .flag("hasOrders") { !$0.orders.isEmpty },
        .list("orders", \.orders),
        .deferred("list", \.list),
        .flag("isCards") { $0.skeleton == .cards },
        .list("placeholders") { _ in Array(repeating: PlaceholderView(), count: PageRange.pageLength) },
    ]

    private static func example(
        _ list: Deferred<ListPartView>, _ skeleton: Skeleton, _ change: (inout ListView) -> Void = { _ in }
    ) -> ListView {
        var view = ListView(title: "All heroes", heading: "Marvel heroes", page: 2, list, skeleton: skeleton)
        change(&view)
        return view
    }

    static let examples = [
        Example("heroes", example(.ready(Samples.list), .cards)),
        Example("loading heroes", example(.pending, .cards)),
        Example(
            "a letter", example(.ready(Samples.list), .cards) { $0.letters = ChoiceView.letters("s") }),
        Example(
            "works",
            example(.ready(ListPartView(topics: Samples.topics)), .topics) {
                ($0.name, $0.back) = (Samples.hostile.name, LinkView(Samples.hostile.name, .path("/")))
                $0.orders = [ChoiceView(label: "Newest first", isCurrent: true, address: .path("/"))]
            }),
        Example("loading works", example(.pending, .topics)),
    ]
}

struct PlaceholderView: View {
    static let fields: [Field<PlaceholderView>] = []
}

/// The items of a page of a list, with pagination.
struct ListPartView: TemplateView {
    static let template = "list-part"

    var cards: [HeroCardView] = []
    var topics: [TopicView] = []
    /// The number of items, such as "160 heroes".
    var summary = ""
    /// True if some results of a search may be missing.
    var isLimited = false
    /// True if only the start of a long search was used.
    var isSearchCut = false
    /// True if no hero has all words of a search.
    var isInexact = false
    /// The results of a search of other kinds, after the cards.
    var groups: [SearchGroupView] = []
    var paging: PagingView?
    /// The front page below its cards; nil for other lists.
    var front: FrontView?
    /// The buttons of a shared list; nil for other lists.
    var sharedList: SharedListView?
    /// The text and link in place of an empty list.
    var emptyState: EmptyStateView?
    var attribution: AttributionView?
    /// The list as JSON-LD.
    var linkedData: SafeHTML?
    /// The style sheet that names the pictures, if the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    /// The list as it is sent after the head of its page.
    var late: ListPartView {
        var list = self
        list.emptyState?.isLate = true
        if !heroes.isEmpty || !pictured.isEmpty { list.lateTransitions = Route.transitions(heroes, pictured).url }
        return list
    }

    /// The heroes and topics with pictures, which move to their pages.
    var heroes: [Hero.ID] { (cards + [front?.hero].compactMap(\.self)).map(\.hero.id) }
    var pictured: [TopicID] { (topics + (front?.events ?? [])).map(\.id) }

    static let fields: [Field<ListPartView>] = [
        .list("cards", \.cards),
        .flag("hasCards") { !$0.cards.isEmpty },
        .flag("hasSummary") { !$0.summary.isEmpty },
        .list("works", \.topics),
        .flag("hasWorks") { !$0.topics.isEmpty },
        .text("summary", \.summary),
        .flag("isLimited", \.isLimited),
        .flag("isSearchCut", \.isSearchCut),
        .flag("isInexact", \.isInexact),
        .flag("hasGroups") { !$0.groups.isEmpty },
        .list("groups", \.groups),
        .optionalView("paging", \.paging),
        .optionalView("sharedList", \.sharedList),
        .optionalView("front", \.front),
        .optionalView("emptyState", \.emptyState),
        .optionalView("attribution", \.attribution),
        .optionalHTML("linkedData", \.linkedData),
        .optionalURL("lateTransitions", \.lateTransitions),
    ]

    static let examples =
        [
            Example("heroes", Samples.list),
            Example("results", Samples.searchResults),
            Example("results of other kinds only", ListPartView(groups: Samples.searchResults.groups)),
            Example("a shared list", Samples.sharedList),
            Example("the front page", Samples.frontPage),
            Example(
                "limited search",
                ListPartView(
                    cards: [Samples.card(Samples.plain)], summary: "1 hero so far", isLimited: true, isSearchCut: true)),
            Example("works", ListPartView(topics: Samples.topics, summary: "24 comics")),
        ] + EmptyStateView.examples.map { Example("empty: \($0.name)", ListPartView(emptyState: $0.view)) }
}

/// The first results of a search of a kind other than heroes as links, with one to all of them.
struct SearchGroupView: View {
    let names: FactView
    var all: LinkView?

    init?(_ group: SearchGroup, of search: String) {
        let items = group.items.map { TopicReference($0.name, TopicID(group.kind, $0.id)) }
        guard let names = FactView(group.kind.heading, items) else { return nil }
        self.names = names
        if group.total > items.count {
            let route = Route.section(group.kind, of: .search(search), slug: nil, page: 1)
            all = LinkView("All \(group.kind.count(group.total))", route.url)
        }
    }

    static let fields: [Field<SearchGroupView>] = [.view("names", \.names), .optionalView("all", \.all)]
}

/// An empty list: a heading unless the page has it, a sentence if there is more to say, and a link to the next step.
struct EmptyStateView: View {
    enum Reason: Sendable {
        case noHeroes
        case noResults(String)
        case noNames(under: String)
        case noTopics(TopicKind, of: String, SafeURL?)
        case noSharedHeroes
        case noFavourites
    }

    let reason: Reason
    /// True if the heading of the page was sent before it was known that the list is empty.
    var isLate = false

    init(_ reason: Reason) { self.reason = reason }

    static let fields: [Field<EmptyStateView>] = [
        .flag("isNoHeroes") { if case .noHeroes = $0.reason { true } else { false } },
        .flag("isNoSharedHeroes") { if case .noSharedHeroes = $0.reason { true } else { false } },
        .flag("isNoFavourites") { if case .noFavourites = $0.reason { true } else { false } },
        .optionalText("search") { if case .noResults(let search) = $0.reason { search } else { nil } },
        .flag("isLate", \.isLate),
        .optionalText("letter") { if case .noNames(let letter) = $0.reason { letter } else { nil } },
        .optionalText("kind") { if case .noTopics(let kind, _, _) = $0.reason { kind.rawValue } else { nil } },
        .optionalText("owner") {
            if case .noTopics(_, let owner, _?) = $0.reason { owner } else { nil }
        },
        .optionalURL("ownerAddress") { if case .noTopics(_, _, let address) = $0.reason { address } else { nil } },
        .url("home") { _ in Route.allHeroes.url },
        .url("index") { _ in Route.index("a", page: 1).url },
        .url("random") { _ in Route.random.url },
        .url("transfer") { _ in Route.transfer(code: nil).url },
    ]

    static let examples = [
        Example("no heroes", EmptyStateView(.noHeroes)), Example("no results", EmptyStateView(.noResults("<b>"))),
        Example("no names", EmptyStateView(.noNames(under: "X so far"))),
        Example("no works of a hero", EmptyStateView(.noTopics(.comics, of: Samples.hostile.name, .path("/")))),
        Example("no works", EmptyStateView(.noTopics(.events, of: "", nil))),
        Example("a dead link", EmptyStateView(.noSharedHeroes)),
        Example("no favourites", EmptyStateView(.noFavourites)),
    ]
}

/// The buttons of a list that a visitor shared: add all heroes, and share the link.
struct SharedListView: View {
    let ids: [Hero.ID]
    /// The first names, such as "Storm, Thor and 3 more"; nil if no hero exists.
    let names: String?
    /// True if all heroes are favourites of the visitor already.
    let isComplete: Bool
    let share: SafeURL

    static let fields: [Field<SharedListView>] = [
        .text("ids") { "\($0.ids)" },
        .optionalText("names", \.names),
        .flag("isComplete", \.isComplete),
        .url("importFavourites") { _ in Route.importFavourites.url },
        .url("share", \.share),
    ]
}

/// A link to the list in another order, or under another letter.
struct ChoiceView: View {
    let label: String
    let isCurrent: Bool
    let address: SafeURL

    static func letters(_ current: String) -> [ChoiceView] {
        HeroList.letters.map {
            ChoiceView(
                label: HeroList.label($0), isCurrent: $0 == current, address: Route.index($0, page: 1).url)
        }
    }

    static let fields: [Field<ChoiceView>] = [
        .text("label", \.label), .flag("isCurrent", \.isCurrent), .url("address", \.address),
    ]
}

extension HeroList {
    /// Returns a section of the index as it is shown, such as "B".
    static func label(_ letter: String) -> String {
        switch letter {
        case "0-9": "0–9"
        case "other": "Other"
        default: letter.uppercased()
        }
    }
}
