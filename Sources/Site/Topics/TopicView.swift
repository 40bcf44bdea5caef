import HTML
import Heroes

/// The page of a topic; missing parts are loaders, which the streamed parts replace.
struct TopicView: PartsPageView {
    static let template = "topic"

    var layout: LayoutView
    let id: TopicID
    let page: Int
    let back: LinkView
    /// The events before and after an event, or the issues before and after a comic.
    let neighbours: Neighbours
    let head: TopicHeadView
    var parts: Deferred<[TopicPartView]>
    var loaders: [LoaderView] = []
    var attribution: AttributionView?
    var isLate = false

    init(_ topic: Topic, _ visit: Visit, _ page: Int, _ parts: Deferred<[TopicPartView]>) {
        (id, self.page, self.parts) = (topic.id, page, parts)
        back = LinkView(toAll: id.kind, visit)
        neighbours = Neighbours(previous: LinkView(topic.previous), next: LinkView(topic.next))
        let cover = PortraitView(
            topic.thumbnail, at: .head, substitute: visit.assets.placeholderImage,
            alternative: "\(id.kind.isPictureless ? "Picture" : "Cover") of \(topic.heading)", isUrgent: true)
        head = TopicHeadView(topic, visit, topic.thumbnail == nil && id.kind.isPictureless ? nil : cover)
        layout = Self.layout(topic, visit, page, names: (parts.value ?? []).flatMap(\.names))
        let isListed = visit.source.listedKinds.contains(id.kind)
        let list = isListed ? [(id.kind.heading, Route.all(id.kind))] : []
        layout.steps =
            [("All heroes", .allHeroes)] + list + [(topic.heading, .topic(topic.id, slug: head.slug, page: 1))]
        layout.portrait = cover.isPlaceholder ? nil : cover
        if topic.thumbnail == nil || id.kind.isPictureless {
            layout.collage = parts.value.flatMap { visit.collage($0.flatMap(\.portraits)) }
        }
        layout.setNeighbours(parts.value?.lazy.compactMap(\.paging).first)
    }

    private static func layout(_ topic: Topic, _ visit: Visit, _ page: Int, names: [String]) -> LayoutView {
        var layout = LayoutView(title: topic.heading, page: page)
        layout.navigationItem = LayoutView.NavigationItem(topic.kind)
        layout.summary =
            page == 1
            ? visit.texts.excerpt(of: topic, limit: 160) ?? topic.summary(naming: names)
            : "The heroes of \(layout.title)."
        layout.canonical = .topic(topic.id, slug: Slug.of(topic.title), page: page)
        layout.hue = HueView(topic.thumbnail, visit.configuration)
        return layout
    }

    var transition: TransitionView? {
        TransitionView(
            parts.value?.flatMap(\.heroes) ?? [], topics: [id] + (parts.value?.flatMap(\.topics) ?? []), page: page)
    }

    static let fields: [Field<TopicView>] =
        lateFields + [
            .view("layout", \.layout),
            .text("element", \.id.text),
            .view("back", \.back),
            .optionalView("previous", \.neighbours.previous),
            .optionalView("next", \.neighbours.next),
            .view("head", \.head),
            .deferredList("parts", \.parts),
            .list("loaders", \.loaders),
            .optionalView("attribution", \.attribution),
        ]
}

extension Topic {
    /// A sentence for search engines and link previews, with some heroes if they are known.
    fileprivate func summary(naming names: [String]) -> String {
        let subject = kind == .people ? "Heroes in comics by \(heading)" : "\(heading) and its heroes"
        guard let last = names.prefix(3).last else { return subject + "." }
        let first = names.prefix(3).dropLast().joined(separator: ", ")
        if names.count > 3 { return "\(subject): \(first), \(last) and others." }
        return "\(subject): \(first.isEmpty ? last : "\(first) and \(last)")."
    }
}

/// The head of a topic's page: cover, title, kind, description, facts and links.
struct TopicHeadView: View {
    let name: String
    /// The kind with the dates, such as "Event · 2006–2007".
    let kind: String
    /// Nil for a topic without a picture of a kind that has none.
    let portrait: PortraitView?
    let description: SafeHTML?
    let isUndescribed: Bool
    let facts: [FactView]
    let share: SafeURL
    /// The topic as JSON-LD.
    let linkedData: SafeHTML?
    fileprivate let slug: String

    init(_ topic: Topic, _ visit: Visit, _ cover: PortraitView?) {
        (name, kind) = (topic.heading, topic.kindWithDates)
        (slug, portrait, facts) = (Slug.of(topic.title), cover, topic.facts)
        description = visit.texts.description(of: topic)
        isUndescribed = topic.description == nil && !topic.kind.isPictureless
        share = visit.sharedAddress(.topic(topic.id, slug: slug, page: 1))
        linkedData = visit.origin.map {
            LinkedData.topic(topic, description: visit.texts.excerpt(of: topic, limit: 160), $0)
        }
    }

    static let fields: [Field<TopicHeadView>] = [
        .text("name", \.name),
        .text("kind", \.kind),
        .optionalView("portrait", \.portrait),
        .optionalHTML("description", \.description),
        .flag("isUndescribed", \.isUndescribed),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .url("share", \.share),
        .optionalHTML("linkedData", \.linkedData),
    ]
}

/// A part of a topic's page.
enum TopicPartView: SectionPartView {
    static let template = "topic-part"

    case section(SectionView), heroes(CastView)

    private var section: SectionView? { if case .section(let view) = self { view } else { nil } }
    private var cast: CastView? { if case .heroes(let view) = self { view } else { nil } }

    var isEmpty: Bool { section?.isEmpty ?? false }

    var topics: [TopicID] { section?.targets ?? [] }
    var heroes: [Hero.ID] { cast?.list?.heroes ?? [] }
    /// The names of the heroes.
    var names: [String] { cast?.list?.cards.map(\.hero.name) ?? [] }
    var portraits: [Thumbnail] { cast?.list?.cards.compactMap(\.hero.thumbnail) ?? [] }
    var paging: PagingView? { cast?.list?.paging }

    static let fields: [Field<TopicPartView>] = [
        .optionalView("section", \.section), .optionalView("cast", \.cast),
    ]
}

/// The heroes of a topic as cards, grouped by their parts if these are known, or a failure.
struct CastView: View {
    var list: CardsView?
    var groups: [CastGroupView] = []
    /// The members of a team as a list that can be narrowed.
    var all: LinkView?
    var trouble: TroubleView?

    static let fields: [Field<CastView>] = [
        .optionalView("list", \.list),
        .list("groups", \.groups),
        .flag("hasGroups") { !$0.groups.isEmpty },
        .optionalView("all", \.all),
        .flag("isEmpty") { $0.list?.cards.isEmpty == true },
        .optionalView("trouble", \.trouble),
    ]
}

/// The heroes with one part in a topic under a heading, such as “Founders” or the name of a side.
struct CastGroupView: View {
    let heading: String
    /// True for one of two sides, which stand beside each other.
    let isSide: Bool
    let cards: [HeroCard]

    static let fields: [Field<CastGroupView>] = [
        .text("heading", \.heading), .flag("isSide", \.isSide), .list("cards", \.cards),
    ]

    /// Groups the cards by part, in the order of the list; none if no part is known.
    static func groups(_ cards: [HeroCard], of kind: TopicKind) -> [CastGroupView] {
        let roles = cards.map(\.hero.role).unique(by: \.self)
        let sides = roles.filter { if case .side? = $0 { true } else { false } }.count
        // An event has two sides, and nothing else has any.
        guard roles != [nil], sides == 0 || kind == .events && sides < 3 else { return [] }
        return roles.map { role in
            let heading =
                switch role {
                case .founder?: "Founders"
                case .creation?: "Created"
                case .side(let name)?: name
                case nil: kind == .teams ? "Other members" : kind == .people ? "Also in their comics" : "Others"
                }
            let isSide = if case .side? = role { true } else { false }
            return CastGroupView(heading: heading, isSide: isSide, cards: cards.filter { $0.hero.role == role })
        }
    }
}

extension LinkView {
    /// Links to the list of a kind, or to all heroes if the source has none.
    init(toAll kind: TopicKind, _ visit: Visit) {
        self =
            visit.source.listedKinds.contains(kind)
            ? LinkView("All \(kind.rawValue)", Route.all(kind).url) : LinkView("All heroes", Route.allHeroes.url)
    }

    /// Links to a topic; nil for one without a page.
    fileprivate init?(_ topic: TopicReference?) {
        guard let topic, let route = Route.topic(topic) else { return nil }
        self.init(topic.title, route.url)
    }
}
