/// A kind of record, with the segments of its paths and the number before its ids.
enum ComicVineKind: CaseIterable, Sendable {
    case publisher, character, issue, volume, storyArc

    /// The first segment of the path of one record.
    var detail: String { self == .storyArc ? "story_arc" : "\(self)" }
    /// The first segment of the path of a list.
    var list: String { detail + "s" }

    var number: Int {
        switch self {
        case .publisher: 4010
        case .character: 4005
        case .issue: 4000
        case .volume: 4050
        case .storyArc: 4045
        }
    }

    var sortable: Set<String> {
        let common: Set = ["date_added", "date_last_updated", "id", "name"]
        return self == .issue ? common.union(["cover_date", "issue_number", "store_date"]) : common
    }

    var filterable: Set<String> {
        switch self {
        case .character: sortable.union(["gender"])
        case .issue: sortable.union(["aliases", "volume"])
        case .storyArc: sortable.union(["aliases"])
        case .volume, .publisher: sortable
        }
    }

    func ids(_ data: ComicVineData) -> any RandomAccessCollection<Int> {
        switch self {
        case .publisher: ServedCharacter.Publisher.all.map(\.id).sorted()
        case .character: data.characterIDs
        case .issue: ComicVineData.issueIDs
        case .volume: ComicVineData.volumeIDs
        case .storyArc: ComicVineData.storyArcIDs
        }
    }

    /// Returns a record in a list of others: what refers to it, without its own fields.
    func reference(_ id: Int, _ name: String?, inCredits: Bool = true) -> ComicVineValue {
        let site = ServedCharacter.Picture.site
        let slug = String((name ?? "").lowercased().map { $0.isASCII && $0.isLetter ? $0 : "-" })
        let fields: [(name: String, value: ComicVineValue)] = [
            ("api_detail_url", .text("\(site)/api/\(detail)/\(number)-\(id)/")), ("id", .number(id)),
            ("name", .optional(name)),
        ]
        return .object(
            inCredits ? fields + [("site_detail_url", .text("\(site)/\(slug)/\(number)-\(id)/"))] : fields)
    }
}
