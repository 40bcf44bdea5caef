import HTML
import Heroes

/// A page of all works of one kind of a hero, a work or the source.
struct SectionListView: PageView {
    static let template = "section-list"

    var layout: LayoutView
    let heading: String
    /// The name of the hero or work; nil for the source.
    let name: String?
    let back: SafeURL
    let backLabel: String
    let works: Deferred<WorkListView>

    init(
        _ section: WorkKind, of owner: SectionOwner, page: Int, works: Deferred<WorkListView>,
        from list: HeroList? = nil, _ hue: HueView? = nil
    ) {
        let start = (name: "All heroes", route: Route.heroes(search: nil, page: 1))
        let canonical = Route.section(section, of: owner.owner, slug: owner.slug, page: page)
        name = owner.name.isEmpty ? nil : owner.name
        heading = name == nil ? "All \(section.rawValue)" : section.rawValue
        back = (owner.route(from: list) ?? start.route).url
        backLabel = name ?? start.name
        self.works = works
        let title = name.map { "\($0) \(section.rawValue)" } ?? heading
        layout = LayoutView(title: page == 1 ? title : "\(title), page \(page)")
        layout.canonical = canonical
        layout.hue = hue
        layout.summary =
            (name.map { "All \($0) \(section.rawValue)" } ?? "\(heading) with Marvel heroes")
            + (page == 1 ? "." : ", page \(page).")
        layout.steps = [start] + (owner.route().map { [(owner.name, $0)] } ?? []) + [(section.heading, canonical)]
        if case .ready(let works) = works {
            layout.previous = works.paging?.previous
            layout.next = works.paging?.next
        }
    }

    var transition: TransitionView? { TransitionView(works: works.value?.items.map(\.id) ?? []) }

    static let fields: [Field<SectionListView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .optionalText("name", \.name),
        .url("back", \.back),
        .text("backLabel", \.backLabel),
        .deferred("works", \.works),
        .list("placeholders") { _ in PlaceholderView.page },
    ]

    private static func example(_ owner: SectionOwner, _ works: Deferred<WorkListView>) -> SectionListView {
        SectionListView(.comics, of: owner, page: 2, works: works)
    }

    static let examples =
        WorkListView.examples.map { Example($0.name, example(SectionOwner(Samples.hostile), .ready($0.view))) } + [
            Example("loading", example(SectionOwner(Samples.spider), .pending)),
            Example("of an event", example(SectionOwner(Samples.event), .ready(WorkListView.examples[0].view))),
            Example("all", example(SectionOwner(owner: .source, name: ""), .ready(WorkListView.examples[0].view))),
        ]
}

/// A page of works.
struct WorkListView: TemplateView {
    static let template = "work-list"

    let summary: String
    let items: [WorkView]
    let paging: PagingView?
    let emptyState: EmptyStateView?
    let attribution: SafeHTML?
    /// The style sheet that names the covers, if the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    static let fields: [Field<WorkListView>] = [
        .text("summary", \.summary),
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalView("paging", \.paging),
        .optionalView("emptyState", \.emptyState),
        .optionalHTML("attribution", \.attribution),
        .optionalURL("lateTransitions", \.lateTransitions),
    ]

    static let examples = [
        Example(
            "page 2",
            WorkListView(
                summary: "24 comics, newest first", items: Samples.works,
                paging: PagingView(page: 2, of: 2) { .section(.comics, of: .hero(1), slug: nil, page: $0) },
                emptyState: nil,
                attribution: .escaping("Data by a source")))
    ]
}
