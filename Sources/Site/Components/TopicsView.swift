import HTML
import Heroes

/// A page of a list of topics, with their number and the links to other pages.
struct TopicsView: View {
    let items: [TopicItemView]
    /// The number of topics, such as "24 comics".
    var summary = ""
    var paging: PagingView?

    init(_ items: [TopicItemView], summary: String = "") { (self.items, self.summary) = (items, summary) }

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

/// A topic in a list.
struct TopicItemView: View {
    let id: TopicID
    /// False if the topic may be on the page twice, so that no transition and no fragment leads to this one.
    let isTarget: Bool
    let title: String
    /// The page of the topic; nil for a story without a comic.
    let address: SafeURL?
    let description: String?
    let picture: PortraitView?

    init(_ item: Topic, description: String?, placeholderImage: SafeURL, isTarget: Bool = true) {
        (id, self.isTarget) = (item.id, isTarget)
        title = item.heading
        address = Route.topic(item)?.url
        self.description = description
        picture = item.thumbnail.map { PortraitView($0, at: .item, placeholderImage: placeholderImage) }
    }

    static let fields: [Field<TopicItemView>] = [
        .optionalText("element") { $0.isTarget ? $0.id.text : nil },
        .text("title", \.title),
        .optionalURL("address", \.address),
        .optionalText("description", \.description),
        .flag("isUndescribed") { $0.description == nil && !$0.id.kind.isPictureless },
        .optionalView("picture", \.picture),
    ]
}

extension Visit {
    /// Returns the topics as they are listed, with at most this many characters of each description.
    func items(_ topics: some Sequence<Topic>, descriptionLimit: Int) -> [TopicItemView] {
        topics.map { topic in
            topic.derived.value("item \(descriptionLimit)") {
                TopicItemView(
                    topic, description: texts.excerpt(of: topic, limit: descriptionLimit),
                    placeholderImage: assets.placeholderImage)
            }
        }
    }
}
