import HTML
import Heroes

/// What every page has around its content: title, header, search, the count of favourites, and what the head needs.
struct LayoutView: View {
    var title: String
    /// One sentence for search engines and link previews.
    var summary: String?
    var canonical: Route?
    /// The way from the start of the site to the page, for search engines.
    var steps: [(name: String, route: Route)] = []
    /// The picture for link previews; nil for the site's own sign.
    var portrait: PortraitView?
    /// Of pages that belong to one hero.
    var hue: HueView?
    var previous: SafeURL?
    var next: SafeURL?
    /// What the search box holds.
    var search = ""
    var navigationItem = NavigationItem.other
    /// Keeps the page out of search engines.
    var isUnlisted = false
    /// A sentence above the content, when something about the whole page is not as it should be.
    var notice: String?
    /// The part that has to be there before the page is shown, so that what flies to it finds its place; nil where it
    /// is late. Browsers wait for the start of an element only, and so are told the one behind it.
    var renderBlocking: Part?

    // Filled in when the page is rendered for a visitor.
    var favouriteCount = 0
    /// Whether nobody knows how many favourites there are, so that no number is shown rather than a wrong one.
    var isCountUnknown = false
    var stylesheet = SafeURL.path("/")
    var script = SafeURL.path("/")
    var icon = SafeURL.path("/")
    var touchIcon = SafeURL.path("/")
    var transition: TransitionView?
    var preview: PreviewView?
    var breadcrumbs: SafeHTML?

    /// Which entry of the navigation the page is.
    enum NavigationItem: Sendable { case heroes, favourites, other }

    /// What may fly to the page.
    enum Part: Sendable { case heroes, head }

    static let fields: [Field<LayoutView>] = [
        .text("title", \.title),
        .optionalText("summary", \.summary),
        .optionalURL("canonical") { $0.preview?.address ?? $0.canonical?.url },
        .optionalView("hue", \.hue),
        .optionalView("preview", \.preview),
        .optionalHTML("breadcrumbs", \.breadcrumbs),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
        .text("search", \.search),
        .number("searchLimit") { _ in Route.searchLimit },
        .flag("isHeroes") { $0.navigationItem == .heroes },
        .flag("isFavourites") { $0.navigationItem == .favourites },
        .flag("isUnlisted", \.isUnlisted),
        .optionalText("notice", \.notice),
        .flag("expectsHeroes") { $0.renderBlocking == .heroes },
        .flag("expectsHead") { $0.renderBlocking == .head },
        .number("favouriteCount", \.favouriteCount),
        .flag("isCountUnknown", \.isCountUnknown),
        .url("stylesheet", \.stylesheet),
        .url("script", \.script),
        .url("icon", \.icon),
        .url("touchIcon", \.touchIcon),
        .url("manifest") { _ in Route.manifest.url },
        .url("searchDescription") { _ in Route.searchDescription.url },
        .url("home") { _ in Route.heroes(search: nil, page: 1).url },
        .list("navigation") { _ in NavigationView.all },
        .url("favourites") { _ in Route.favourites(page: 1).url },
        .optionalView("transition", \.transition),
    ]
}
