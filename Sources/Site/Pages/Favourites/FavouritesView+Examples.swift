import HTML

extension FavouritesView {
    static let examples = GalleryView.examples.map { example in
        let shared = example.view.ids
        return Example(
            example.name,
            FavouritesView(
                page: 1, shared.isEmpty ? .added : .name, gallery: example.view,
                removal: shared.isEmpty ? RemovalView(number: 1, ["<Doom>"]) : nil, all: shared, isVisitor: true
            ))
    }
}
