import HTML
import Heroes

/// The heroes a visitor keeps.
package struct FavouritesView: PageView {
    package static let template = "favourites"

    package var frame: FrameView
    let gallery: GalleryView

    init(page: Int, gallery: GalleryView) {
        self.gallery = gallery
        frame = FrameView(title: page == 1 ? "Your favourites" : "Your favourites, page \(page)")
        frame.place = .favourites
        frame.isUnlisted = true
    }

    package static let fields: [Field<FavouritesView>] = [
        .view("frame", \.frame),
        .view("gallery", \.gallery),
        .url("forget") { _ in Route.forget.url },
    ]
}

extension FavouritesView: TransitionSource {
    package var departing: [Hero.ID] { gallery.departing }
    package var page: Int? { gallery.paging?.page }
}
