extension Kind {
    /// The kind of a recorded object: by its own address, by the address of what is related to it, or by fields that
    /// no other kind has; nil where nothing tells.
    static func recognized(_ fields: [String: JSON]) -> Kind? {
        if let uri = fields["resourceURI"]?.text.flatMap(ResourceURI.init) { return uri.kind }
        if let uri = collection(fields) { return uri.kind }
        for (kind, telling) in telling where !telling.isDisjoint(with: fields.keys) { return kind }
        guard fields["title"] == nil else { return titled(fields) }
        return fields["name"] == nil ? nil : .characters
    }

    /// The address of the first summary that has one; it begins with that of the object.
    static func collection(_ fields: [String: JSON]) -> ResourceURI? {
        Kind.allCases.lazy.compactMap { fields[$0.rawValue]?["collectionURI"]?.text.flatMap(ResourceURI.init) }.first
    }

    /// Returns whether there are fields, or values in such forms, as hardly any other API has.
    static func hasFieldsOfMarvel(_ fields: [String: JSON]) -> Bool {
        if !marvels.isDisjoint(with: fields.keys) { return true }
        if let thumbnail = fields["thumbnail"] {
            if thumbnail["path"] != nil, thumbnail["extension"] != nil { return true }
            if thumbnail.text?.contains("/prod/marvel/") == true { return true }
        }
        // Others have such times, too, but beside fields of their own.
        if let modified = fields["modified"]?.text, Timestamp.seconds(modified) != nil,
            fields.keys.allSatisfy({ names.contains($0) || $0.hasPrefix("_") })
        {
            return true
        }
        if fields["urls"]?.elements.contains(where: { $0["type"]?.text != nil && $0["url"]?.text != nil }) == true {
            return true
        }
        return Kind.allCases.contains { kind in
            guard let summary = fields[kind.rawValue] else { return false }
            return summary["items"] != nil && (summary["available"] != nil || summary["returned"] != nil)
        }
    }

    /// The names of all fields of all kinds.
    private static let names: Set = Set(
        Kind.allCases.flatMap(\.fields).map { field in
            switch field {
            case .id: "id"
            case .own(let name, _, _): name
            case .resourceURI: "resourceURI"
            case .summary(let kind): kind.rawValue
            }
        })

    private static let marvels: Set = [
        "digitalId", "issueNumber", "variantDescription", "diamondCode", "textObjects", "collectedIssues",
        "originalIssue", "startYear", "endYear", "middleName",
    ]

    private static let telling: [(Kind, Set<String>)] = [
        (
            .comics,
            [
                "digitalId", "issueNumber", "variantDescription", "isbn", "upc", "diamondCode", "ean", "issn", "format",
                "pageCount", "textObjects", "variants", "collections", "collectedIssues", "dates", "prices",
            ]
        ),
        (.creators, ["firstName", "middleName", "lastName", "suffix", "fullName"]),
        (.series, ["startYear", "endYear", "rating"]),
        (.stories, ["originalIssue"]),
        (.events, ["start", "end"]),
    ]

    /// Comics, events, series and stories have titles, and none tells of its own kind: what all but one are there
    /// for is that one.
    private static func titled(_ fields: [String: JSON]) -> Kind? {
        let missing = [Kind.comics, .events, .series, .stories].filter { fields[$0.rawValue] == nil }
        return missing.count == 1 ? missing[0] : nil
    }
}
