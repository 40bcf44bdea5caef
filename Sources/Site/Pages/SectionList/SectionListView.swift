import HTML
import Heroes

/// All of one kind of a hero's works, a page at a time.
struct SectionListView: PageView {
    static let template = "section-list"

    var frame: FrameView
    let heading: String
    let name: String
    let hero: SafeURL
    let listing: Later<ListingView>

    init(
        _ section: WorkKind, of hero: Hero, page: Int, listing: Later<ListingView>, from list: HeroList? = nil,
        _ hue: HueView? = nil
    ) {
        let slug = Slug.of(hero.name)
        heading = section.heading
        name = hero.name
        self.hero = Route.hero(hero.id, slug: slug, from: list).url
        self.listing = listing
        let title = "\(section.heading) with \(hero.name)"
        frame = FrameView(title: page == 1 ? title : "\(title), page \(page)")
        let canonical = Route.section(section, of: hero.id, slug: slug, page: page)
        frame.canonical = canonical
        frame.hue = hue
        frame.summary = "All \(section.rawValue) with \(hero.name) on record\(page == 1 ? "" : ", page \(page)")."
        frame.steps = [
            ("Marvel heroes", .heroes(search: nil, page: 1)), (hero.name, .hero(hero.id, slug: slug)),
            (section.heading, canonical),
        ]
        if case .ready(let listing) = listing {
            frame.previous = listing.paging?.previous
            frame.next = listing.paging?.next
        }
    }

    static let fields: [Field<SectionListView>] = [
        .view("frame", \.frame),
        .text("heading", \.heading),
        .text("name", \.name),
        .url("hero", \.hero),
        .later("listing", \.listing),
        .list("placeholders") { _ in PlaceholderView.page },
    ]

    static let examples =
        ListingView.examples.map { example in
            Example(
                example.name, SectionListView(.comics, of: Samples.hostile, page: 2, listing: .ready(example.view)))
        } + [Example("loading", SectionListView(.comics, of: Samples.spider, page: 1, listing: .pending))]
}

/// The works themselves.
struct ListingView: TemplateView {
    static let template = "listing"

    let summary: String
    let items: [ListableView]
    let paging: PagingView?
    let invitation: InvitationView?
    let attribution: SafeHTML?

    static let fields: [Field<ListingView>] = [
        .text("summary", \.summary),
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalView("paging", \.paging),
        .optionalView("invitation", \.invitation),
        .optionalHTML("attribution", \.attribution),
    ]

    static let examples = [
        Example(
            "page 2",
            ListingView(
                summary: "24 on record", items: Samples.works,
                paging: PagingView(page: 2, of: 2) { .section(.comics, of: 1, slug: nil, page: $0) }, invitation: nil,
                attribution: .escaping("Data by a source")))
    ]
}
