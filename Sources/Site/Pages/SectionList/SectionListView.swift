import HTML
import Heroes

/// A page of all of a hero's works of one kind.
struct SectionListView: PageView {
    static let template = "section-list"

    var layout: LayoutView
    let heading: String
    let name: String
    let hero: SafeURL
    let works: Deferred<WorkListView>

    init(
        _ section: WorkKind, of hero: Hero, page: Int, works: Deferred<WorkListView>, from list: HeroList? = nil,
        _ hue: HueView? = nil
    ) {
        let slug = Slug.of(hero.name)
        heading = section.heading
        name = hero.name
        self.hero = Route.hero(hero.id, slug: slug, from: list).url
        self.works = works
        let title = "\(section.heading) with \(hero.name)"
        layout = LayoutView(title: page == 1 ? title : "\(title), page \(page)")
        let canonical = Route.section(section, of: hero.id, slug: slug, page: page)
        layout.canonical = canonical
        layout.hue = hue
        layout.summary = "All \(section.rawValue) with \(hero.name) on record\(page == 1 ? "" : ", page \(page)")."
        layout.steps = [
            ("Marvel heroes", .heroes(search: nil, page: 1)), (hero.name, .hero(hero.id, slug: slug)),
            (section.heading, canonical),
        ]
        if case .ready(let works) = works {
            layout.previous = works.paging?.previous
            layout.next = works.paging?.next
        }
    }

    static let fields: [Field<SectionListView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .text("name", \.name),
        .url("hero", \.hero),
        .deferred("works", \.works),
        .list("placeholders") { _ in PlaceholderView.page },
    ]

    static let examples =
        WorkListView.examples.map { example in
            Example(
                example.name, SectionListView(.comics, of: Samples.hostile, page: 2, works: .ready(example.view)))
        } + [Example("loading", SectionListView(.comics, of: Samples.spider, page: 1, works: .pending))]
}

/// A page of works.
struct WorkListView: TemplateView {
    static let template = "work-list"

    let summary: String
    let items: [WorkView]
    let paging: PagingView?
    let emptyState: EmptyStateView?
    let attribution: SafeHTML?

    static let fields: [Field<WorkListView>] = [
        .text("summary", \.summary),
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalView("paging", \.paging),
        .optionalView("emptyState", \.emptyState),
        .optionalHTML("attribution", \.attribution),
    ]

    static let examples = [
        Example(
            "page 2",
            WorkListView(
                summary: "24 on record", items: Samples.works,
                paging: PagingView(page: 2, of: 2) { .section(.comics, of: 1, slug: nil, page: $0) }, emptyState: nil,
                attribution: .escaping("Data by a source")))
    ]
}
