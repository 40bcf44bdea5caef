extension Entry.Summary {
    /// Nil if this is no summary. Items that name no object of the kind, or one again, are left out: every item is a
    /// record, and counts once.
    init?(_ json: JSON, of kind: Kind) {
        guard case .object = json, json["items"] != nil || json["available"] != nil else { return nil }
        var ids: Set<Int> = []
        let items = json["items"]?.elements.filter { item in
            guard let uri = ResourceURI(of: item), uri.kind == kind else { return false }
            return ids.insert(uri.id).inserted
        }
        self.items = items?.map(\.withLocalAddresses) ?? []
    }

    /// The relations that the items name.
    var links: [Entry.Link] {
        items.compactMap { item in
            ResourceURI(of: item).map {
                Entry.Link(kind: $0.kind, id: $0.id, role: item["role"]?.text ?? "", isTold: true, item: item)
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
