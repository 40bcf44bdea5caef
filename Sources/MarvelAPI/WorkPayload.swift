import Heroes

/// A comic, event, story or series.
struct WorkPayload: Decodable {
    let entity: EntityPayload
    private let start: PartialDate?
    private let end: PartialDate?
    private let heroes: [Work.Mention]
    private let parents: [WorkReference]

    private enum Key: CodingKey {
        case characters, series, events, originalIssue, dates, start, end, startYear, endYear
    }

    init(from decoder: any Decoder) throws {
        entity = try EntityPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        heroes = Self.items(fields, .characters).lazy.compactMap(\.mention).prefix(ResponseLimit.mentions).map(\.self)
        let single = [Key.series, .originalIssue].compactMap { fields.tolerant(ReferencePayload.self, $0) }
        let listed = Self.items(fields, .series) + Self.items(fields, .events)
        parents = (single + listed).lazy.compactMap(\.reference).prefix(ResponseLimit.references).map(\.self)
        let dates = (fields.tolerant([Lossy<DatePayload>].self, .dates) ?? []).compactMap(\.value)
        let onSale = dates.first { $0.type == "onsaleDate" }?.date
        start =
            (onSale ?? fields.tolerantText(.start)).flatMap { PartialDate($0) }
            ?? fields.tolerantInt(.startYear).flatMap { PartialDate(year: $0) }
        // Marvel's end of series that continue is 2099.
        end =
            fields.tolerantText(.end).flatMap { PartialDate($0) }
            ?? fields.tolerantInt(.endYear).flatMap { $0 < 2099 ? PartialDate(year: $0) : nil }
    }

    private static func items(_ fields: KeyedDecodingContainer<Key>, _ key: Key) -> [ReferencePayload] {
        fields.tolerant(SummaryPayload.self, key)?.items.compactMap(\.value) ?? []
    }

    func work(_ kind: WorkKind, _ hosts: [ImageHost]) -> Work {
        Work(
            kind, id: entity.id, title: entity.title, description: entity.description,
            thumbnail: entity.thumbnail(hosts), start: start, end: end, heroes: heroes,
            parents: parents.filter { kind.parents.contains($0.id?.kind) })
    }
}

extension WorkKind {
    /// The kinds of works that a work of this kind is a part of.
    fileprivate var parents: [WorkKind?] {
        switch self {
        case .comics: [.series, .events]
        case .stories: [.comics]
        case .events, .series: []
        }
    }
}

private struct SummaryPayload: Decodable {
    let items: [Lossy<ReferencePayload>]
}

private struct DatePayload: Decodable {
    let type: String
    let date: String
}

/// An object's name with its URI.
struct ReferencePayload: Decodable {
    let resourceURI: String?
    let name: String

    /// The number and the kind at the end of the URI; nil if it has none.
    private var id: (kind: Substring, number: Int)? {
        let segments = (resourceURI ?? "").split(separator: "/").suffix(2)
        guard let kind = segments.first, let number = segments.last.flatMap({ Int($0) }), number > 0 else { return nil }
        return (kind, number)
    }

    /// The hero; nil without a name or a number.
    var mention: Work.Mention? {
        let title = name.asTitle
        guard let id, !title.isEmpty else { return nil }
        return Work.Mention(id: id.number, name: title)
    }

    /// The work; nil without a name.
    var reference: WorkReference? {
        let title = name.asTitle
        guard !title.isEmpty else { return nil }
        return WorkReference(
            title, id.flatMap { id in WorkKind(rawValue: String(id.kind)).map { WorkID($0, id.number) } })
    }
}
