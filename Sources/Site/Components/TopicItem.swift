import HTML
import Heroes

/// A topic in a list, rendered: picture, title and description.
struct TopicItem: View {
    let id: TopicID
    /// False if the topic may be on the page twice, so that no transition and no fragment leads to this one.
    let isTarget: Bool
    private let markup: SafeHTML

    fileprivate init(_ id: TopicID, isTarget: Bool, _ markup: SafeHTML) {
        (self.id, self.isTarget, self.markup) = (id, isTarget, markup)
    }

    static let fields: [Field<TopicItem>] = [.html("markup", \.markup)]
}

extension Visit {
    /// Returns the topics as they are listed, with at most this many characters of each description, with the kind in a
    /// list of several, and with the date in one in reading order.
    func items(
        _ topics: some Sequence<Topic>, descriptionLimit: Int, isKindShown: Bool = false, isDated: Bool = false
    ) -> [TopicItem] {
        let key = "item \(descriptionLimit)" + (isKindShown ? " with kind" : isDated ? " with date" : "")
        return topics.map { topic in
            let markup = markup(of: topic.derived, key) {
                TopicItemView(
                    topic, texts.sentences(of: topic, limit: descriptionLimit), self, isTarget: true,
                    kind: isKindShown ? topic.kindWithDates : isDated ? topic.roleWithDate : topic.sizeWithDates)
            }
            return TopicItem(topic.id, isTarget: true, markup)
        }
    }

    /// Returns topics as pictures with names, without their descriptions.
    func tiles(_ topics: [Topic]) -> [TopicItem] {
        topics.map { topic in
            let markup = markup(of: topic.derived, "tile") {
                TopicItemView(topic, nil, self, isTarget: true, kind: topic.size)
            }
            return TopicItem(topic.id, isTarget: true, markup)
        }
    }

    /// Returns a comic to start with, with the reason in place of its description.
    func item(_ read: Hero.FirstRead) -> TopicItem {
        let markup = markup(of: read.topic.derived, "first read") {
            TopicItemView(read.topic, read.reason, self, isTarget: false)
        }
        return TopicItem(read.topic.id, isTarget: false, markup)
    }
}

struct TopicItemView: TemplateView {
    static let template = "topic-item"

    private let topic: Topic
    private let description: String?
    private let isTarget: Bool
    private let kind: String?
    private let picture: PortraitView?

    fileprivate init(_ topic: Topic, _ description: String?, _ visit: Visit, isTarget: Bool, kind: String? = nil) {
        (self.topic, self.description, self.isTarget, self.kind) = (topic, description, isTarget, kind)
        picture = topic.thumbnail.map {
            PortraitView($0, at: .item, substitute: visit.assets.placeholderImage)
        }
    }

    static let fields: [Field<TopicItemView>] = [
        .optionalText("element") { $0.isTarget ? $0.topic.id.text : nil },
        .flag("isTieIn") { $0.topic.role == "tie-in" },
        .text("title", \.topic.heading),
        // A story without a comic has no page.
        .optionalURL("address") { Route.topic($0.topic)?.url },
        .optionalText("kind", \.kind),
        .optionalText("description", \.description),
        .flag("isUndescribed") { $0.description == nil && !$0.topic.kind.isPictureless },
        .optionalView("picture", \.picture),
    ]
}
