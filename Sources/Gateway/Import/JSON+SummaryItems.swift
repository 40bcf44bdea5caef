extension JSON {
    /// Returns the items of a summary; nil if this is not a summary. Invalid and duplicate items are dropped, since
    /// each item counts as one object.
    func summaryItems(of kind: Kind) -> [JSON]? {
        guard case .object = self, self["items"] != nil || self["available"] != nil else { return nil }
        var ids: Set<Int> = []
        let items = self["items"]?.elements.filter { item in
            guard let uri = ResourceURI(of: item), uri.kind == kind else { return false }
            return ids.insert(uri.id).inserted
        }
        return items?.map(\.withLocalURLs) ?? []
    }
}

extension RecordField {
    /// The kind of the summary in this field; nil for other fields.
    var summarized: Kind? {
        guard case .summary(let kind) = self else { return nil }
        return kind
    }
}
