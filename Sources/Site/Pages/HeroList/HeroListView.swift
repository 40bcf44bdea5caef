import HTML
import Heroes

/// A page of heroes, or its skeleton while they load.
struct HeroListView: PageView {
    static let template = "hero-list"

    var layout: LayoutView
    let heading: String
    let gallery: Deferred<GalleryView>
    let number: Int

    init(search: String?, page: Int, gallery: Deferred<GalleryView>) {
        heading = Self.heading(search, gallery)
        self.gallery = gallery
        number = page
        let title = search == nil ? "All heroes" : heading
        layout = LayoutView(title: page == 1 ? title : "\(title), page \(page)")
        layout.summary = Self.summary(search, page)
        layout.navigationItem = .heroes
        layout.search = search ?? ""
        layout.canonical = .heroes(search: search, page: page)
        layout.isUnlisted = search != nil
        if case .ready(let gallery) = gallery {
            layout.previous = gallery.paging?.previous
            layout.next = gallery.paging?.next
        }
    }

    /// A shared selection of heroes.
    init(sharedPage page: Int, gallery: Deferred<GalleryView>) {
        heading = "Heroes shared with you"
        self.gallery = gallery
        number = page
        layout = LayoutView(title: page == 1 ? heading : "\(heading), page \(page)")
        layout.summary = "A list of Marvel heroes, shared by a link."
        layout.isUnlisted = true
    }

    private static func summary(_ search: String?, _ page: Int) -> String {
        let text =
            search.map { "Marvel heroes found for “\($0)”." }
            ?? "Browse Marvel heroes from A to Z, see the comics they appear in, and keep your favourites."
        return page == 1 ? text : "\(text) Page \(page)."
    }

    private static func heading(_ search: String?, _ gallery: Deferred<GalleryView>) -> String {
        guard let search else { return "Marvel heroes" }
        return gallery.value?.emptyState == nil ? "Results for “\(search)”" : noResults(search)
    }

    static func noResults(_ search: String) -> String { "No heroes found for “\(search)”" }

    var transition: TransitionView? { TransitionView(gallery.value?.ids ?? [], page: number) }

    static let fields: [Field<HeroListView>] = [
        .view("layout", \.layout),
        .text("heading", \.heading),
        .list("placeholders") { _ in PlaceholderView.page },
        .deferred("gallery", \.gallery),
    ]

    static let examples = [
        Example("page 2", HeroListView(search: nil, page: 2, gallery: .ready(Samples.gallery))),
        Example("loading", HeroListView(search: nil, page: 1, gallery: .pending)),
        Example("no results", HeroListView(search: "<b>", page: 1, gallery: .ready(Samples.emptyGallery))),
        Example("shared", HeroListView(sharedPage: 1, gallery: .ready(Samples.sharedGallery))),
    ]
}

/// A skeleton of a card.
struct PlaceholderView: View {
    static let page = [PlaceholderView](repeating: PlaceholderView(), count: PageRange.pageLength)

    static let fields: [Field<PlaceholderView>] = []
}
