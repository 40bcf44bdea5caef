import Heroes

extension EntityPayload {
    /// Returns the comic, event, story or series, the team or the person.
    func topic(_ kind: TopicKind) -> Topic {
        let parents = (["series", "originalIssue"].compactMap(reference) + ["series", "events"].flatMap(references))
            .prefix(ResponseLimit.references)
        var topic = Topic(
            kind, id: id, title: title, description: description,
            thumbnail: thumbnail, start: start, end: end,
            parents: parents.map(\.reference).filter { kind.parents.contains($0.id?.kind) })
        topic.credits = references("creators").filter { $0.reference.id?.kind == .people }
            .prefix(ResponseLimit.references).map { Topic.Credit($0.reference, $0.role) }
        if kind == .comics {
            topic.issue = Topic.Issue(fields, title: title)
            topic.hasCoverDate = topic.start?.day == nil && fields.textObject("cover_month") != nil
        }
        topic.role = fields.title("role") ?? ""
        if kind == .teams {
            (topic.allies, topic.enemies) = (related("allies"), related("enemies"))
            topic.memberCount = fields.object("characters")?.int("available")
        }
        if kind == .events { (topic.previous, topic.next) = (event("previous"), event("next")) }
        return topic
    }

    private var start: PartialDate? {
        let dates: [DatePayload] = fields.list("dates")
        let onSale = dates.first { $0.type == "onsaleDate" }?.date
        // The gateway's catalogue has the month as a text if the day is unknown, and then the date is its first day.
        let isFirst = onSale?.prefix(10).hasSuffix("-01") == true
        let month = isFirst ? fields.textObject("onsale_month") ?? fields.textObject("cover_month") : nil
        return (month ?? onSale ?? fields.text("start")).flatMap { PartialDate($0) }
            ?? fields.int("startYear").flatMap { PartialDate(year: $0) }
    }

    private func related(_ name: FieldName) -> [Topic.Related] {
        let references: [ReferencePayload] = fields.list(name)
        return references.prefix(ResponseLimit.references).map {
            $0.hero.map(Topic.Related.hero) ?? .topic($0.reference)
        }
    }

    private var end: PartialDate? {
        // Marvel's end of series that continue is 2099.
        fields.text("end").flatMap { PartialDate($0) }
            ?? fields.int("endYear").flatMap { $0 < 2099 ? PartialDate(year: $0) : nil }
    }

    private func reference(_ name: FieldName) -> ReferencePayload? { fields.tolerant(ReferencePayload.self, name) }

    private func references(_ name: FieldName) -> [ReferencePayload] { fields.object(name)?.list("items") ?? [] }

    private func event(_ name: FieldName) -> TopicReference? {
        reference(name).flatMap { $0.reference.id?.kind == .events ? $0.reference : nil }
    }
}

extension TopicKind {
    /// The kinds of topics that a topic of this kind is a part of.
    fileprivate var parents: [TopicKind?] {
        switch self {
        case .comics: [.series, .events]
        case .stories: [.comics]
        case .events, .series, .teams, .people: []
        }
    }
}

struct DatePayload: Decodable {
    let type: String
    let date: String
}

/// An object's name with its URI, and with its role, picture and text if it has them; or a name only.
struct ReferencePayload: Decodable {
    /// The name in one line.
    let name: String
    private(set) var role = ""
    private var kind: Substring?
    private var number = 0
    private var thumbnail: Thumbnail?
    private var text = ""
    private var issue: Topic.Issue?

    /// Throws if there is no name.
    init(from decoder: any Decoder) throws { try self.init(from: decoder, unnamed: nil) }

    /// Throws if there is no name, unless there is a substitute for that of an object with an id.
    init(from decoder: any Decoder, unnamed: String?) throws {
        let fields = try? ResponseFields(decoder)
        let segments = (fields?.tolerant(String.self, "resourceURI") ?? "").split(separator: "/").suffix(2)
        if segments.count == 2, let last = segments.last, let number = Int(last), number > 0 {
            (kind, self.number) = (segments.first, number)
        }
        // Without fields, it is the name.
        let text = fields == nil ? try? String(from: decoder) : fields?.tolerant(String.self, "name")
        guard let name = text?.asTitle.nonEmpty ?? (number > 0 ? unnamed : nil) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no name"))
        }
        self.name = name
        role = fields?.title("role") ?? ""
        self.text = fields?.title("text") ?? ""
        if let fields, !self.text.isEmpty { issue = Topic.Issue(fields, title: name) }
        thumbnail = fields?.tolerant(ImagePayload.self, "thumbnail")?.thumbnail
    }

    var reference: TopicReference {
        TopicReference(name, TopicKind.allCases.first { $0.path == kind ?? "" }.map { TopicID($0, number) })
    }

    var hero: Hero? { kind == "characters" ? Hero(id: number, name: name, thumbnail: thumbnail) : nil }

    var firstRead: Hero.FirstRead? {
        guard let id = reference.id, id.kind == .comics || id.kind == .series, !text.isEmpty else { return nil }
        var topic = Topic(id.kind, id: id.number, title: name, thumbnail: thumbnail)
        topic.issue = issue
        return Hero.FirstRead(topic, text)
    }
}
