/// One object of the catalogue's files.
struct CatalogueItem: Sendable {
    /// One creator's part in a work.
    struct Credit: Hashable, Sendable {
        let creator: Int
        let role: String
    }

    let kind: Kind
    let record: CatalogueRecord
    let id: Int
    let name: String
    /// The fields in the wire format, except `references`.
    var fields: [String: JSON] = [:]
    /// The fields that reference one other object, if there is one.
    var references: [String: (kind: Kind, id: Int?)] = [:]
    /// The listed related objects, except creators.
    var related: [Kind: [Int]] = [:]
    private(set) var credits: [Credit] = []
    /// The description of its picture; nil if the record has none.
    private(set) var emblem: Emblem?

    var key: Int { kind.key(id) }

    /// All objects that the record references.
    var referenced: [(kind: Kind, id: Int)] {
        Kind.allCases.flatMap { kind in (related[kind] ?? []).map { (kind, $0) } }
            + credits.map { (.creators, $0.creator) }
            + references.values.compactMap { reference in reference.id.map { (reference.kind, $0) } }
    }

    init(_ record: CatalogueRecord, _ kind: Kind) throws(CatalogueError) {
        try record.allow(Self.names(kind))
        self.kind = kind
        self.record = record
        id = try record.id()
        switch kind {
        case .characters: name = try record.text("name")
        case .creators:
            var names = ["firstName": try record.text("firstName"), "lastName": try record.text("lastName")]
            for part in ["middleName", "suffix"] { names[part] = try record.optionalText(part) ?? "" }
            fields = names.mapValues(JSON.string)
            name = ["firstName", "middleName", "lastName", "suffix"].compactMap { names[$0] }.filter { !$0.isEmpty }
                .joined(separator: " ")
        case .comics, .events, .series, .stories: name = try record.text("title")
        }
        fields[kind.nameField] = .string(name)
        if kind != .stories {
            fields["thumbnail"] = kind == .creators ? .placeholder : .picture(kind, id, record.pictures)
            fields["urls"] = .details(kind, id, name: name)
        }
        guard kind != .creators else { return }
        let description = try record.optionalText("description") ?? ""
        let isNull = description.isEmpty && (kind == .comics || kind == .series)
        fields["description"] = isNull ? .null : .string(description)
        related[.characters] = try record.ids("characters")
        credits = try record.credits()
        emblem = try record.emblem()
        try readOwnFields()
        if emblem == nil, kind == .characters { fields["thumbnail"] = .placeholder }
    }

    private mutating func readOwnFields() throws(CatalogueError) {
        switch kind {
        case .characters:
            if try !record.flag("thumbnail", default: true) {
                emblem = nil
            } else if emblem == nil {
                throw record.error("\"emblem\" is missing")
            }
            try readCharacter()
        case .comics: try readComic()
        case .events: try readEvent()
        case .series: try readSeries()
        case .stories: try readStory()
        case .creators: break
        }
    }
}
