import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// The index of the site: every address is a case here, printed by `address` and parsed by `init(path:query:)` below.
/// No other code builds URLs.
package enum Route: Hashable, Sendable {
    /// `/`: the front page.
    case home
    /// A list of heroes, such as `/heroes?q=spi&page=2`.
    case list(HeroList)
    /// `/heroes/random` redirects to a random hero.
    case random
    /// `/heroes/1009610-spider-man`. Without a slug it redirects to the canonical address. Any slug is accepted, since
    /// two machines may know a hero by different names; the page declares its canonical address.
    case hero(Hero.ID, slug: String?, from: HeroList? = nil)
    /// `/heroes/1009610-spider-man/comics?sort=oldest&page=2`, `/events/116-civil-war/comics`, `/teams` or `/comics?q=war`:
    /// all topics of one kind of a hero, a topic or the source, or those that a search finds.
    case section(TopicKind, of: TopicOwner, slug: String?, page: Int, by: TopicOrder? = nil, from: HeroList? = nil)
    /// `/heroes/1009610-spider-man/to?q=thor`: the choice of a hero to which a way is wanted.
    case pathSearch(Hero.ID, slug: String?, search: String?)
    /// `/heroes/1009610-spider-man/to/1009664-thor`: the shortest way between two heroes. Any slugs are accepted.
    case path(Hero.ID, slug: String?, to: Hero.ID, otherSlug: String?)
    /// `/heroes/1009610-spider-man/start.cbl` and `/events/116-civil-war/comics.cbl`: comics for comic readers.
    case readingList(TopicOwner, slug: String?)
    /// `/about`: a page that is only a template.
    case page(StaticPage)
    /// `/heroes/transitions.css?ids=1,2&works=comics-3`: view transition names for portraits and covers that are sent
    /// after the head of their page.
    case transitions([Hero.ID], [TopicID] = [])
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
    /// `/sitemap.xml`
    case sitemap
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
    /// `/_examples?view=list&example=1`: every view in every named state; only in development.
    case examples(Example?)

    /// The pages that are only a template of the same name.
    package enum StaticPage: String, CaseIterable, Sendable {
        case about

        /// A sentence for search engines and link previews.
        var summary: String {
            switch self {
            case .about: "An unofficial gallery of Marvel heroes: its texts and pictures, privacy, and shortcuts."
            }
        }
    }

    /// The order of favourites: newest first, or by name.
    package enum Order: String, Sendable { case added, name }

    package enum Format: String, Sendable { case json, csv }

    /// A named state of a view.
    package struct Example: Hashable, Sendable {
        /// The name of the view's template.
        let view: String
        /// Counted from 1.
        let number: Int
    }

    /// The name of a route in metrics and logs, without any input of the visitor.
    package enum Name: UInt8, CaseIterable, Sendable {
        /// An address that the site does not have.
        case unknown
        case home, heroes, search, index, random, page, hero, section, shared, favourites, export, toggle, `import`
        case clear, undo, code, transfer, forget, transitions, file, document, health, examples, topic, path

        package var text: String { String(describing: self) }
    }
}

package enum HeroList: Hashable, Sendable {
    /// `/heroes?q=spi&page=2`: all heroes, or the results of a search.
    case heroes(search: String?, page: Int)
    /// `/heroes/a-z` and `/heroes/a-z/b?page=2`: the names under one of `letters`.
    case index(String, page: Int)
    /// `/favourites?sort=name&page=2`
    case favourites(page: Int, Route.Order = .added)
    /// `/heroes?ids=1009610,1009368&page=2`: a shared selection of heroes.
    case shared([Hero.ID], page: Int)
    /// `/events/116-civil-war?page=2`: the heroes of a comic, event or series, on its page.
    case topic(TopicID, slug: String?, page: Int)

    /// The sections of the index: the letters, `0-9` for names that sort before them, and `other` for names after them.
    static let letters = ["0-9"] + "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["other"]

    var route: Route { .list(self) }
}

/// The parts of an address, with its name in logs and its request methods.
struct Address {
    let name: Route.Name
    let path: String
    /// The query parameters; those with a nil value are omitted.
    private(set) var query: [(name: String, value: String?)]
    let methods: [HTTPRequest.Method]

    fileprivate init(
        _ name: Route.Name, _ path: String, _ query: [(name: String, value: String?)] = [], page: Int = 1,
        methods: [HTTPRequest.Method] = [.get, .head]
    ) {
        (self.name, self.path, self.query, self.methods) = (name, path, query, methods)
        // The first page has only one address.
        if page > 1 { self.query.append(("page", String(page))) }
    }
}

extension Route {
    var address: Address {
        let form: [HTTPRequest.Method] = [.get, .head, .post]
        return switch self {
        case .home: Address(.home, "/")
        case .list(.heroes(let search, let page)):
            Address(search == nil ? .heroes : .search, "/heroes", [("q", search)], page: page)
        case .list(.shared(let ids, let page)): Address(.shared, "/heroes", [("ids", Self.text(ids))], page: page)
        case .list(.index("a", let page)): Address(.index, "/heroes/a-z", page: page)
        case .list(.index(let letter, let page)): Address(.index, "/heroes/a-z/" + letter, page: page)
        case .random: Address(.random, "/heroes/random")
        case .hero(let id, let slug, let list):
            Address(.hero, "/heroes/" + Self.segment(id, slug), [("from", list?.route.target)])
        case .section(let kind, let owner, let slug, let page, let order, let list):
            Self.address(kind, owner, slug, [("sort", order?.rawValue)], page: page, list)
        case .pathSearch(let id, let slug, let search):
            Address(.path, "/heroes/\(Self.segment(id, slug))/to", [("q", search)])
        case .path(let id, let slug, let other, let otherSlug):
            Address(.path, "/heroes/\(Self.segment(id, slug))/to/\(Self.segment(other, otherSlug))")
        case .readingList(let owner, let slug): Address(.export, Self.path(owner, slug) + Self.readingListName(owner))
        case .list(.topic(let id, let slug, let page)):
            Address(.topic, "/\(id.kind.rawValue)/\(Self.segment(id.number, slug))", page: page)
        case .transitions(let heroes, let topics):
            Address(
                .transitions, "/heroes/transitions.css",
                [("ids", Self.text(heroes)), ("works", Self.text(topics.map(\.text)))]
            )
        case .list(.favourites(let page, let order)):
            Address(.favourites, "/favourites", [("sort", order == .added ? nil : order.rawValue)], page: page)
        case .export(let format): Address(.export, "/favourites." + format.rawValue)
        case .importFavourites: Address(.import, "/favourites/import", methods: form)
        case .clear: Address(.clear, "/favourites/clear", methods: [.post])
        case .undo: Address(.undo, "/favourites/undo", methods: [.post])
        case .transferCode: Address(.code, "/favourites/code", methods: form)
        case .transfer(let code): Address(.transfer, "/favourites/move", [("code", code)], methods: form)
        case .forget: Address(.forget, "/favourites/forget", methods: form)
        case .favourite(let id): Address(.toggle, "/favourites/" + String(id), methods: [.post])
        case .page(let page): Address(.page, "/" + page.rawValue)
        case .sitemap: Address(.document, "/sitemap.xml")
        case .robots: Address(.document, "/robots.txt")
        case .manifest: Address(.document, "/manifest.webmanifest")
        case .searchDescription: Address(.document, "/opensearch.xml")
        case .favicon: Address(.file, "/favicon.ico")
        case .file(let name): Address(.file, "/static/" + Self.path(file: name))
        case .health: Address(.health, "/healthz")
        case .examples(let example):
            Address(
                .examples, "/_examples", [("view", example?.view), ("example", (example?.number).map(String.init))])
        }
    }

    private static func address(
        _ kind: TopicKind, _ owner: TopicOwner, _ slug: String?, _ order: [(name: String, value: String?)], page: Int,
        _ list: HeroList?
    ) -> Address {
        let search: String? = if case .search(let text) = owner { text } else { nil }
        return Address(
            search == nil ? .section : .search, "\(path(owner, slug))/\(kind.rawValue)",
            [("q", search)] + Address(.section, "", order, page: page).query + [("from", list?.route.target)])
    }

    /// Returns the path of a hero or topic; empty for the source and a search.
    private static func path(_ owner: TopicOwner, _ slug: String?) -> String {
        switch owner {
        case .hero(let id): "/heroes/" + segment(id, slug)
        case .topic(let id): "/\(id.kind.rawValue)/\(segment(id.number, slug))"
        case .source, .search: ""
        }
    }

    private static func readingListName(_ owner: TopicOwner) -> String {
        if case .hero = owner { "/start.cbl" } else { "/comics.cbl" }
    }

    private init(path: [String], query: Form) throws(RouteError) {
        func segment(_ index: Int) -> String? { index < path.count ? path[index] : nil }
        guard path.count <= 3 || path[0] == "static" || path.count == 4 && path[2] == "to" else { throw .unknown }
        switch (path[0], segment(1), segment(2)) {
        case ("", nil, nil): self = .home
        case ("heroes", nil, nil) where query["ids"] != nil:
            self = .shared(try query.ids(), page: try query.page())
        case ("heroes", nil, nil): self = .heroes(search: query.search, page: try query.page())
        case ("heroes", "a-z", let letter): self = .index(try Self.letter(letter), page: try query.page())
        case ("heroes", "random", nil): self = .random
        case ("heroes", "transitions.css", nil):
            let topics = try query.topics()
            self = .transitions(query["ids"] == nil && !topics.isEmpty ? [] : try query.ids(), topics)
        case ("heroes", let hero?, let part): self = try Self.hero(hero, part, other: segment(3), query)
        case ("favourites", nil, nil):
            self = .favourites(page: try query.page(), query["sort"].flatMap(Order.init) ?? .added)
        case ("favourites.json", nil, nil): self = .export(.json)
        case ("favourites.csv", nil, nil): self = .export(.csv)
        case ("favourites", "import", nil): self = .importFavourites
        case ("favourites", "clear", nil): self = .clear
        case ("favourites", "undo", nil): self = .undo
        case ("favourites", "code", nil): self = .transferCode
        case ("favourites", "move", nil): self = .transfer(code: try query.code())
        case ("favourites", "forget", nil): self = .forget
        case ("favourites", let id?, nil): self = .favourite(try Self.number(id, named: "hero’s number"))
        case ("sitemap.xml", nil, nil): self = .sitemap
        case ("robots.txt", nil, nil): self = .robots
        case ("manifest.webmanifest", nil, nil): self = .manifest
        case ("opensearch.xml", nil, nil): self = .searchDescription
        case ("favicon.ico", nil, nil): self = .favicon
        case ("static", _?, _) where !path.contains { $0.contains("/") }:
            self = .file(path.dropFirst().joined(separator: "/"))
        case ("healthz", nil, nil): self = .health
        case ("_examples", nil, nil): self = .examples(try query.example())
        case (let name, nil, nil) where StaticPage(rawValue: name) != nil:
            self = StaticPage(rawValue: name).map(Route.page) ?? .home
        case (let kind, let topic, let part):
            guard let kind = TopicKind(rawValue: kind), kind != .stories else { throw .unknown }
            self = try Self.topics(kind, topic, part, query)
        }
    }

    /// Parses `/events`, `/events?q=war`, `/events/116-civil-war` and what is below it.
    private static func topics(
        _ kind: TopicKind, _ topic: String?, _ part: String?, _ query: Form
    ) throws(RouteError) -> Route {
        guard let topic else {
            let owner = query.search.map(TopicOwner.search) ?? .source
            return .section(kind, of: owner, slug: nil, page: try query.page(), by: query.order)
        }
        let (number, slug) = try entity(topic, named: kind.noun)
        let id = TopicID(kind, number)
        guard let part else { return .list(.topic(id, slug: slug, page: try query.page())) }
        if kind == .events, part == "comics.cbl" { return .readingList(.topic(id), slug: slug) }
        guard let part = TopicKind(rawValue: part), kind.parts.contains(part) else { throw .unknown }
        return .section(part, of: .topic(id), slug: slug, page: try query.page(), by: query.order)
    }

    /// Parses `/heroes/1009610-spider-man`, with a part of the hero's page after it.
    private static func hero(
        _ hero: String, _ part: String?, other: String?, _ query: Form
    ) throws(RouteError) -> Route {
        let (id, slug) = try entity(hero, named: "hero")
        let list = query["from"].flatMap(HeroList.init(target:))
        switch (part, other) {
        case (nil, _): return .hero(id, slug: slug, from: list)
        case ("to", nil): return .pathSearch(id, slug: slug, search: query.search)
        case ("to", let other?):
            let (otherID, otherSlug) = try entity(other, named: "hero")
            return .path(id, slug: slug, to: otherID, otherSlug: otherSlug)
        case ("start.cbl", _): return .readingList(.hero(id), slug: slug)
        case (let kind?, _):
            guard let kind = TopicKind(rawValue: kind), TopicKind.ofHeroes.contains(kind) else { throw .unknown }
            return .section(kind, of: .hero(id), slug: slug, page: try query.page(), by: query.order, from: list)
        }
    }

    /// Parses the target of a request. One trailing slash is ignored, except after a file name. An address that was
    /// pasted with the end of a sentence, such as `/heroes?page=2).`, counts without it.
    init(_ request: Request) throws(RouteError) {
        do throws(RouteError) {
            try self.init(exactly: request)
        } catch {
            var shorter = request
            shorter.target = Self.withoutPunctuation(request.target)
            // The error of the whole address is the one to report.
            guard shorter.target != request.target, let route = try? Route(exactly: shorter) else { throw error }
            self = route
        }
    }

    private init(exactly request: Request) throws(RouteError) {
        guard request.target.utf8.first == UInt8(ascii: "/") else { throw .unknown }
        guard var path = request.pathSegments else { throw .malformed("The address is malformed.") }
        if path.count > 1, path.last == "", path.first != "static" { path.removeLast() }
        guard path.count == 1 || !path.contains("") else { throw .unknown }
        try self.init(path: path, query: request.queryForm)
    }

    /// Returns the target up to its last ASCII letter or digit; no address of the site ends with anything else. A
    /// percent sign with up to two digits, as of an encoded or truncated quotation mark, counts as punctuation. A target
    /// that would lose a segment or a value is returned unchanged.
    private static func withoutPunctuation(_ target: String) -> String {
        var bytes = Array(target.utf8)
        while let last = bytes.last {
            if let escape = bytes.suffix(3).lastIndex(of: UInt8(ascii: "%")),
                bytes[(escape + 1)...].allSatisfy({ $0.hexValue != nil })
            {
                bytes.removeSubrange(escape...)
            } else if last.isLetter || last.isDigit {
                return String(decoding: bytes, as: UTF8.self)
            } else if last == UInt8(ascii: "/") || last == UInt8(ascii: "=") {
                break
            } else {
                bytes.removeLast()
            }
        }
        return target
    }
}
