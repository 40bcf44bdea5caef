import HTML

extension FavouritesView {
    package static let examples = GalleryView.examples.map {
        Example($0.name, FavouritesView(page: 1, gallery: $0.view))
    }
}
