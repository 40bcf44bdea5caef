import HTML
import Heroes

/// The page of a hero or a topic; missing parts are loaders, which the streamed parts replace.
struct DetailView: PageView {
    static let template = "detail"

    var layout: LayoutView
    /// The id of the article, such as `hero-1009610`, by which the transition names its picture.
    let element: String
    let back: LinkView
    var neighbours = Neighbours()
    let head: HeadView
    let parts: Deferred<[DetailPartView]>
    var loaders: [LoaderView] = []
    var attribution: AttributionView?
    let transition: TransitionView?

    static let fields: [Field<DetailView>] = [
        .view("layout", \.layout),
        .text("element", \.element),
        .view("back", \.back),
        .optionalView("previous", \.neighbours.previous),
        .optionalView("next", \.neighbours.next),
        .view("head", \.head),
        .deferredList("parts", \.parts),
        .list("loaders", \.loaders),
        .optionalView("attribution", \.attribution),
    ]

    private static func example(
        _ head: HeadView, _ parts: Deferred<[DetailPartView]>, loaders: [String] = []
    ) -> DetailView {
        DetailView(
            layout: LayoutView(title: head.name), element: "hero-1",
            back: LinkView("All heroes", Route.heroes(search: nil, page: 2).url(at: 1)),
            neighbours: Neighbours(
                previous: LinkView(neighbour: 1, named: "Araña", nil),
                next: LinkView(neighbour: 66, named: Samples.hostile.name, .heroes(search: nil, page: 2))),
            head: head, parts: parts,
            loaders: loaders.map { LoaderView($0) } + [LoaderView("related", .hidden), LoaderView("details", .page)],
            transition: TransitionView([1], destination: 1))
    }

    static let examples = [
        Example(
            "hero", example(Samples.head(Samples.spider), .ready([.section(Samples.some), .section(Samples.failed)]))),
        Example("hostile hero", example(Samples.head(Samples.hostile), .ready([]))),
        Example("comic of a series and an event", example(Samples.head(Samples.comic), .ready([]))),
        Example("loading parts", example(Samples.head(Samples.plain), .pending, loaders: ["comics", "events"])),
    ]
}

/// A slot of a part that is still loading.
struct LoaderView: View {
    enum Width: Sendable { case column, page, hidden }

    let slot: String
    let width: Width

    init(_ slot: String, _ width: Width = .column) { (self.slot, self.width) = (slot, width) }

    var isShown: Bool { width != .hidden }

    static let fields: [Field<LoaderView>] = [
        .text("slot", \.slot), .flag("isWide") { $0.width == .page }, .flag("isShown", \.isShown),
    ]
}

/// The head of the page: picture, name, heart, description, facts and links.
struct HeadView: View {
    let name: String
    /// The kind of a topic with the dates, such as "Event · 2006–2007".
    var kind: String?
    /// Nil for a topic without a picture of a kind that has none.
    let portrait: PortraitView?
    let description: SafeHTML?
    /// True if there is no description to come either.
    let isUndescribed: Bool
    let facts: [FactView]
    var links: [LinkView] = []
    let share: SafeURL
    /// The address of the search for a way to another hero.
    var pathSearch: SafeURL?
    var heart: HeartView?
    /// The hero or topic as JSON-LD.
    var linkedData: SafeHTML?

    static let fields: [Field<HeadView>] = [
        .text("name", \.name),
        .optionalText("kind", \.kind),
        .optionalView("portrait", \.portrait),
        .optionalHTML("description", \.description),
        .flag("isUndescribed", \.isUndescribed),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .list("links", \.links),
        .url("share", \.share),
        .optionalURL("pathSearch", \.pathSearch),
        .optionalView("heart", \.heart),
        .optionalHTML("linkedData", \.linkedData),
    ]
}

enum DetailPartView: TemplateView {
    static let template = "detail-part"

    case section(SectionView), heroes(CastView), related(RelatedView), details(DetailsView)
    /// A hero that is in no topic.
    case noTopics
    case none

    private var section: SectionView? { if case .section(let view) = self { view } else { nil } }
    private var cast: CastView? { if case .heroes(let view) = self { view } else { nil } }
    private var related: RelatedView? { if case .related(let view) = self { view } else { nil } }
    private var details: DetailsView? { if case .details(let view) = self { view } else { nil } }

    /// True if there is nothing to show; a late part then only removes its loader.
    var isEmpty: Bool {
        switch self {
        case .section(let view): view.isEmpty
        case .details(let view): view.isEmpty
        case .none: true
        case .related(let view): view.groups.isEmpty
        case .heroes, .noTopics: false
        }
    }

    /// The part with the style sheet that names pictures, for a part that is sent after the head of the page.
    var late: DetailPartView {
        switch self {
        case .section(var view):
            if !topics.isEmpty { view.lateTransitions = Route.transitions([], topics).url }
            return .section(view)
        case .heroes(var view):
            view.list = view.list?.late
            return .heroes(view)
        default: return self
        }
    }

    var topics: [TopicID] { section?.items.filter(\.isTarget).map(\.id) ?? [] }
    var heroes: [Hero.ID] { cast?.list?.cards.map(\.hero.id) ?? [] }
    var portraits: [Thumbnail] { cast?.list?.cards.compactMap(\.hero.thumbnail) ?? [] }
    var paging: PagingView? { cast?.list?.paging }

    static let fields: [Field<DetailPartView>] = [
        .optionalView("section", \.section), .optionalView("cast", \.cast), .optionalView("related", \.related),
        .optionalView("details", \.details),
        .flag("noWorks") { if case .noTopics = $0 { true } else { false } },
    ]

    static let examples: [Example<DetailPartView>] =
        [
            Example("works", .section(Samples.some)), Example("no works of a kind", .section(Samples.none)),
            Example("failed works", .section(Samples.failed)), Example("no works", .noTopics),
            Example("heroes", .heroes(CastView(list: Samples.list))),
            Example("no heroes", .heroes(CastView(list: ListPartView()))),
            Example("failed heroes", .heroes(CastView(trouble: Samples.trouble))),
        ] + RelatedView.examples.map { Example("related, \($0.name)", .related($0.view)) }
        + DetailsView.examples.map { Example("details, \($0.name)", .details($0.view)) }
}

/// The heroes of a topic as cards, or a failure.
struct CastView: View {
    var list: ListPartView?
    var trouble: TroubleView?

    static let fields: [Field<CastView>] = [
        .optionalView("list", \.list),
        .flag("isEmpty") { $0.list?.cards.isEmpty == true },
        .optionalView("trouble", \.trouble),
    ]
}

/// The facts and the long text of a hero from a source that needs a call of its own for them.
struct DetailsView: View {
    var name = ""
    var facts: [FactView] = []
    var biography: SafeHTML?
    var trouble: TroubleView?

    var isEmpty: Bool { facts.isEmpty && biography == nil && trouble == nil }

    static let fields: [Field<DetailsView>] = [
        .text("name", \.name),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .optionalHTML("biography", \.biography),
        .optionalView("trouble", \.trouble),
        .flag("isEmpty", \.isEmpty),
    ]

    static let examples = [
        Example(
            "complete",
            DetailsView(
                name: Samples.hostile.name,
                facts: HeroFacts(realName: "Victor <von> Doom", appearances: 1773)?.views ?? [],
                biography: Sanitizer().sanitize("<h2>Origin</h2><p>Ruler <b>of</b> Latveria.</p>"))),
        Example("none", DetailsView()),
        Example(
            "failed",
            DetailsView(
                name: Samples.spider.name,
                trouble: TroubleView("Details", .overBudget(retryAfter: 700), retry: .hero(1, slug: "x")))),
    ]
}

extension HeroList {
    /// Returns the title of the list in a link back to it.
    func title(_ source: any HeroSource) -> String {
        switch self {
        case .topic(let id, _, _): source.cachedTopic(id)?.heading ?? "Back to the \(id.kind.noun)"
        case .favourites: "Your favourites"
        case .index: "A–Z"
        case .shared: "Shared heroes"
        case .heroes(.some, _): "Search results"
        case .heroes: "All heroes"
        }
    }
}
