import Basics
import FoundationEssentials
import GRDB
import GRDBSQLite

/// The import of another archive, of this or an earlier version. Its file is not trusted.
///
/// Archives of all versions have the tables `source` and `link`, from version 5 on also `facts`. Their other tables are
/// derived from these.
extension Importer {
    /// Imports the archive; throws `ArchiveError` if it cannot be read or is damaged.
    mutating func read(archive path: String) throws {
        do {
            try Archive.mappingErrors(of: path) {
                let database = try ArchiveFile(path: path).openReadOnly(Self.untrusted)
                defer {
                    // Nothing was written, so a failure of closing does not matter.
                    try? database.close()
                }
                try database.read { source in
                    try Self.check(source, path)
                    try readRecords(source)
                    try readLinks(source)
                }
            }
        } catch ArchiveError.notAnArchive {
            return refuse("it is an SQLite database, but not an archive; save its responses as JSON")
        } catch let error as ArchiveError {
            guard case .otherVersion = error else { throw error }
            return refuse(error.description)
        }
        if index == 0 { refuse("the archive is empty") }
    }

    private static var untrusted: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(Archive.busyTimeout))
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, 64 << 20)
        }
        return configuration
    }

    /// Throws `ArchiveError` if the database is not an archive of this or an earlier version.
    private static func check(_ db: Database, _ path: String) throws {
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard id == Archive.applicationID, version > 0 else { throw ArchiveError.notAnArchive(path: path) }
        guard version <= Archive.schemaVersion else { throw ArchiveError.otherVersion(path: path, version: version) }
        // Views and virtual tables have no root page.
        let tables = "type = 'table' AND rootpage > 0 AND name IN ('source', 'link')"
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE \(tables)") == 2 else {
            throw ArchiveError.notAnArchive(path: path)
        }
    }

    private mutating func readRecords(_ source: Database) throws {
        let facts = try source.tableExists("facts") ? RawStatement(source, "SELECT json FROM facts WHERE id = ?") : nil
        let rows = try RawStatement(
            source, "SELECT key, template, isFull, information FROM source ORDER BY key")
        var last = ObjectKey(rawValue: .min)
        while try rows.next() {
            let key = rows.key(0)
            // Pages that contain each other would never end.
            guard key > last else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            last = key
            // Teams are derived from facts.
            guard key.kind != .teams else { continue }
            guard case .object(var members)? = RecordTemplate.parse(rows.bytes(1), withSummaries: true) else {
                skip("a damaged record")
                continue
            }
            if key.kind == .characters, let json = try facts?.json(of: key.id) {
                members.append(JSON.Member("facts", json))
            }
            try put(members, isFull: rows.int(2) != 0, information: rows.int(3))
        }
    }

    private mutating func put(_ members: [JSON.Member], isFull: Bool, information: Int) throws {
        let record: ParsedRecord
        do throws(RecordError) {
            record = try ParsedRecord(members)
        } catch {
            return skip(error.description)
        }
        let quality = Self.quality(of: record.entry, isFull: isFull, information: information)
        try put(record.entry, quality, asNew: quality.isFull ? \.new : \.named)
    }

    /// Returns the quality of a stored record by the rules of this version.
    ///
    /// Up to version 2, a name with a time counted as a full record, and up to version 7, fewer formats of times were
    /// parsed.
    private static func quality(of entry: ArchiveEntry, isFull: Bool, information: Int) -> RecordQuality {
        var fields = entry.fields
        // Missing fields are stored with their default values, which are not counted in `information`.
        for case .plain(let name, _, let value) in entry.kind.fields where fields[name] == value { fields[name] = nil }
        let quality = RecordQuality(
            ArchiveEntry(kind: entry.kind, id: entry.id, fields: fields, summaries: entry.summaries))
        let hasMore = quality.isFull || information > quality.information
        return RecordQuality(isFull: isFull && hasMore, modified: quality.modified, information: information)
    }

    /// Adds the relations, of which the summaries of records contain only some.
    private mutating func readLinks(_ source: Database) throws {
        let rows = try RawStatement(
            source, "SELECT subject, kind, object, role FROM link ORDER BY subject, kind, object")
        var last = (Int.min, Int.min, Int.min)
        while try rows.next() {
            let row = (rows.int(0), rows.int(1), rows.int(2))
            guard row > last else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            last = row
            let (subject, ids) = (rows.key(0), 1...ObjectKey.largestID)
            guard let owner = subject.kind, let kind = Kind(code: row.1), owner != .teams, kind != .teams,
                ids.contains(subject.id), ids.contains(row.2)
            else { continue }
            try link(subject, kind, row.2, role: String(decoding: rows.bytes(3), as: UTF8.self))
        }
    }
}

extension RawStatement {
    /// Returns the facts of a character; nil if there are none, or if they are damaged.
    fileprivate func json(of id: Int) throws -> JSON? {
        try bind([id])
        var json: JSON?
        // A record without its facts is better than none.
        while try next() { json = try? JSONParser.parse(Array(bytes(0))) }
        return json
    }
}
