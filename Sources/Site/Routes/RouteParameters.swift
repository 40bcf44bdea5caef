import HTTP
import Heroes

/// The reason that a request target is not an address of the site.
enum RouteError: Error, Equatable, Sendable {
    /// The address does not exist.
    case unknown
    /// The address exists, but a part of it is invalid; the sentence names the part.
    case malformed(String)
}

extension [String] {
    /// The segments of a path for a pattern; none if there are more than four, which no address of a page has.
    var segments: (String, String?, String?, String?) {
        func segment(_ index: Int) -> String? { index < count ? self[index] : nil }
        return count > 4 ? ("", nil, nil, nil) : (segment(0) ?? "", segment(1), segment(2), segment(3))
    }
}

/// Parsers of the query parameters. If a parameter is repeated, the first counts.
extension Form {
    /// Returns the page number, by default 1.
    func page() throws(RouteError) -> Int {
        guard let text = self["page"], !text.isEmpty else { return 1 }
        let number = try Route.number(text, named: "page number")
        // A larger one could overflow an offset.
        guard number <= 1_000_000_000 else { throw .unknown }
        return number
    }

    /// The order of a list; nil without one that exists.
    var order: TopicOrder? { self["sort"].flatMap(TopicOrder.init) }

    /// Returns what a list of heroes is narrowed to. A value that no link of the site has narrows nothing.
    func heroFilter() throws(RouteError) -> HeroFilter {
        let team = self["team"]?.nonEmpty
        let decade = self["decade"].flatMap { Int($0) }.flatMap {
            (1...999).contains($0 / 10) && $0 % 10 == 0 ? $0 : nil
        }
        return HeroFilter(
            team: try team.map { team throws(RouteError) in try Route.number(team, named: "team’s number") },
            side: self["side"].flatMap(HeroFilter.Side.init), gender: self["gender"].flatMap(HeroFilter.Gender.init),
            decade: decade)
    }

    /// The list that a hero's page leads back to; nil without one that exists.
    var from: HeroList? { self["from"].flatMap(HeroList.init(target:)) }

    /// The search with normalized whitespace, cut at `searchLimit`; nil if it is empty, or one letter that is too long.
    var search: String? {
        guard let line = self["q"]?.asLine, !line.isEmpty else { return nil }
        var search = line.prefix(Route.searchLimit)
        // A character may be long.
        while search.utf8.count > 4 * Route.searchLimit { search.removeLast() }
        return String(search).asLine.nonEmpty
    }

    /// True if `search` lacks the end of what the visitor typed.
    var isSearchCut: Bool { search != nil && self["q"]?.asLine != search }

    /// Returns the transfer code in its canonical form, or nil without the parameter.
    func code() throws(RouteError) -> String? {
        guard let text = self["code"] else { return nil }
        guard let code = TransferCode.parse(text) else {
            throw .malformed("A code has ten letters and digits.")
        }
        return code
    }

    /// Returns the heroes' numbers in a list of at most 100, separated by commas or blanks.
    func ids() throws(RouteError) -> [Hero.ID] {
        let parts = (self["ids"] ?? "").split { $0 == "," || $0.isWhitespace }
        guard !parts.isEmpty, parts.count <= 100 else {
            throw .malformed("A link can have up to 100 heroes.")
        }
        var ids: [Hero.ID] = []
        for part in parts { ids.append(try Route.number(String(part), named: "hero’s number")) }
        return ids
    }

    /// Returns the topics in a comma-separated list such as `comics-1,events-2`, at most 100; none without the parameter.
    func topics() throws(RouteError) -> [TopicID] {
        let parts = self["works"]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        var topics: [TopicID] = []
        for part in parts.prefix(100) {
            let (kind, number) = (part.prefix { $0 != "-" }, part.drop { $0 != "-" }.dropFirst())
            guard let kind = TopicKind(rawValue: String(kind)) else { throw .unknown }
            topics.append(TopicID(kind, try Route.number(String(number), named: "\(kind.noun)’s number")))
        }
        return topics
    }
}

extension Route {
    /// The maximum length of a search in characters; the longest name in the real data has 60.
    static let searchLimit = 100

    /// Returns the number and slug of a segment such as `1009610-spider-man`; the slug is nil if it is not one.
    static func entity(_ segment: String, named name: String) throws(RouteError) -> (Int, String?) {
        let parts = segment.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let id = try number(parts.first.map(String.init) ?? "", named: "\(name)’s number")
        return (id, parts.dropFirst().first.map(String.init).flatMap { Slug.isSlug($0) ? $0 : nil })
    }

    /// Parses a positive decimal number of at most 18 digits without leading zeros; a longer one is unknown.
    static func number(_ text: String, named name: String) throws(RouteError) -> Int {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            throw .malformed("The \(name) must be a whole number, such as 1 or 25.")
        }
        guard digits.first != UInt8(ascii: "0") else { throw .malformed("The \(name) can’t start with a zero.") }
        guard digits.count <= 18, let number = Int(text) else { throw .unknown }
        return number
    }
}
