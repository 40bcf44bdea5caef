import HTTP
import HTTPTypes
import Heroes

/// Every address of the site. Each case is parsed from a request and printed as a URL; no other code builds URLs.
package enum Route: Hashable, Sendable {
    /// `/` redirects to the first page of heroes.
    case home
    /// A list of heroes, such as `/heroes?q=spi&page=2`.
    case list(HeroList)
    /// `/heroes/random` redirects to a random hero.
    case random
    /// `/heroes/1009610-spider-man`. Without a slug it redirects to the canonical address. Any slug is accepted, since
    /// two machines may know a hero by different names; the page declares its canonical address.
    case hero(Hero.ID, slug: String?, from: HeroList? = nil)
    /// `/heroes/1009610-spider-man/comics?page=2`, `/events/116-civil-war/comics` or `/events`: all works of one kind of
    /// a hero, a work or the source.
    case section(WorkKind, of: WorkOwner, slug: String?, page: Int, from: HeroList? = nil)
    /// `/about`
    case about
    /// `/heroes/transitions.css?ids=1,2&works=comics-3`: view transition names for portraits and covers that are sent
    /// after the head of their page.
    case transitions([Hero.ID], [WorkID] = [])
    /// `/favourites.json` and `/favourites.csv`
    case export(Format)
    /// `/favourites/import`: imports a list with POST, and shows the result.
    case importFavourites
    /// `POST /favourites/clear`: removes all favourites.
    case clear
    /// `POST /favourites/undo`: undoes the last change.
    case undo
    /// `/favourites/code`: creates a transfer code for another device with POST, and shows it.
    case transferCode
    /// `/favourites/move?code=7Q2MX-0TB4K`: accepts the transfer code on the other device.
    case transfer(code: String?)
    /// `POST /favourites/1009610`: adds or removes a favourite.
    case favourite(Hero.ID)
    /// `/favourites/forget`: deletes all data of the visitor with POST, and says so.
    case forget
    /// `/static/site.css`
    case file(String)
    /// `/sitemap.xml`: all heroes, or `/sitemap.xml?part=2` if they exceed one file.
    case sitemap(part: Int?)
    /// `/robots.txt`
    case robots
    /// `/manifest.webmanifest`
    case manifest
    /// `/opensearch.xml`: the search description for a browser's address bar.
    case searchDescription
    /// `/favicon.ico`, which browsers request by default.
    case favicon
    /// `/healthz`
    case health
    /// `/_gallery?view=hero-list&example=1`: every view in every named state; only in development.
    case examples(Example?)

    /// The order of favourites: newest first, or by name.
    package enum Order: String, Sendable { case added, name }

    /// The format of exported favourites.
    package enum Format: String, Sendable { case json, csv }

    /// A named state of a view.
    package struct Example: Hashable, Sendable {
        /// The name of the view's template.
        let view: String
        /// Counted from 1.
        let number: Int
    }

    /// The allowed request methods.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .favourite, .clear, .undo: [.post]
        case .importFavourites, .transferCode, .transfer, .forget: [.get, .head, .post]
        default: [.get, .head]
        }
    }

    /// The maximum length of a search in characters; the longest name in the real data has 60.
    static let searchLimit = 100
}
