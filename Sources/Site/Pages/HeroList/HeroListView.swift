import HTML
import Heroes

/// A page of heroes, or the skeleton of one while the heroes are on their way.
struct HeroListView: PageView {
    static let template = "hero-list"

    var frame: FrameView
    let heading: String
    let gallery: Later<GalleryView>
    let number: Int

    init(search: String?, page: Int, gallery: Later<GalleryView>) {
        heading = search.map { "Names that start with “\($0)”" } ?? "Marvel heroes"
        self.gallery = gallery
        number = page
        frame = FrameView(title: page == 1 ? heading : "\(heading), page \(page)")
        frame.summary = Self.summary(search, page)
        frame.place = .heroes
        frame.search = search ?? ""
        frame.canonical = .heroes(search: search, page: page)
        frame.isUnlisted = search != nil
        if case .ready(let gallery) = gallery {
            frame.previous = gallery.paging?.previous
            frame.next = gallery.paging?.next
            frame.expected = .heroes
        }
    }

    /// Heroes that a visitor has put together for others.
    init(sharedPage page: Int, gallery: Later<GalleryView>) {
        heading = "Heroes somebody shared with you"
        self.gallery = gallery
        number = page
        frame = FrameView(title: page == 1 ? heading : "\(heading), page \(page)")
        frame.summary = "A few Marvel heroes that somebody has put together."
        frame.isUnlisted = true
        if case .ready = gallery { frame.expected = .heroes }
    }

    private static func summary(_ search: String?, _ page: Int) -> String {
        let which = search.map { "Marvel heroes whose name starts with “\($0)”" } ?? "All Marvel heroes, by name"
        return (page == 1 ? which : "\(which), page \(page)")
            + ": open their pages, read what they are in, and keep your favourites."
    }

    var transition: TransitionView? { TransitionView(gallery.value?.ids ?? [], page: number) }

    static let fields: [Field<HeroListView>] = [
        .view("frame", \.frame),
        .text("heading", \.heading),
        .list("placeholders") { _ in PlaceholderView.page },
        .later("gallery", \.gallery),
    ]

    static let examples = [
        Example("page 2", HeroListView(search: nil, page: 2, gallery: .ready(Samples.gallery))),
        Example("loading", HeroListView(search: nil, page: 1, gallery: .pending)),
        Example("nobody found", HeroListView(search: "<b>", page: 1, gallery: .ready(Samples.nothing))),
        Example("shared", HeroListView(sharedPage: 1, gallery: .ready(Samples.gallery))),
    ]
}

/// An empty box of the size of a card.
struct PlaceholderView: View {
    static let page = [PlaceholderView](repeating: PlaceholderView(), count: PageRange.pageLength)

    static let fields: [Field<PlaceholderView>] = []
}
