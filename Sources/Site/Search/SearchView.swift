import HTML
import Heroes

/// The page of search results, or its skeleton while they load.
struct SearchView: ListPageView {
    static let template = "search"

    var layout: LayoutView
    let heading: String
    let number: Int?
    var content: Deferred<SearchResultsView>

    init(_ search: String, _ page: Int, _ content: Deferred<SearchResultsView>) {
        (number, self.content) = (page, content)
        heading = "\(content.value?.noResults == nil ? "Results" : "Nothing found") for “\(search)”"
        layout = LayoutView(title: heading, page: page)
        let summary = "Marvel heroes found for “\(search)”."
        layout.summary = page == 1 ? summary : "\(summary) Page \(page)."
        layout.navigationItem = .heroes
        layout.search = search
        layout.canonical = HeroList.search(search, page: page).route
        layout.isUnlisted = true
        layout.setNeighbours(content.value?.list.paging)
    }

    static let fields: [Field<SearchView>] = [
        .view("layout", \.layout), .text("heading", \.heading), .deferred("content", \.content),
        PlaceholderView.field(),
    ]
}

/// The heroes that a search found, and the first results of other kinds.
struct SearchResultsView: ListContentView {
    static let template = "search-results"

    var list: CardsView
    /// The list of heroes that the search asks for.
    var narrowed: LinkView?
    /// The topic that the search means, and others that it names; they come before the cards.
    var answers: [TopicItem] = []
    /// The topics that the search names beside a hero; they come after the cards.
    var mentions: [TopicItem] = []
    /// The path between two heroes that the search names.
    var path: PathLinkView?
    /// What the search asks for beside the hero that it names.
    var asked: [LinkView] = []
    var groups: [SearchGroupView] = []
    /// True if some results may be missing.
    var isLimited = false
    /// True if only the start of a long search was used.
    var isCut = false
    /// True if no hero has all words of the search, and it names nothing exactly.
    var isInexact = false
    var noResults: NoResultsView?
    var attribution: AttributionView?

    init(_ list: CardsView) { self.list = list }

    var heroes: [Hero.ID] { list.heroes }
    var topics: [TopicID] { (answers + mentions).map(\.id) }
    var isSparse: Bool { groups.isEmpty && list.isSparse }

    var late: Self {
        var view = self
        view.noResults?.isLate = true
        return view
    }

    static let fields: [Field<SearchResultsView>] = [
        .view("list", \.list),
        .flag("hasCards") { !$0.list.cards.isEmpty },
        .optionalView("narrowed", \.narrowed),
        .list("answers", \.answers),
        .flag("hasAnswers") { !$0.answers.isEmpty },
        .list("mentions", \.mentions),
        .flag("hasMentions") { !$0.mentions.isEmpty },
        .optionalView("path", \.path),
        .list("asked", \.asked),
        .flag("hasLinks") { $0.path != nil || !$0.asked.isEmpty },
        .flag("hasOnlyGroups") { $0.list.cards.isEmpty && $0.topics.isEmpty && $0.narrowed == nil },
        .list("groups", \.groups),
        .flag("hasGroups") { !$0.groups.isEmpty },
        .flag("isLimited", \.isLimited),
        .flag("isCut", \.isCut),
        .flag("isInexact", \.isInexact),
        .optionalView("noResults", \.noResults),
        .optionalView("attribution", \.attribution),
    ]
}

/// The first results of a search of a kind other than heroes as links, with one to all of them.
struct SearchGroupView: View {
    let names: FactView
    var all: LinkView?

    /// Returns nil if all items are among the `shown`.
    init?(_ group: SearchGroup, of search: String, without shown: [TopicID]) {
        let items = group.items.map { TopicReference($0.name, TopicID(group.kind, $0.id)) }
            .filter { item in !shown.contains { $0 == item.id } }
        guard let names = FactView(group.kind.heading, items) else { return nil }
        self.names = names
        if group.total > group.items.count {
            let route = Route.topics(group.kind, of: .search(search), slug: nil, page: 1)
            all = LinkView("All \(group.kind.count(group.total))", route.url)
        }
    }

    static let fields: [Field<SearchGroupView>] = [.view("names", \.names), .optionalView("all", \.all)]
}

/// Empty state of a search: a sentence, links, and a heading unless the page has it.
struct NoResultsView: View {
    let search: String
    /// True if the heading of the page was sent before it was known that nothing is found.
    var isLate = false

    init(_ search: String) { self.search = search }

    static let fields: [Field<NoResultsView>] = [
        .text("search", \.search), .flag("isLate", \.isLate),
        .url("allHeroes") { _ in Route.allHeroes.url },
        .url("letters") { _ in Route.letter("a").url },
        .url("random") { _ in Route.hero(.random).url },
    ]
}
