import HTML
import Heroes

/// A page of a list of topics, with their number and the links to other pages.
struct TopicsView: View {
    let items: [TopicItem]
    /// The number of topics, such as "24 comics".
    var summary = ""
    var paging: PagingView?

    init(_ items: [TopicItem], summary: String = "") { (self.items, self.summary) = (items, summary) }

    init(_ topics: ListPage<Topic>, _ kind: TopicKind, page: Int, _ visit: Visit, at route: (_ page: Int) -> Route) {
        items = visit.items(topics.items, descriptionLimit: 600)
        summary = kind.count(topics.total) + topics.growth
        paging = PagingView(page: page, of: topics.pageCount, route: route)
    }

    var ids: [TopicID] { items.map(\.id) }

    static let fields: [Field<TopicsView>] = [
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .text("summary", \.summary),
        .optionalView("paging", \.paging),
    ]
}
