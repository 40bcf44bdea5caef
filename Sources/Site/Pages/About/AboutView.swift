import HTML

/// The page about the site.
struct AboutView: PageView {
    static let template = "about"

    var layout: LayoutView

    init() {
        layout = LayoutView(title: "About")
        layout.summary = "An unofficial gallery of Marvel heroes: its texts and pictures, privacy, and shortcuts."
        layout.canonical = .about
    }

    static let fields: [Field<AboutView>] = [
        .view("layout", \.layout),
        .url("favourites") { _ in Route.favourites(page: 1).url },
        .url("home") { _ in Route.heroes(search: nil, page: 1).url },
    ]

    static let examples = [Example("about", AboutView())]
}
