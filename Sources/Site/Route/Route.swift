import HTTP
import HTTPTypes
import Heroes

/// Every address of the site: each case is parsed from a request and printed into a link, and nothing else makes URLs.
package enum Route: Hashable, Sendable {
    /// `/`, which leads to the first page of heroes.
    case home
    /// A list of heroes, such as `/heroes?q=spi&page=2`.
    case list(HeroList)
    /// `/heroes/random`, which leads to any hero.
    case random
    /// `/heroes/1009610-spider-man`; without a slug it leads to the canonical address. Another slug is as good, since two
    /// machines may know a hero by two names: the page names its canonical address.
    case hero(Hero.ID, slug: String?, from: HeroList? = nil)
    /// `/heroes/1009610-spider-man/comics?page=2`: all of one kind of works.
    case section(WorkKind, of: Hero.ID, slug: String?, page: Int, from: HeroList? = nil)
    /// `/heroes/transitions.css?ids=1,2`: names for portraits that arrived after the head of their page.
    case transitions([Hero.ID])
    /// `/favourites.json` and `/favourites.csv`
    case export(Format)
    /// `POST /favourites/import`: adds an exported list.
    case importFavourites
    /// `POST /favourites/clear`: drops all heroes.
    case clear
    /// `POST /favourites/undo`: takes the last removal back.
    case undo
    /// `POST /favourites/code`: makes a code for another device.
    case transferCode
    /// `/favourites/move?code=7Q2MX-0TB4K`: where the other device gives the code.
    case transfer(code: String?)
    /// `POST /favourites/1009610`: keeps or drops a hero.
    case favourite(Hero.ID)
    /// `POST /favourites/forget`: deletes everything known of the visitor.
    case forget
    /// `/static/site.css`
    case file(String)
    /// `/sitemap.xml`: all heroes, or `/sitemap.xml?part=2` where they are too many for one file.
    case sitemap(part: Int?)
    /// `/robots.txt`
    case robots
    /// `/manifest.webmanifest`
    case manifest
    /// `/opensearch.xml`: how a browser's address bar can search here.
    case searchDescription
    /// `/favicon.ico`, which browsers ask for without being told of it.
    case favicon
    /// `/healthz`
    case health
    /// `/_gallery?view=hero-list&example=1`: every view in every named state, in development only.
    case examples(Example?)

    /// How favourites are sorted: the one kept last first, or by name.
    package enum Order: String, Sendable { case added, name }

    /// What favourites can be exported as.
    package enum Format: String, Sendable { case json, csv }

    /// One named state of a view.
    package struct Example: Hashable, Sendable {
        /// The stem of the view's template.
        let view: String
        /// Counted from 1.
        let number: Int
    }

    /// The methods that the address answers to.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .favourite, .forget, .importFavourites, .clear, .undo, .transferCode: [.post]
        case .transfer: [.get, .head, .post]
        default: [.get, .head]
        }
    }

    /// The longest search that is passed on, in characters; the longest name in the real data has 60.
    static let searchLimit = 100
}
