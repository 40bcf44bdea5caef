import HTML
import Heroes

/// What every page has around its content: title, header, search, the count of favourites, and what the head needs.
package struct FrameView: View {
    package var title: String
    /// One sentence for search engines and link previews.
    package var summary: String?
    package var canonical: SafeURL?
    package var previous: SafeURL?
    package var next: SafeURL?
    /// What the search box holds.
    package var search = ""
    package var place = Place.elsewhere
    /// Keeps the page out of search engines.
    package var isUnlisted = false
    /// A sentence above the content, when something about the whole page is not as it should be.
    package var notice: String?

    // Filled in when the page is rendered for a visitor.
    package var favouriteCount = 0
    package var nonce = ""
    package var stylesheet = SafeURL.path("/")
    package var script = SafeURL.path("/")
    package var icon = SafeURL.path("/")
    package var transition: TransitionView?

    package init(title: String) { self.title = title }

    /// Which entry of the navigation the page is.
    package enum Place: Sendable { case heroes, favourites, elsewhere }

    package static let fields: [Field<FrameView>] = [
        .text("title", \.title),
        .optionalText("summary", \.summary),
        .optionalURL("canonical", \.canonical),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
        .text("search", \.search),
        .number("searchLimit") { _ in Route.searchLimit },
        .flag("isHeroes") { $0.place == .heroes },
        .flag("isFavourites") { $0.place == .favourites },
        .flag("isUnlisted", \.isUnlisted),
        .optionalText("notice", \.notice),
        .number("favouriteCount", \.favouriteCount),
        .text("nonce", \.nonce),
        .url("stylesheet", \.stylesheet),
        .url("script", \.script),
        .url("icon", \.icon),
        .url("home") { _ in Route.heroes(search: nil, page: 1).url },
        .url("favourites") { _ in Route.favourites(page: 1).url },
        .optionalView("transition", \.transition),
    ]
}
