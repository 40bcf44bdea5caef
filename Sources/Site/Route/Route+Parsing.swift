import HTTP
import Heroes

extension Route {
    /// Parses a request target: a path with an optional query.
    init(target: String) throws(RouteError) {
        try self.init(Request(target: target))
    }

    /// Parses the target of a request. One trailing slash is ignored, except after a file name.
    init(_ request: Request) throws(RouteError) {
        guard request.target.utf8.first == UInt8(ascii: "/") else { throw .unknown }
        guard var segments = request.pathSegments else {
            throw .malformed("The address is malformed.")
        }
        if segments.count > 1, segments.last == "", segments.first != "static" { segments.removeLast() }
        guard segments.count == 1 || !segments.contains("") else { throw .unknown }
        try self.init(segments: segments, query: request.queryForm)
    }

    private init(segments: [String], query: Form) throws(RouteError) {
        if let list = try HeroList(segments: segments, query) {
            self = .list(list)
            return
        }
        switch segments.first {
        case "" where segments.count == 1: self = .home
        case "heroes": self = try Self.heroes(segments.dropFirst(), query)
        case "favourites": self = try Self.favourites(segments.dropFirst(), query)
        case let kind? where WorkKind(rawValue: kind) != nil: self = try Self.works(segments, query)
        case "static" where segments.count > 1 && !segments.contains(where: { $0.contains("/") }):
            self = .file(segments.dropFirst().joined(separator: "/"))
        case let name? where segments.count == 1: self = try Self.document(name, query)
        default: throw .unknown
        }
    }

    /// Parses a document at the root of the site.
    private static func document(_ name: String, _ query: Form) throws(RouteError) -> Route {
        switch name {
        case "about": .about
        case "sitemap.xml": .sitemap(part: try RouteField.part(query))
        case "robots.txt": .robots
        case "favourites.json": .export(.json)
        case "favourites.csv": .export(.csv)
        case "manifest.webmanifest": .manifest
        case "opensearch.xml": .searchDescription
        case "favicon.ico": .favicon
        case "healthz": .health
        case "_gallery": .examples(try RouteField.example(query))
        default: throw .unknown
        }
    }

    private static func heroes(_ segments: ArraySlice<String>, _ query: Form) throws(RouteError) -> Route {
        guard let first = segments.first, segments.count <= 2 else { throw .unknown }
        let second = segments.dropFirst().first
        switch first {
        case "transitions.css" where second == nil: return try transitions(query)
        case "random" where second == nil: return .random
        default: return try hero(first, second, query)
        }
    }

    private static func hero(_ hero: String, _ section: String?, _ query: Form) throws(RouteError) -> Route {
        let (id, slug) = try RouteField.entity(hero, named: "hero")
        let list = query["from"].flatMap(HeroList.init(target:))
        guard let section else { return .hero(id, slug: slug, from: list) }
        guard let section = WorkKind(rawValue: section) else { throw .unknown }
        return .section(section, of: .hero(id), slug: slug, page: try RouteField.page(query), from: list)
    }

    /// Parses the works of a work (`/events/116-civil-war/comics`) or all works of a kind (`/events`).
    private static func works(_ segments: [String], _ query: Form) throws(RouteError) -> Route {
        guard let kind = segments.last.flatMap(WorkKind.init), segments.count == 1 || segments.count == 3 else {
            throw .unknown
        }
        guard segments.count == 3 else {
            guard kind != .stories else { throw .unknown }
            return .section(kind, of: .source, slug: nil, page: try RouteField.page(query))
        }
        guard let owner = WorkKind(rawValue: segments[0]), owner.parts.contains(kind) else { throw .unknown }
        let (number, slug) = try RouteField.entity(segments[1], named: owner.noun)
        return .section(
            kind, of: .work(WorkID(owner, number)), slug: slug, page: try RouteField.page(query))
    }

    private static func transitions(_ query: Form) throws(RouteError) -> Route {
        let works = try RouteField.works(query)
        return .transitions(query["ids"] == nil && !works.isEmpty ? [] : try RouteField.ids(query), works)
    }

    private static func favourites(_ segments: ArraySlice<String>, _ query: Form) throws(RouteError) -> Route {
        guard let first = segments.first, segments.count == 1 else { throw .unknown }
        switch first {
        case "forget": return .forget
        case "import": return .importFavourites
        case "clear": return .clear
        case "undo": return .undo
        case "code": return .transferCode
        case "move": return .transfer(code: try RouteField.code(query))
        default: return .favourite(try RouteField.number(first, named: "hero’s number"))
        }
    }
}
