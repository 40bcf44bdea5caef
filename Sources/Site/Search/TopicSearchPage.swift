import HTML
import HTTP
import Heroes

/// `/comics?q=war`: all topics of one kind that a search finds.
struct TopicSearchPage {
    let visit: Visit
    let kind: TopicKind
    let search: String
    let page: Int

    func response() async throws(Failure) -> Response {
        let found = visit.pending { source async throws(HeroError) in
            try await source.topics(kind, of: .search(search), .page(page))
        }
        return try await visit.listPage(of: found, retry: route(page), content: content) {
            TopicSearchView(kind, search, page, $0)
        }
    }

    private func route(_ page: Int) -> Route { .topics(kind, of: .search(search), slug: nil, page: page) }

    private func content(_ found: ListPage<Topic>) throws(Failure) -> FoundTopicsView {
        try found.checkPage(page, route)
        return FoundTopicsView(
            list: TopicsView(found, kind, page: page, visit, at: route),
            isCut: visit.request.queryForm.isSearchCut,
            noResults: found.items.isEmpty ? NoResultsView(search) : nil,
            attribution: visit.texts.attribution(found.attribution))
    }
}

/// The page of all topics of a kind that a search finds, or its skeleton while they load.
struct TopicSearchView: ListPageView {
    static let template = "topic-search"

    var layout: LayoutView
    let heading: String
    let back: LinkView
    let number: Int? = nil
    var content: Deferred<FoundTopicsView>

    init(_ kind: TopicKind, _ search: String, _ page: Int, _ content: Deferred<FoundTopicsView>) {
        let count = content.value?.noResults == nil ? kind.heading : "No \(kind.rawValue)"
        heading = "\(count) found for “\(search)”"
        self.content = content
        back = LinkView("All results", Route.search(search).url)
        layout = LayoutView(title: heading, page: page)
        layout.summary = "\(heading)."
        layout.search = search
        layout.canonical = .topics(kind, of: .search(search), slug: nil, page: page)
        layout.isUnlisted = true
        layout.setNeighbours(content.value?.list.paging)
    }

    static let fields: [Field<TopicSearchView>] = [
        .view("layout", \.layout), .view("back", \.back), .text("heading", \.heading),
        .deferred("content", \.content), PlaceholderView.field(),
    ]
}

struct FoundTopicsView: ListContentView {
    static let template = "found-topics"

    let list: TopicsView
    /// True if only the start of a long search was used.
    var isCut = false
    var noResults: NoResultsView?
    var attribution: AttributionView?

    var heroes: [Hero.ID] { [] }
    var topics: [TopicID] { list.ids }
    var isSparse: Bool { noResults != nil }

    var late: Self {
        var view = self
        view.noResults?.isLate = true
        return view
    }

    static let fields: [Field<FoundTopicsView>] = [
        .view("list", \.list),
        .flag("isCut", \.isCut),
        .optionalView("noResults", \.noResults),
        .optionalView("attribution", \.attribution),
    ]
}
