import HTTP
import Heroes

/// The parts of an address that visitors may get wrong.
enum RouteField {
    /// No list has more pages; offsets computed from it cannot overflow.
    private static let lastPage = 1_000_000_000

    /// The page number; 1 where none is given.
    static func page(_ query: Form) throws(RouteError) -> Int {
        try once("page", query)
        guard let text = query["page"], !text.isEmpty else { return 1 }
        let page = try number(text, named: "page number")
        guard page <= lastPage else { throw .unknown }
        return page
    }

    /// The part of a sitemap; nil where none is named.
    static func part(_ query: Form) throws(RouteError) -> Int? {
        try once("part", query)
        guard let text = query["part"] else { return nil }
        let part = try number(text, named: "number of the part")
        guard part <= lastPage else { throw .unknown }
        return part
    }

    /// The search without surrounding blanks; nil where nothing is searched.
    static func search(_ query: Form) throws(RouteError) -> String? {
        try once("q", query)
        guard let text = query["q"] else { return nil }
        guard !text.unicodeScalars.contains(where: isControl) else {
            throw .malformed("A search cannot hold control characters.")
        }
        let trimmed = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        guard trimmed.count <= Route.searchLimit, trimmed.utf8.count <= 4 * Route.searchLimit else {
            throw .malformed("A search can be at most \(Route.searchLimit) characters long.")
        }
        return trimmed.isEmpty ? nil : trimmed
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// Whether a search is meant as it is typed.
    static func literal(_ query: Form) throws(RouteError) -> Bool {
        try once("literal", query)
        switch query["literal"] {
        case nil: return false
        case "1": return true
        default: throw .malformed("“literal” can be 1 or be left out.")
        }
    }

    /// A hero's number and slug, `1009610-spider-man`; the slug is nil where there is no hyphen.
    static func hero(_ segment: String) throws(RouteError) -> (Hero.ID, String?) {
        let parts = segment.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let id = try number(parts.first.map(String.init) ?? "", named: "hero's number")
        guard parts.count > 1 else { return (id, nil) }
        // No address of a page has control characters; as a form's way back it would lead to one that is refused.
        return (id, parts[1].unicodeScalars.contains(where: isControl) ? nil : String(parts[1]))
    }

    /// How favourites are sorted; by the time they were added where nothing is said.
    static func order(_ query: Form) throws(RouteError) -> Route.Order {
        try once("sort", query)
        guard let text = query["sort"] else { return .added }
        guard let order = Route.Order(rawValue: text) else {
            throw .malformed("Favourites can be sorted by “added” or by “name”.")
        }
        return order
    }

    /// The code for another device, as it is written; nil where none is given.
    static func code(_ query: Form) throws(RouteError) -> String? {
        try once("code", query)
        guard let text = query["code"] else { return nil }
        guard let code = MoveCode.read(text) else {
            throw .malformed("A code for another device has ten letters and digits.")
        }
        return code
    }

    /// A letter of the index in lower case, or `0-9`; "a" where none is named.
    static func letter(_ segment: String?) throws(RouteError) -> String {
        guard let segment else { return "a" }
        let letter = segment.lowercased()
        guard Route.letters.contains(letter) else { throw .unknown }
        return letter
    }

    /// A comma list of at most 100 heroes' numbers.
    static func ids(_ query: Form) throws(RouteError) -> [Hero.ID] {
        try once("ids", query)
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

    private static func once(_ name: String, _ query: Form) throws(RouteError) {
        guard !query.hasRepeated(name) else { throw .malformed("The address gives “\(name)” more than once.") }
    }
}
