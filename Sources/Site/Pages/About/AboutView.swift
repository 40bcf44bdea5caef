import HTML

/// The page about the site.
struct AboutView: PageView {
    static let template = "about"

    var layout: LayoutView
    /// The other sites that pictures are loaded from; empty if there are none or they vary.
    let imageHosts: [String]

    /// Takes the image hosts as CSP sources.
    init(imageHosts: [String] = []) {
        let scheme = "https://"
        self.imageHosts = imageHosts.filter { $0.hasPrefix(scheme) }.map { String($0.dropFirst(scheme.count)) }
        layout = LayoutView(title: "About")
        layout.summary = "An unofficial gallery of Marvel heroes: its texts and pictures, privacy, and shortcuts."
        layout.canonical = .about
    }

    static let fields: [Field<AboutView>] = [
        .view("layout", \.layout),
        .flag("hasImageHosts") { !$0.imageHosts.isEmpty },
        .text("imageHosts") { $0.imageHosts.joined(separator: " and ") },
        .flag("hasSeveralImageHosts") { $0.imageHosts.count > 1 },
        .url("favourites") { _ in Route.favourites(page: 1).url },
        .url("home") { _ in Route.heroes(search: nil, page: 1).url },
    ]

    static let examples = [
        Example("about", AboutView()),
        Example(
            "pictures of other sites",
            AboutView(imageHosts: ["https:", "https://pictures.example", "https://covers.example"])),
    ]
}
