import Heroes

/// A comic, event, story or series, a team or a person.
struct WorkPayload: Decodable {
    let entity: EntityPayload
    private let start: PartialDate?
    private let end: PartialDate?
    private let parents: [WorkReference]
    private let credits: [Work.Credit]
    private let previous: WorkReference?
    private let next: WorkReference?

    private enum Key: CodingKey {
        case series, events, originalIssue, creators, items, previous, next, dates, start, end, startYear, endYear
    }

    init(from decoder: any Decoder) throws {
        entity = try EntityPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        func reference(_ key: Key) -> WorkReference? { fields.tolerant(ReferencePayload.self, key)?.reference }
        func items(_ key: Key) -> [ReferencePayload] {
            // A summary of another type counts as absent.
            (try? fields.nestedContainer(keyedBy: Key.self, forKey: key))?.tolerantList(.items) ?? []
        }
        let listed = (items(.series) + items(.events)).map(\.reference)
        let single = [Key.series, .originalIssue].compactMap(reference)
        parents = Array((single + listed).prefix(ResponseLimit.references))
        let people = items(.creators).filter { $0.reference.id?.kind == .people }.prefix(ResponseLimit.references)
        credits = people.map { Work.Credit($0.reference, $0.role) }
        (previous, next) = (reference(.previous), reference(.next))
        let dates: [DatePayload] = fields.tolerantList(.dates)
        let onSale = dates.first { $0.type == "onsaleDate" }?.date
        start =
            (onSale ?? fields.tolerantText(.start)).flatMap { PartialDate($0) }
            ?? fields.tolerantInt(.startYear).flatMap { PartialDate(year: $0) }
        // Marvel's end of series that continue is 2099.
        end =
            fields.tolerantText(.end).flatMap { PartialDate($0) }
            ?? fields.tolerantInt(.endYear).flatMap { $0 < 2099 ? PartialDate(year: $0) : nil }
    }

    func work(_ kind: WorkKind) -> Work {
        var work = Work(
            kind, id: entity.id, title: entity.title, description: entity.description,
            thumbnail: entity.thumbnail, start: start, end: end,
            parents: parents.filter { kind.parents.contains($0.id?.kind) })
        work.credits = credits
        if kind == .events {
            work.previous = previous?.id?.kind == .events ? previous : nil
            work.next = next?.id?.kind == .events ? next : nil
        }
        return work
    }
}

extension WorkKind {
    /// The kinds of works that a work of this kind is a part of.
    fileprivate var parents: [WorkKind?] {
        switch self {
        case .comics: [.series, .events]
        case .stories: [.comics]
        case .events, .series, .teams, .people: []
        }
    }
}

private struct DatePayload: Decodable {
    let type: String
    let date: String
}

/// An object's name with its URI, and with its role, picture and text if it has them; or a name only.
struct ReferencePayload: Decodable {
    /// The name in one line, which is not empty.
    let name: String
    private(set) var role = ""
    private var kind: Substring?
    private var number = 0
    private var thumbnail: Thumbnail?
    private var text = ""

    private enum Key: CodingKey { case resourceURI, name, role, thumbnail, text }

    /// Throws if there is no name.
    init(from decoder: any Decoder) throws {
        let fields = try? decoder.container(keyedBy: Key.self)
        name = try (fields?.decode(String.self, forKey: .name) ?? String(from: decoder)).asTitle
        guard !name.isEmpty else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no name"))
        }
        guard let fields else { return }
        role = fields.tolerantText(.role)?.asTitle ?? ""
        text = fields.tolerantText(.text)?.asTitle ?? ""
        thumbnail = fields.tolerant(ImagePayload.self, .thumbnail)?.thumbnail
        let segments = (fields.tolerant(String.self, .resourceURI) ?? "").split(separator: "/").suffix(2)
        guard segments.count == 2, let last = segments.last, let number = Int(last), number > 0 else { return }
        (kind, self.number) = (segments.first, number)
    }

    var reference: WorkReference {
        WorkReference(name, WorkKind.allCases.first { $0.path == kind ?? "" }.map { WorkID($0, number) })
    }

    var hero: Hero? { kind == "characters" ? Hero(id: number, name: name, thumbnail: thumbnail) : nil }

    var firstRead: Hero.FirstRead? {
        guard let id = reference.id, id.kind == .comics || id.kind == .series, !text.isEmpty else { return nil }
        return Hero.FirstRead(Work(id.kind, id: id.number, title: name, thumbnail: thumbnail), text)
    }
}

extension KeyedDecodingContainer {
    /// Returns the readable elements of a list.
    func tolerantList<Item: Decodable>(_ key: Key) -> [Item] {
        (tolerant([Lossy<Item>].self, key) ?? []).compactMap(\.value)
    }
}
