extension Entry.Summary {
    /// Nil where this is no summary.
    init?(_ json: JSON) {
        guard case .object = json, json["items"] != nil || json["available"] != nil else { return nil }
        items = json["items"]?.elements.filter(Self.isItem).map(\.withLocalAddresses) ?? []
        available = max(items.count, json["available"]?.code.flatMap(Digits.whole) ?? 0)
    }

    /// Whether this names an object.
    private static func isItem(_ json: JSON) -> Bool { json["resourceURI"]?.text != nil || json["name"]?.text != nil }

    /// The relations that the items name.
    var links: [Entry.Link] {
        items.compactMap { item in
            ResourceURI(of: item).map {
                Entry.Link(kind: $0.kind, id: $0.id, role: item["role"]?.text ?? "", isTold: true)
            }
        }
    }
}

extension Field {
    /// The kind whose relations stand in this field.
    var summarized: Kind? {
        guard case .summary(let kind) = self else { return nil }
        return kind
    }
}
