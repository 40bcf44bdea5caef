import HTML
import Heroes

/// The buttons of a list that a visitor shared: add all heroes, and share the link.
struct SharedListView: View {
    let ids: [Hero.ID]
    /// True if all heroes are favourites of the visitor already.
    let isComplete: Bool

    static let fields: [Field<SharedListView>] = [
        .text("ids") { "\($0.ids)" },
        .flag("isComplete", \.isComplete),
        .url("importFavourites") { _ in Route.importFavourites.url },
        .text("share") { Route.shared($0.ids, page: 1).target },
    ]
}
