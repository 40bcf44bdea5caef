import Basics
import Pictures

struct CatalogueItem: Sendable {
    typealias Credit = (creator: Int, role: String)

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
    /// The roles of the characters in a work; empty if the record names none.
    private(set) var roles: [Int: HeroRole] = [:]
    /// The comics of an event's own series, in the order in which they are read.
    private(set) var core: [Int] = []
    /// The two sides of an event, with their heroes.
    private(set) var sides: [(label: String, heroes: [Int])] = []
    private(set) var teams: [Facts.Membership] = []
    /// The title of a character's first comic.
    private(set) var firstAppearance: String?
    /// The heroes on the picture of a work, at most five; the first three of its characters, unless the record names them.
    private(set) var cover: [Int] = []
    /// The description of its picture, of a work without its heroes; nil if the record has none.
    private(set) var emblem: Emblem?
    /// The name and the first year of a series in comic libraries, such as "The Avengers (1963)", if its title has
    /// others.
    private(set) var indicia: String?
    /// Texts of a comic by their types, in place of fields that Marvel's API did not have: `indicia` as of a series,
    /// and the month of its sale or on its cover if that is all that is known.
    private(set) var texts: [(type: String, text: String)] = []
    /// True for a series in which heroes stand side by side without meeting: its comics lead to no other hero.
    private(set) var isAnthology = false

    var key: ObjectKey { ObjectKey(kind, id) }

    var referenced: [(kind: Kind, id: Int)] {
        Kind.allCases.flatMap { kind in (related[kind] ?? []).map { (kind, $0) } }
            + credits.map { (.creators, $0.creator) }
            + references.values.compactMap { reference in reference.id.map { (reference.kind, $0) } }
    }

    init(_ record: CatalogueRecord, _ kind: Kind) throws(CatalogueError) {
        try record.allow(Self.names(kind))
        self.kind = kind
        self.record = record
        id = try record.id("id")
        name = kind == .creators ? try Self.readName(of: record, to: &fields) : try record.text(kind.nameField)
        fields[kind.nameField] = .string(name)
        if kind != .stories {
            if kind != .creators { fields["thumbnail"] = .picture(kind, id, record.pictures) }
            fields["urls"] = .details(kind, id, name: name)
        }
        guard kind != .creators else { return }
        let description = try record.optionalText("description") ?? ""
        let isNull = description.isEmpty && (kind == .comics || kind == .series)
        fields["description"] = isNull ? .null : .string(description)
        let characters = try record.ids("characters")
        related[.characters] = characters
        if kind != .characters { roles = try record.roles(of: characters) }
        credits = try record.credits()
        cover = Array(characters.prefix(3))
        if kind != .events { emblem = try record.emblem(kind) }
        switch kind {
        case .characters: try readCharacter()
        case .comics: try readComic()
        case .events: try readEvent()
        case .series: try readSeries()
        case .stories: try readStory()
        case .creators, .teams: break
        }
    }
}

extension CatalogueItem {
    private static let codes = ["upc", "isbn", "diamondCode"]

    /// Returns the names of the fields allowed in a record of the kind.
    static func names(_ kind: Kind) -> [String] {
        let work = ["id", "title", "description", "characters", "main", "guests", "creators"]
        return switch kind {
        case .characters:
            [
                "id", "name", "description", "emblem", "modified", "thumbnail", "wiki", "realName", "aliases", "teams",
                "firstAppearance", "side", "gender", "keywords", "icon",
            ]
        case .comics:
            work + codes + [
                "issueNumber", "series", "onsale", "coverDate", "pageCount", "format", "price", "events", "emblem",
                "indicia",
            ]
        case .teams: []
        case .creators: ["id", "firstName", "middleName", "lastName", "suffix"]
        case .events: work + ["start", "end", "series", "comics", "core", "next", "previous", "cover", "sides"]
        case .series:
            work + ["startYear", "endYear", "rating", "type", "emblem", "next", "previous", "indicia", "anthology"]
        case .stories: work + ["type", "comic"]
        }
    }

    /// Reads the parts of a creator's name; returns the full name.
    private static func readName(
        of record: CatalogueRecord, to fields: inout [String: JSON]
    ) throws(CatalogueError) -> String {
        let parts = [
            ("firstName", try record.text("firstName")), ("middleName", try record.optionalText("middleName") ?? ""),
            ("lastName", try record.text("lastName")), ("suffix", try record.optionalText("suffix") ?? ""),
        ]
        for (field, part) in parts { fields[field] = .string(part) }
        return parts.map(\.1).filter { !$0.isEmpty }.joined(separator: " ")
    }

    mutating func readCharacter() throws(CatalogueError) {
        if try !record.flag("thumbnail", default: true) {
            (emblem, fields["thumbnail"]) = (nil, .placeholder)
        } else if emblem == nil {
            throw record.error("\"emblem\" is missing")
        }
        fields["modified"] = try record.modified().map(JSON.string)
        fields["urls"] = .characterLinks(id, name: name, wiki: try record.optionalText("wiki"))
        let facts = try record.facts()
        (teams, firstAppearance) = (facts.teams, facts.firstAppearance)
        fields["facts"] = facts.json(isStored: true)
    }

    mutating func readComic() throws(CatalogueError) {
        let format = try record.optionalText("format") ?? "Comic"
        guard ComicFormat.all.contains(format.lowercased()) else { throw record.error("\"format\" is unknown") }
        fields["format"] = .string(format)
        fields["issueNumber"] = .decimal(try record.number("issueNumber"))
        fields["pageCount"] = .integer(try record.optionalInt("pageCount") ?? 0)
        fields["images"] = .array([.picture(.comics, id, record.pictures)])
        for name in Self.codes { fields[name] = try record.optionalText(name).map(JSON.string) }
        let price = JSON.decimal(try record.optionalNumber("price") ?? 0)
        fields["prices"] = .array([["type": "printPrice", "price": price]])
        try readDate()
        let series = try record.id("series")
        references["series"] = (.series, series)
        related[.series] = [series]
        related[.events] = try record.ids("events")
        if let indicia = try record.indicia() { texts.append(("indicia", indicia)) }
    }

    /// Reads the date on sale, or the month of which the day is unknown, which the comic has as a text, too.
    private mutating func readDate() throws(CatalogueError) {
        let (onSale, cover) = (try record.date("onsale"), try record.date("coverDate"))
        guard onSale == nil || cover == nil, cover?.hasDay != true else {
            throw record.error("\"coverDate\" is a month, in place of \"onsale\"")
        }
        // Clients use the first date without a test, so an unknown one is the live service's value for it.
        let time = (onSale ?? cover)?.time ?? "-0001-11-30T00:00:00-0500"
        fields["dates"] = .array([["type": "onsaleDate", "date": .string(time)]])
        if let month = cover ?? onSale, !month.hasDay {
            texts.append((cover == nil ? "onsale_month" : "cover_month", String(month.day.dropLast(3))))
        }
    }

    mutating func readEvent() throws(CatalogueError) {
        for name in ["start", "end"] {
            fields[name] = try record.date(name).map { .string("\($0.day) 00:00:00") } ?? .null
        }
        core = try record.ids("core")
        related[.series] = try record.ids("series")
        related[.comics] = (core + (try record.ids("comics"))).unique(by: \.self)
        try readCover()
        try readSides()
        try readNeighbours()
    }

    private mutating func readSides() throws(CatalogueError) {
        sides = try record.list("sides", "two of {\"label\", \"heroes\"}") { side -> (label: String, heroes: [Int])? in
            guard let label = Facts.text(side["label"]), let heroes = side["heroes"]?.elements else { return nil }
            let ids = heroes.compactMap(CatalogueRecord.objectID)
            return ids.count == heroes.count && !ids.isEmpty ? (label, ids) : nil
        }
        let heroes = sides.flatMap(\.heroes)
        guard [0, 2].contains(sides.count), Set(heroes).count == heroes.count,
            heroes.allSatisfy({ related[.characters]?.contains($0) == true })
        else { throw record.error("\"sides\" must be two, of different characters of the event") }
    }

    /// Reads the heroes on the cover: one large, two as opponents, or a group.
    private mutating func readCover() throws(CatalogueError) {
        let heroes = try record.ids("cover")
        guard heroes.count <= 5, heroes.allSatisfy({ related[.characters]?.contains($0) == true }) else {
            throw record.error("\"cover\" must be up to five of the event's characters")
        }
        if !heroes.isEmpty { cover = heroes }
    }

    mutating func readSeries() throws(CatalogueError) {
        let (start, end) = (try record.int("startYear"), try record.int("endYear"))
        guard start <= end else { throw record.error("\"endYear\" is before \"startYear\"") }
        fields["startYear"] = .integer(start)
        fields["endYear"] = .integer(end)
        for name in ["rating", "type"] { fields[name] = .string(try record.optionalText(name) ?? "") }
        indicia = try record.indicia()
        isAnthology = try record.flag("anthology", default: false)
        try readNeighbours()
    }

    private mutating func readNeighbours() throws(CatalogueError) {
        for name in ["next", "previous"] { references[name] = (kind, try record.optionalID(name)) }
    }

    mutating func readStory() throws(CatalogueError) {
        let type = try record.text("type")
        guard type == "cover" || type == "story" else { throw record.error("\"type\" must be cover or story") }
        fields["type"] = .string(type)
        let comic = try record.id("comic")
        references["originalIssue"] = (.comics, comic)
        related[.comics] = [comic]
    }
}

struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    let file: String
    /// The location in the file, such as "record 3 (id 1009610)" or "line 5"; nil for an error of the file itself.
    let location: String?
    let reason: String

    var description: String {
        location.map { "\(file): \($0): \(reason)" } ?? "\(file): \(reason)"
    }
}
