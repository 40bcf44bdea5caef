import HTML
import Heroes

/// Heroes that somebody has put together.
struct SharedView: PageView {
    static let template = "hero-list"

    var frame: FrameView
    let gallery: Later<GalleryView>
    let number: Int

    private static let heading = "Heroes somebody shared with you"

    init(page: Int, gallery: Later<GalleryView>) {
        (self.gallery, number) = (gallery, page)
        frame = FrameView(title: page == 1 ? Self.heading : "\(Self.heading), page \(page)")
        frame.summary = "A few Marvel heroes that somebody has put together."
        frame.isUnlisted = true
        if case .ready = gallery { frame.expected = .heroes }
    }

    static let fields: [Field<SharedView>] = [
        .view("frame", \.frame),
        .text("heading") { _ in heading },
        .list("placeholders") { _ in PlaceholderView.page },
        .later("gallery", \.gallery),
    ]

    static let examples = [Example("shared", SharedView(page: 1, gallery: .ready(Samples.gallery)))]
}

extension SharedView: TransitionSource {
    var departing: [Hero.ID] { gallery.value?.departing ?? [] }
    var page: Int? { number }
}
