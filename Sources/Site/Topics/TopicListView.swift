import HTML
import Heroes

/// The page of all topics of a kind, or its skeleton while they load.
struct TopicListView: ListPageView {
    static let template = "topic-list"

    var layout: LayoutView
    /// The page that the list belongs to.
    var back = LinkView("All heroes", Route.allHeroes.url)
    /// The name of the hero or topic that has the topics; nil for those of the source.
    let name: String?
    let heading: String
    /// The orders of the list; empty if there is no choice.
    var orders: [ChoiceView] = []
    let number: Int? = nil
    var content: Deferred<TopicListContentView>

    init(_ owner: NamedOwner, _ kind: TopicKind, _ page: Int, _ content: Deferred<TopicListContentView>) {
        name = owner.name.isEmpty ? nil : owner.name
        heading = name == nil ? "All \(kind.rawValue)" : kind.rawValue
        self.content = content
        layout = LayoutView(title: name.map { "\($0) \(kind.rawValue)" } ?? heading, page: page)
        if name == nil { layout.navigationItem = LayoutView.NavigationItem(kind) }
        layout.summary =
            (name.map { "All \($0) \(kind.rawValue)" } ?? "\(heading) with Marvel heroes")
            + (page == 1 ? "." : ", page \(page).")
        layout.setNeighbours(content.value?.list.paging)
    }

    static let fields: [Field<TopicListView>] = [
        .view("layout", \.layout),
        .view("back", \.back),
        .optionalText("name", \.name),
        .text("heading", \.heading),
        .list("orders", \.orders),
        .flag("hasOrders") { !$0.orders.isEmpty },
        .deferred("content", \.content), PlaceholderView.field(),
    ]
}

struct TopicListContentView: ListContentView {
    static let template = "topic-list-content"

    let list: TopicsView
    var none: NoTopicsView?
    var attribution: AttributionView?

    var heroes: [Hero.ID] { [] }
    var topics: [TopicID] { list.ids }
    var isSparse: Bool { none != nil }

    static let fields: [Field<TopicListContentView>] = [
        .view("list", \.list),
        .optionalView("none", \.none),
        .optionalView("attribution", \.attribution),
    ]
}

/// Empty state of a list of topics: a heading, and a link to the owner, or to all heroes.
struct NoTopicsView: View {
    let kind: TopicKind
    let owner: LinkView?

    init(_ kind: TopicKind, of owner: NamedOwner) {
        self.kind = kind
        self.owner = owner.route().map { LinkView(owner.name, $0.url) }
    }

    static let fields: [Field<NoTopicsView>] = [
        .text("kind", \.kind.rawValue), .optionalView("owner", \.owner),
        .url("allHeroes") { _ in Route.allHeroes.url },
    ]
}

/// A link to the list in another order, or under another letter.
struct ChoiceView: View {
    let label: String
    let isCurrent: Bool
    let address: SafeURL

    static let fields: [Field<ChoiceView>] = [
        .text("label", \.label), .flag("isCurrent", \.isCurrent), .url("address", \.address),
    ]
}
