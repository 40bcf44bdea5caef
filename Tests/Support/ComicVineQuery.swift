/// The parameters of a list: marked filters and orders are applied, and others are ignored without an error.
struct ComicVineQuery {
    private let filters: [(field: String, value: String)]
    private let order: (field: String, descends: Bool)?
    let limit: Int
    let offset: Int

    /// A comma ends the value of a filter.
    init(_ call: ComicVineServer.Call, _ kind: ComicVineKind) {
        let parts = (call["filter"] ?? "").split(separator: ",").map { $0.split(separator: ":", maxSplits: 1) }
        filters = parts.compactMap { part in
            guard let field = part.first.map(String.init), kind.filterable.contains(field) else { return nil }
            return (field, part.count > 1 ? String(part[1]) : "")
        }
        let sort = (call["sort"] ?? "").split(separator: ":").map(String.init)
        order = sort.first.flatMap { kind.sortable.contains($0) ? ($0, sort.last == "desc") : nil }
        limit = min(100, max(0, call["limit"].flatMap { Int($0) } ?? 100))
        offset = max(0, call["offset"].flatMap { Int($0) } ?? 0)
    }

    /// Returns the ids of all records that match every filter, in order.
    func ids(_ data: ComicVineData, _ kind: ComicVineKind) -> [Int] {
        // Of thousands of records, a filter of ids names at most a hundred.
        let named = filters.first { $0.field == "id" }.map { $0.value.split(separator: "|").compactMap { Int($0) } }
        let all = kind.ids(data)
        let candidates = named.map { Set($0).sorted().filter { all.contains($0) } } ?? Array(all)
        let matching = candidates.filter { id in
            filters.allSatisfy { Self.matches(data.text(kind, id, $0.field), $0.field, $0.value) }
        }
        guard let order, order.field != "id" else { return order?.descends == true ? matching.reversed() : matching }
        let keys = matching.map { (key: data.text(kind, $0, order.field), id: $0) }
        return keys.sorted { order.descends ? $0 > $1 : $0 < $1 }.map(\.id)
    }

    private static func matches(_ text: String, _ field: String, _ value: String) -> Bool {
        let values = value.split(separator: "|", omittingEmptySubsequences: false)
        if field == "name" { return value.isEmpty || text.lowercased().contains(value.lowercased()) }
        if field.contains("date"), values.count == 2 { return text >= values[0] && text <= values[1] }
        return values.contains { $0 == text }
    }
}

extension ComicVineData {
    /// Returns the text of a field that lists can be filtered or sorted by.
    func text(_ kind: ComicVineKind, _ id: Int, _ field: String) -> String {
        switch (kind, field) {
        case (_, "id"): String(id)
        case (.character, "name"): name(id)
        case (.character, "date_last_updated"): character(id).updated
        case (.character, "gender"): character(id).gender.map { String($0) } ?? ""
        case (.issue, "name"): issueName(id) ?? ""
        case (.issue, "volume"): String(volume(ofIssue: id))
        case (.issue, "issue_number"): issueNumber(id)
        case (.issue, "cover_date"), (.issue, "store_date"): coverDate(id)
        case (.volume, "name"): volumeName(id)
        case (.storyArc, "name"): storyArcName(id)
        case (_, "aliases"): ""
        default: "2026-03-28 15:34:15"
        }
    }
}
