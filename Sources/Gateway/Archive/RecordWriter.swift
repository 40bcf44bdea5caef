import Basics
import FoundationEssentials
import GRDB

/// The statements that write objects into the tables, one by one. Ranks and summaries are computed after the last.
struct RecordWriter {
    private let db: Database
    private let rows: [Kind: RawStatement]
    private let source: RawStatement
    private let facts: RawStatement
    private let insertSummaryLink: RawStatement
    private let insertLink: RawStatement
    private let clearSummaryLinks: RawStatement

    init(_ db: Database) throws {
        self.db = db
        rows = try Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                let columns = ["id"] + Columns.names(kind)
                let placeholders = columns.map { _ in "?" }.joined(separator: ",")
                let sql =
                    "INSERT OR REPLACE INTO \(kind.rawValue)(\(columns.joined(separator: ","))) VALUES (\(placeholders))"
                return (kind, try RawStatement(db, sql))
            })
        source = try RawStatement(db, "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?)")
        facts = try RawStatement(db, "INSERT OR REPLACE INTO facts(id, json) VALUES (?, ?)")
        let link = "INSERT INTO link VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        let role = "role = CASE excluded.role WHEN '' THEN role ELSE excluded.role END"
        insertSummaryLink = try RawStatement(db, "\(link) \(role), inSummary = excluded.inSummary")
        insertLink = try RawStatement(db, "\(link) role = excluded.role WHERE excluded.role NOT IN ('', role)")
        clearSummaryLinks = try RawStatement(db, "UPDATE link SET inSummary = 0 WHERE subject = ? AND inSummary = 1")
    }

    /// Inserts or replaces an object, without its relations.
    func put(_ entry: ArchiveEntry, _ template: [UInt8], _ quality: RecordQuality) throws {
        let key = ObjectKey(entry.kind, entry.id)
        try rows[entry.kind]?.run([entry.id.databaseValue] + Columns.columns(of: entry).map(\.value))
        try source.run([key, quality.isFull, quality.modified, quality.information, Data(template)])
        try putFacts(of: entry)
        // The relations in the replaced copy's summaries stay, but not in the summaries.
        try clearSummaryLinks.run([key])
    }

    /// Inserts or replaces objects with their relations.
    func add(_ entries: [ArchiveEntry]) throws {
        for entry in entries {
            try put(entry, RecordTemplate.write(entry), RecordQuality(entry))
            try link(entry, usesSummaries: true)
        }
    }

    /// Writes the facts of a character; without any, the stored ones stay.
    func putFacts(of entry: ArchiveEntry) throws {
        guard entry.kind == .characters, let json = entry.fields["facts"] else { return }
        try facts.run([entry.id, json.spelling])
    }

    /// Writes the relations of an object. `usesSummaries` is true if this copy's summaries are shown.
    func link(_ entry: ArchiveEntry, usesSummaries: Bool) throws {
        let key = ObjectKey(entry.kind, entry.id)
        for link in entry.links {
            let isInSummary = usesSummaries && link.isInSummary
            try (isInSummary ? insertSummaryLink : insertLink)
                .run([key, link.kind.code, link.id, link.role, isInSummary])
            try insertLink.run([ObjectKey(link.kind, link.id), entry.kind.code, entry.id, link.role, false])
        }
    }
}

extension RecordWriter {
    /// Writes one direction of a relation; returns false if it was known.
    func link(_ subject: ObjectKey, _ kind: Kind, _ id: Int, role: String) throws -> Bool {
        let count = db.totalChangesCount
        try insertLink.run([subject, kind.code, id, role, false])
        return db.totalChangesCount > count
    }
}

extension Archive {
    /// Adds the objects in one transaction; an object with a known id replaces the stored one. If `marvel` is true, the
    /// archive is attributed to Marvel from then on. `others` adds what is not derived from objects.
    func add(
        _ entries: [ArchiveEntry], marvel: Bool, others: (Database) throws -> Void = { _ in }
    ) throws {
        try database.write { db in
            try RecordWriter(db).add(entries)
            try others(db)
            try Self.commit(db, marvel: marvel)
        }
    }

    static func commit(_ db: Database, marvel: Bool) throws {
        try db.execute(sql: "UPDATE origin SET marvel = max(marvel, ?)", arguments: [marvel])
        try rebuildDerivedTables(db)
    }
}

/// An object to be added to the archive: its fields and its relations.
struct ArchiveEntry: Sendable {
    let kind: Kind
    let id: Int
    /// The object's fields by name, without id, resourceURI and summaries.
    let fields: [String: JSON]
    var links: [Link] = []
    /// The items of the object's recorded summaries, by kind; empty if the summaries follow from the links. Only as
    /// many are shown as the live service sent; the others count as relations.
    ///
    /// The recorded total (`available`) is dropped: it may be far larger than the number of items, and a total must
    /// match the length of its list.
    var summaries: [Kind: [JSON]] = [:]

    /// A relation to another object, valid in both directions.
    struct Link: Hashable, Sendable {
        let kind: Kind
        let id: Int
        var role = ""
        /// True if it is in a recorded summary of the object.
        var isInSummary = false
        /// The recorded item that names the other object, if any.
        var item: JSON?
    }

    var name: String { fields[kind.nameField]?.textOrNumber ?? "" }
}
