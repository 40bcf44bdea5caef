import HTML
import Heroes

/// A page of heroes, or the skeleton of one while the heroes are on their way.
package struct HeroListView: PageView {
    package static let template = "hero-list"

    package var frame: FrameView
    package let heading: String
    package let gallery: Later<GalleryView>

    package init(search: String?, page: Int, gallery: Later<GalleryView>) {
        heading = search.map { "Names that start with “\($0)”" } ?? "Marvel heroes"
        self.gallery = gallery
        frame = FrameView(title: page == 1 ? heading : "\(heading), page \(page)")
        frame.summary = "Look through Marvel heroes, open their pages and keep your favourites."
        frame.place = .heroes
        frame.search = search ?? ""
        frame.canonical = Route.heroes(search: search, page: page).url
        frame.isUnlisted = search != nil
        if case .ready(let gallery) = gallery {
            frame.previous = gallery.paging?.previous
            frame.next = gallery.paging?.next
        }
    }

    package static let fields: [Field<HeroListView>] = [
        .view("frame", \.frame),
        .text("heading", \.heading),
        .list("placeholders") { _ in PlaceholderView.page },
        .later("gallery", \.gallery),
    ]
}

extension HeroListView: TransitionSource {
    package var departing: [Hero.ID] {
        if case .ready(let gallery) = gallery { gallery.departing } else { [] }
    }
}

/// An empty box of the size of a card.
struct PlaceholderView: View {
    static let page = [PlaceholderView](repeating: PlaceholderView(), count: Window.pageLength)

    static let fields: [Field<PlaceholderView>] = []
}
