import GRDB

/// A relation of two characters in the catalogue.
struct CatalogueRelation: Sendable {
    /// The kinds in the wire format, in the order in which they are listed.
    static let kinds = ["family", "ally", "enemy"]

    let record: CatalogueRecord
    let hero: Int
    let other: Int
    /// The position in `kinds`.
    let kind: Int
    /// The reasons, as captions of the other one on the hero's page and of the hero on the other one's.
    let reason: String
    let back: String

    init(_ record: CatalogueRecord) throws(CatalogueError) {
        try record.allow(["hero", "other", "kind", "reason", "back"])
        self.record = record
        (hero, other) = (try record.id("hero"), try record.id("other"))
        guard hero != other else { throw record.error("\"other\" is the hero") }
        guard let kind = Self.kinds.firstIndex(of: try record.text("kind")) else {
            throw record.error("\"kind\" must be family, ally or enemy")
        }
        self.kind = kind
        reason = try record.text("reason")
        back = try record.optionalText("back") ?? reason
        for reason in [reason, back] where !(2...6).contains(reason.split(separator: " ").count) {
            throw record.error("“\(reason)” must have two to six words")
        }
    }
}

/// A comic to start with, in the catalogue: one with the character, or an issue of a series.
struct CatalogueFirstRead: Sendable {
    let record: CatalogueRecord
    let hero: Int
    let kind: Kind
    /// The id of the comic or of the series.
    let id: Int
    /// The number of the issue in a series.
    let issue: Int?
    let text: String

    init(_ record: CatalogueRecord) throws(CatalogueError) {
        try record.allow(["hero", "comic", "series", "issue", "text"])
        self.record = record
        (hero, text) = (try record.id("hero"), try record.text("text"))
        if let comic = try record.optionalID("comic") {
            (kind, id, issue) = (.comics, comic, nil)
        } else {
            (kind, id, issue) = (.series, try record.id("series"), try record.int("issue"))
        }
    }

    /// Returns the title of the comic, in which a series has only its first year.
    func title(_ work: String) -> String {
        guard let issue else { return work }
        return (work.suffix(8).hasPrefix(" - ") ? work.dropLast(8) + ")" : work) + " #\(issue)"
    }
}

extension Catalogue {
    /// Throws if a relation or a first read references an object that does not exist or does not fit, or occurs twice.
    func checkDetails() throws(CatalogueError) {
        let items = itemsByKey
        func check(_ kind: Kind, _ id: Int, _ record: CatalogueRecord) throws(CatalogueError) {
            if items[ObjectKey(kind, id)] == nil { throw record.missing(kind, id) }
        }
        var pairs: Set<[Int]> = []
        for relation in relations {
            try check(.characters, relation.hero, relation.record)
            try check(.characters, relation.other, relation.record)
            guard pairs.insert([relation.hero, relation.other].sorted() + [relation.kind]).inserted else {
                throw relation.record.error("the two have this relation already")
            }
        }
        for read in firstReads {
            try check(.characters, read.hero, read.record)
            try check(read.kind, read.id, read.record)
            let heroes = items[ObjectKey(read.kind, read.id)]?.related[.characters]
            guard read.kind == .series || heroes?.contains(read.hero) == true else {
                throw read.record.error("comic \(read.id) is without character \(read.hero)")
            }
        }
    }

    /// The anthologies among the series, and all of their comics.
    private var anthologies: [ObjectKey] {
        let series = items(.series).filter(\.isAnthology)
        let ids = Set(series.map(\.id))
        return series.map(\.key) + items(.comics).filter { !ids.isDisjoint(with: $0.related[.series] ?? []) }.map(\.key)
    }

    /// Writes the teams, the relations, each in both directions, the first reads and the anthologies.
    func writeDetails(_ db: Database) throws {
        try writeTeams(db)
        let relation = try RawStatement(db, "INSERT OR REPLACE INTO heroRelation VALUES (?, ?, ?, ?)")
        for entry in relations {
            try relation.run([entry.hero, entry.kind, entry.other, entry.reason])
            try relation.run([entry.other, entry.kind, entry.hero, entry.back])
        }
        let items = itemsByKey
        let read = try RawStatement(db, "INSERT OR REPLACE INTO firstRead VALUES (?, ?, ?, ?, ?, ?)")
        for (position, entry) in firstReads.enumerated() {
            let title = entry.title(items[ObjectKey(entry.kind, entry.id)]?.name ?? "")
            try read.run([entry.hero, position, entry.kind.code, entry.id, title, entry.text])
        }
        let anthology = try RawStatement(db, "INSERT OR REPLACE INTO anthology VALUES (?)")
        for key in anthologies { try anthology.run([key]) }
    }
}
