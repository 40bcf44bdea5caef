import HTTP
import Heroes

/// The parts of an address that visitors may get wrong. Of a field that comes more than once the first counts.
enum RouteField {
    /// No list has more pages; offsets computed from it cannot overflow.
    private static let lastPage = 1_000_000_000

    /// The page number; 1 where none is given.
    static func page(_ query: Form) throws(RouteError) -> Int {
        guard let text = query["page"], !text.isEmpty else { return 1 }
        let page = try number(text, named: "page number")
        guard page <= lastPage else { throw .unknown }
        return page
    }

    /// The part of a sitemap; nil where none is named.
    static func part(_ query: Form) throws(RouteError) -> Int? {
        guard let text = query["part"] else { return nil }
        let part = try number(text, named: "number of the part")
        guard part <= lastPage else { throw .unknown }
        return part
    }

    /// The search as one line; nil if nothing is searched.
    static func search(_ query: Form) throws(RouteError) -> String? {
        guard let search = query["q"]?.asLine, !search.isEmpty else { return nil }
        guard search.count <= Route.searchLimit, search.utf8.count <= 4 * Route.searchLimit else {
            throw .malformed("A search can be at most \(Route.searchLimit) characters long.")
        }
        return search
    }

    /// A hero's number and slug, `1009610-spider-man`; the slug is nil if there is none, or none that a link of the site
    /// could have.
    static func hero(_ segment: String) throws(RouteError) -> (Hero.ID, String?) {
        let parts = segment.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let id = try number(parts.first.map(String.init) ?? "", named: "hero's number")
        return (id, parts.dropFirst().first.map(String.init).flatMap { Slug.isSlug($0) ? $0 : nil })
    }

    /// The code for another device, as it is written; nil where none is given.
    static func code(_ query: Form) throws(RouteError) -> String? {
        guard let text = query["code"] else { return nil }
        guard let code = TransferCode.parse(text) else {
            throw .malformed("A code for another device has ten letters and digits.")
        }
        return code
    }

    /// One of the index's `letters`; "a" if none is named.
    static func letter(_ segment: String?) throws(RouteError) -> String {
        guard let segment else { return "a" }
        let letter = segment.lowercased()
        guard HeroList.letters.contains(letter) else { throw .unknown }
        return letter
    }

    /// A comma list of at most 100 heroes' numbers.
    static func ids(_ query: Form) throws(RouteError) -> [Hero.ID] {
        let parts = (query["ids"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.count <= 100 else { throw .malformed("Between 1 and 100 heroes can be named.") }
        var ids: [Hero.ID] = []
        for part in parts { ids.append(try number(String(part), named: "hero's number")) }
        return ids
    }

    /// A named state of a view; nil where none is given.
    static func example(_ query: Form) throws(RouteError) -> Route.Example? {
        guard let view = query["view"] else { return nil }
        return Route.Example(view: view, number: try number(query["example"] ?? "", named: "example's number"))
    }

    /// Decimal digits only, from 1; more than 18 digits name nothing that exists.
    static func number(_ text: String, named name: String) throws(RouteError) -> Int {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            throw .malformed("The \(name) has to be a whole number, such as 1 or 25.")
        }
        guard digits.first != UInt8(ascii: "0") else { throw .malformed("The \(name) cannot start with a zero.") }
        guard digits.count <= 18, let number = Int(text) else { throw .unknown }
        return number
    }
}
