import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// The index of the site: every address is a case here or in the area that it belongs to. No other code builds URLs.
package enum Route: Hashable, Sendable {
    /// `/`
    case home
    /// A list of heroes, such as `/heroes?q=spi&page=2`, `/favourites` or `/events/116-civil-war`.
    case list(HeroList)
    /// A hero, such as `/heroes/1009610-spider-man`, and the paths to others.
    case hero(HeroRoute)
    /// A list of topics, such as `/events` or `/heroes/1009610-spider-man/comics`.
    case topics(TopicRoute)
    /// A form or a file of the favourites, such as `/favourites/import`.
    case favourites(FavouritesRoute)
    /// A page or a file that is the same for all visitors, such as `/about` or `/robots.txt`.
    case document(DocumentRoute)

    /// The name of a route in metrics and logs, without any input of the visitor.
    package enum Name: UInt8, CaseIterable, Sendable {
        /// An address that the site does not have.
        case unknown
        case home, heroes, search, index, random, page, hero, topics, shared, favourites, export, toggle, `import`
        case clear, undo, code, transfer, forget, transitions, file, document, topic, path, related

        package var text: String { String(describing: self) }
    }
}

/// The parts of an address, with its name in logs and its request methods.
struct Address {
    let name: Route.Name
    let path: String
    /// The query parameters; those with a nil value are omitted.
    private(set) var query: [(name: String, value: String?)]
    let methods: [HTTPRequest.Method]

    init(
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
        switch self {
        case .home: Address(.home, "/")
        case .list(let list): list.address
        case .hero(let hero): hero.address
        case .topics(let topics): topics.address
        case .favourites(let favourites): favourites.address
        case .document(let document): document.address
        }
    }

    private init(_ path: [String], _ query: Form) throws(RouteError) {
        if path == [""] {
            self = .home
        } else if let list = try HeroList(path, query) {
            self = .list(list)
        } else if let document = try DocumentRoute(path, query) {
            self = .document(document)
        } else if let topics = try TopicRoute(path, query) {
            self = .topics(topics)
        } else if let hero = try HeroRoute(path, query) {
            self = .hero(hero)
        } else if let favourites = try FavouritesRoute(path, query) {
            self = .favourites(favourites)
        } else {
            throw .unknown
        }
    }

    /// Parses the target of a request. One trailing slash is ignored, except after a file name. An address that was
    /// pasted with the end of a sentence, such as `/heroes?page=2).`, counts without it.
    init(_ request: Request) throws(RouteError) {
        do throws(RouteError) {
            try self.init(exactly: request)
        } catch {
            // The name of a file is exact.
            guard !request.path.hasPrefix("/static/") else { throw error }
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
        try self.init(path, request.queryForm)
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
