import HTML
import Heroes

/// The first topics of one kind on the page of a hero or a topic, or the comics to start with: topics, or a failure.
struct SectionView: View {
    /// The slot of the section, such as "comics" or "start".
    let slot: String
    let heading: String
    var total = 0
    /// The number of topics in words.
    var count = ""
    var items: [TopicView] = []
    /// The link to all topics, if there are more than shown.
    var all: SafeURL?
    /// The comics as a file for comic readers.
    var readingList: SafeURL?
    var trouble: TroubleView?
    /// The style sheet that names the covers, if the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    init(_ kind: TopicKind, total: Int = 0) {
        (slot, heading, self.total, count) = (kind.rawValue, kind.heading, total, kind.count(total))
    }

    /// Takes the comics to start with, each with the reason in place of a description.
    init(_ firstReads: [Hero.FirstRead], readingList: SafeURL, placeholderImage: SafeURL) {
        (slot, heading, self.readingList) = ("start", "Start here", firstReads.isEmpty ? nil : readingList)
        items = firstReads.map {
            TopicView($0.topic, description: $0.reason, placeholderImage: placeholderImage, isTarget: false)
        }
    }

    /// True if there are no topics; then only the loader is removed.
    var isEmpty: Bool { items.isEmpty && trouble == nil }

    static let itemLimit = 3

    static let fields: [Field<SectionView>] = [
        .text("slot", \.slot),
        .text("heading", \.heading),
        .flag("hasTotal") { $0.total > 0 },
        .text("total") { $0.total.grouped },
        .text("count", \.count),
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalURL("all", \.all),
        .optionalURL("readingList", \.readingList),
        .optionalView("trouble", \.trouble),
        .optionalURL("lateTransitions", \.lateTransitions),
        .flag("isEmpty", \.isEmpty),
    ]
}

struct TopicView: View {
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

    static let fields: [Field<TopicView>] = [
        .optionalText("element") { $0.isTarget ? $0.id.text : nil },
        .text("title", \.title),
        .optionalURL("address", \.address),
        .optionalText("description", \.description),
        .flag("isUndescribed") { $0.description == nil && !$0.id.kind.isPictureless },
        .optionalView("picture", \.picture),
    ]
}

extension Int {
    /// The number, 0 or more, with a comma between thousands.
    var grouped: String {
        self < 1000 ? String(self) : "\((self / 1000).grouped),\(String(self % 1000 + 1000).dropFirst())"
    }
}
