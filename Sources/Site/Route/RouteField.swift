import HTTP
import Heroes

/// Parsers of the parts of an address that can be invalid. If a query parameter is repeated, the first counts.
enum RouteField {
    /// The largest page number; offsets computed from it cannot overflow.
    private static let lastPage = 1_000_000_000

    /// Returns the page number, by default 1.
    static func page(_ query: Form) throws(RouteError) -> Int {
        guard let text = query["page"], !text.isEmpty else { return 1 }
        let page = try number(text, named: "page number")
        guard page <= lastPage else { throw .unknown }
        return page
    }

    /// Returns the part of the sitemap, or nil without the parameter.
    static func part(_ query: Form) throws(RouteError) -> Int? {
        guard let text = query["part"] else { return nil }
        let part = try number(text, named: "part number")
        guard part <= lastPage else { throw .unknown }
        return part
    }

    /// Returns the search with normalized whitespace, or nil if it is empty.
    static func search(_ query: Form) throws(RouteError) -> String? {
        guard let search = query["q"]?.asLine, !search.isEmpty else { return nil }
        guard search.count <= Route.searchLimit, search.utf8.count <= 4 * Route.searchLimit else {
            throw .malformed("A search can have up to \(Route.searchLimit) characters.")
        }
        return search
    }

    /// Returns the number and slug of a segment such as `1009610-spider-man`; the slug is nil if it is missing or
    /// invalid.
    static func entity(_ segment: String, named name: String) throws(RouteError) -> (Int, String?) {
        let parts = segment.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let id = try number(parts.first.map(String.init) ?? "", named: "\(name)’s number")
        return (id, parts.dropFirst().first.map(String.init).flatMap { Slug.isSlug($0) ? $0 : nil })
    }

    /// Returns the transfer code in its canonical form, or nil without the parameter.
    static func code(_ query: Form) throws(RouteError) -> String? {
        guard let text = query["code"] else { return nil }
        guard let code = TransferCode.parse(text) else {
            throw .malformed("A code has ten letters and digits.")
        }
        return code
    }

    /// Returns one of the index's `letters`, by default "a".
    static func letter(_ segment: String?) throws(RouteError) -> String {
        guard let segment else { return "a" }
        let letter = segment.lowercased()
        guard HeroList.letters.contains(letter) else { throw .unknown }
        return letter
    }

    /// Returns the heroes' numbers in a comma-separated list of at most 100.
    static func ids(_ query: Form) throws(RouteError) -> [Hero.ID] {
        let parts = (query["ids"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.count <= 100 else {
            throw .malformed("A link can have up to 100 heroes.")
        }
        var ids: [Hero.ID] = []
        for part in parts { ids.append(try number(String(part), named: "hero’s number")) }
        return ids
    }

    /// Returns the works in a comma-separated list such as `comics-1,events-2`, at most 100; none without the parameter.
    static func works(_ query: Form) throws(RouteError) -> [WorkID] {
        let parts = query["works"]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        var works: [WorkID] = []
        for part in parts.prefix(100) {
            let (kind, number) = (part.prefix { $0 != "-" }, part.drop { $0 != "-" }.dropFirst())
            guard let kind = WorkKind(rawValue: String(kind)) else { throw .unknown }
            works.append(WorkID(kind, try self.number(String(number), named: "\(kind.noun)’s number")))
        }
        return works
    }

    /// Returns the named state of a view, or nil without the parameter.
    static func example(_ query: Form) throws(RouteError) -> Route.Example? {
        guard let view = query["view"] else { return nil }
        return Route.Example(view: view, number: try number(query["example"] ?? "", named: "example’s number"))
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
