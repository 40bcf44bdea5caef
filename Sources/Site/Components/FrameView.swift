import HTML
import Heroes

/// What every page has around its content: title, header, search, the count of favourites, and what the head needs.
package struct FrameView: View {
    package var title: String
    /// One sentence for search engines and link previews.
    package var summary: String?
    package var canonical: Route?
    /// The way from the start of the site to the page, for search engines.
    package var steps: [(name: String, route: Route)] = []
    /// The picture for link previews; nil for the site's own sign.
    package var portrait: PortraitView?
    /// Of pages that belong to one hero.
    package var hue: HueView?
    package var previous: SafeURL?
    package var next: SafeURL?
    /// What the search box holds.
    package var search = ""
    package var place = Place.elsewhere
    /// Keeps the page out of search engines.
    package var isUnlisted = false
    /// A sentence above the content, when something about the whole page is not as it should be.
    package var notice: String?
    /// The part that has to be there before the page is shown, so that what flies to it finds its place; nil where it
    /// is late. Browsers wait for the start of an element only, and so are told the one behind it.
    var expected: Part?

    // Filled in when the page is rendered for a visitor.
    package var favouriteCount = 0
    /// Whether nobody knows how many favourites there are, so that no number is shown rather than a wrong one.
    var isUncounted = false
    package var stylesheet = SafeURL.path("/")
    package var script = SafeURL.path("/")
    package var icon = SafeURL.path("/")
    package var touchIcon = SafeURL.path("/")
    package var transition: TransitionView?
    var preview: PreviewView?
    var breadcrumbs: SafeHTML?

    package init(title: String) { self.title = title }

    /// Which entry of the navigation the page is.
    package enum Place: Sendable { case heroes, favourites, elsewhere }

    /// What may fly to the page.
    enum Part: Sendable { case heroes, head }

    package static let fields: [Field<FrameView>] = [
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
        .flag("isHeroes") { $0.place == .heroes },
        .flag("isFavourites") { $0.place == .favourites },
        .flag("isUnlisted", \.isUnlisted),
        .optionalText("notice", \.notice),
        .flag("expectsHeroes") { $0.expected == .heroes },
        .flag("expectsHead") { $0.expected == .head },
        .number("favouriteCount", \.favouriteCount),
        .flag("isUncounted", \.isUncounted),
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
