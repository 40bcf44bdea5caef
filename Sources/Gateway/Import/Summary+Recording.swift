extension JSON {
    /// Returns the items of a summary; nil if this is none. Items that name no object of the kind, or one again, are left
    /// out: every item is a record, and counts once.
    func summaryItems(of kind: Kind) -> [JSON]? {
        guard case .object = self, self["items"] != nil || self["available"] != nil else { return nil }
        var ids: Set<Int> = []
        let items = self["items"]?.elements.filter { item in
            guard let uri = ResourceURI(of: item), uri.kind == kind else { return false }
            return ids.insert(uri.id).inserted
        }
        return items?.map(\.withLocalAddresses) ?? []
    }
}

extension Field {
    /// The kind whose relations stand in this field.
    var summarized: Kind? {
        guard case .summary(let kind) = self else { return nil }
        return kind
    }
}
