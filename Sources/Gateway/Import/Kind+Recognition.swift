import Basics

extension Kind {
    /// Determines the kind of a recorded object: by its URL, by the URLs of its summaries, by fields that only one kind
    /// has, or by the name of its list; nil if unknown.
    static func recognized(_ fields: [String: JSON], _ named: Kind?) -> Kind? {
        if let uri = fields["resourceURI"]?.text.flatMap(ResourceURI.init) { return uri.kind }
        if let uri = collectionURI(fields) { return uri.kind }
        for (kind, names) in distinctiveFields where !names.isDisjoint(with: fields.keys) { return kind }
        if let named, fields[named.nameField] != nil { return named }
        return fields["name"] != nil && fields["title"] == nil ? .characters : nil
    }

    /// Returns the kind that an identifier such as `comics`, `module.exports.mockEvents` or `storyList` names, if any.
    init?(namedIn identifier: String) {
        let words = identifier.lowercased().split { !$0.isLetter }
        let kinds = words.compactMap { word in
            Kind.marvel.first {
                word.hasPrefix($0.filterName) || word.hasPrefix($0.rawValue.dropLast()) || word.hasSuffix($0.rawValue)
            }
        }
        guard let kind = kinds.last else { return nil }
        self = kind
    }

    /// Returns the URL of the first summary that has one; it starts with the object's own URL.
    static func collectionURI(_ fields: [String: JSON]) -> ResourceURI? {
        Kind.marvel.lazy.compactMap { fields[$0.rawValue]?["collectionURI"]?.text.flatMap(ResourceURI.init) }.first
    }

    /// Returns true if the object has fields or formats of values that are rare in other APIs.
    static func hasMarvelFields(_ fields: [String: JSON]) -> Bool {
        if !marvelFields.isDisjoint(with: fields.keys) { return true }
        if let thumbnail = fields["thumbnail"] {
            if thumbnail["path"] != nil, thumbnail["extension"] != nil { return true }
            if thumbnail.text?.contains("/prod/marvel/") == true { return true }
        }
        // Other APIs have such times too, but together with other fields.
        if let modified = fields["modified"]?.text, Timestamp(modified) != nil,
            fields.keys.allSatisfy({ names.contains($0) || $0.hasPrefix("_") })
        {
            return true
        }
        if fields["urls"]?.elements.contains(where: { $0["type"]?.text != nil && $0["url"]?.text != nil }) == true {
            return true
        }
        return Kind.marvel.contains { kind in
            guard let summary = fields[kind.rawValue] else { return false }
            return summary["items"] != nil && (summary["available"] != nil || summary["returned"] != nil)
        }
    }

    private static let names = Set(Kind.marvel.flatMap(\.fields).map(\.name))

    private static let marvelFields: Set = [
        "digitalId", "issueNumber", "variantDescription", "diamondCode", "textObjects", "collectedIssues",
        "originalIssue", "startYear", "endYear", "middleName",
    ]

    /// The fields that no other kind has. Other APIs call anything by a name.
    private static let distinctiveFields = Kind.marvel.filter { $0 != .characters }.map { kind in
        let others = Kind.marvel.filter { $0 != kind }.flatMap(\.fields).map(\.name)
        return (kind, Set(kind.fields.map(\.name)).subtracting(others))
    }
}

/// A parsed API URL such as `http://gateway.marvel.com/v1/public/comics/59524/creators`.
struct ResourceURI: Hashable {
    let kind: Kind
    let id: Int
    /// The path relative to the service's root.
    let path: String

    init?(_ text: String) {
        let root = "/v1/public/".utf8
        let bytes = text.utf8
        guard let slash = bytes.indices.first(where: { bytes[$0...].starts(with: root) }) else { return nil }
        let segments = bytes[bytes.index(slash, offsetBy: root.count)...].split(separator: UInt8(ascii: "/"))
        guard segments.count >= 2, let kind = Kind.marvel.first(where: { $0.rawValue == String(segments[0]) }),
            let id = Digits.id(String(segments[1]) ?? ""), id > 0
        else { return nil }
        self.kind = kind
        self.id = id
        path = String(text[slash...])
    }

    /// Parses the `resourceURI` member of an object.
    init?(of json: JSON?) {
        switch json?["resourceURI"] {
        case .string(let text)?, .localURL(let text)?: self.init(text)
        default: return nil
        }
    }
}

extension JSON {
    /// The value with all URLs of the live service replaced by local ones, so that clients stay on this service.
    var withLocalURLs: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withLocalURLs))
        case .object(let members):
            .object(
                members.map { member in
                    guard member.name == "resourceURI" || member.name == "collectionURI", let text = member.value.text
                    else { return Member(member.name, member.value.withLocalURLs) }
                    return Member(member.name, ResourceURI(text).map { .localURL($0.path) } ?? member.value)
                })
        default: self
        }
    }
}
