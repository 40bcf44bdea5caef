import HTML
import HTTP
import Heroes

/// The layout around the content of every page: title, header, search, number of favourites, and metadata.
struct LayoutView: View {
    var title: String
    /// A sentence for search engines and link previews.
    var summary: String?
    var canonical: Route?
    /// The page that a heart redirects back to, unless it is the canonical one.
    var back: Route?
    /// The breadcrumbs from the start page to this page, for search engines.
    var steps: [(name: String, route: Route)] = []
    /// The picture for link previews, unless there is a collage; nil, or a placeholder, for the site's icon.
    var portrait: PortraitView?
    /// The picture for link previews of a shared list: a PNG of 1200 by 630 pixels.
    var collage: String?
    var hue: HueView?
    var previous: SafeURL?
    var next: SafeURL?
    var search = ""
    var navigationItem = NavigationItem.other
    /// Excludes the page from search engines.
    var isUnlisted = false
    /// True if all data of the visitor was deleted, which the page says.
    var isForgotten = false
    /// Heroes to meet, below a page with little on it.
    var posters: [HeroCard] = []
    /// The values of the visitor and the source; set when the page is rendered.
    var frame = LayoutFrame()

    enum NavigationItem: Sendable {
        case home, heroes, letters, teams, events, favourites, other

        /// The list that topics of the kind are in.
        init(_ kind: TopicKind) { self = kind == .teams ? .teams : kind == .events ? .events : .other }
    }

    init(title: String) { self.title = title }

    /// Creates the layout of a page of a list; `title` is that of its first page.
    init(title: String, page: Int) { self.title = Self.title(title, page) }

    static func title(_ title: String, _ page: Int) -> String { page == 1 ? title : "\(title), page \(page)" }

    private var backURL: SafeURL {
        [back, canonical].lazy.compactMap(\.self).first(where: \.hasHearts)?.url ?? Route.home.url
    }

    /// Links to the pages before and after a page of a list.
    mutating func setNeighbours(_ paging: PagingView?) { (previous, next) = (paging?.previous, paging?.next) }

    static let fields: [Field<LayoutView>] = [
        .text("title", \.title),
        .optionalText("summary", \.summary),
        .optionalURL("canonical") { $0.frame.preview?.address ?? $0.canonical?.url },
        .optionalView("hue", \.hue),
        .optionalView("preview", \.frame.preview),
        .optionalHTML("breadcrumbs", \.frame.breadcrumbs),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
        .url("back", \.backURL),
        .text("search", \.search),
        .number("searchLimit") { _ in Route.searchLimit },
        .flag("isHome") { $0.navigationItem == .home },
        .flag("isHeroes") { $0.navigationItem == .heroes },
        .flag("isLetters") { $0.navigationItem == .letters },
        .flag("isTeams") { $0.navigationItem == .teams },
        .flag("isEvents") { $0.navigationItem == .events },
        .flag("isFavourites") { $0.navigationItem == .favourites },
        .flag("isUnlisted", \.isUnlisted),
        .flag("isForgotten", \.isForgotten),
        .flag("isMissingFavourites", \.frame.isMissingFavourites),
        .flag("expectsPage") { $0.frame.renderBlocking == .page },
        .flag("expectsHead") { $0.frame.renderBlocking == .head },
        .number("favouriteCount", \.frame.favouriteCount),
        .flag("isCountUnknown", \.frame.isCountUnknown),
        .url("stylesheet") { $0.frame.file("site.css") },
        .url("script") { $0.frame.file("site.js") },
        .url("font") { $0.frame.file("league-spartan.woff2") },
        .url("icon") { $0.frame.file("icon.svg") },
        .url("touchIcon") { $0.frame.file("touch-icon.png") },
        .url("manifest") { _ in Route.document(.manifest).url },
        .url("searchDescription") { _ in Route.document(.searchDescription).url },
        .url("home") { _ in Route.home.url },
        .url("allHeroes") { _ in Route.allHeroes.url },
        .url("letters") { _ in Route.letter("a").url },
        .optionalURL("teams") { $0.frame.kinds.contains(.teams) ? Route.all(.teams).url : nil },
        .optionalURL("events") { $0.frame.kinds.contains(.events) ? Route.all(.events).url : nil },
        .list("kinds") { $0.frame.kinds.map { LinkView($0.heading, Route.all($0).url) } },
        .url("random") { _ in Route.hero(.random).url },
        .url("about") { _ in Route.document(.page(.about)).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
        .optionalView("transition", \.frame.transition),
        .flag("hasPosters") { !$0.posters.isEmpty },
        .list("posters", \.posters),
    ]
}

/// The parts of the layout that depend on the visitor and the source.
struct LayoutFrame: Sendable {
    /// The kinds of which there are lists.
    var kinds: [TopicKind] = []
    var favouriteCount = 0
    /// True if the number of favourites is unknown; then none is shown.
    var isCountUnknown = false
    /// True if the visitor's favourites cannot be read, so that hearts may look empty.
    var isMissingFavourites = false
    var files: StaticFiles?
    var transition: TransitionView?
    var preview: PreviewView?
    var breadcrumbs: SafeHTML?
    /// The extent that the browser parses before it shows the page, so that a transition finds its targets: a complete
    /// page, or the head of a streamed one if that is sent at once. Browsers wait for the start tag of an element, so the
    /// template names the element after it.
    var renderBlocking: RenderBlocking?

    enum RenderBlocking: Sendable { case page, head }

    fileprivate func file(_ name: String) -> SafeURL { .path(files?.url(name) ?? "/") }
}

/// The colours of the page of a hero or a topic: the site's palette with another hue.
struct HueView: TemplateView {
    static let template = "hue"

    /// Degrees of Oklch, 0 to 359.
    let degrees: Int

    /// Takes the hue of the picture. Returns nil if it is unknown, since any other could contradict the picture.
    init?(_ thumbnail: Thumbnail?, _ configuration: SiteConfiguration) {
        guard let degrees = thumbnail.flatMap(configuration.hue) else { return nil }
        self.init(degrees: (degrees % 360 + 360) % 360)
    }

    init(degrees: Int) { self.degrees = degrees }

    static let fields: [Field<HueView>] = [.number("degrees", \.degrees)]
}
