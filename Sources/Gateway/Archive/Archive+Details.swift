import Basics
import FoundationEssentials
import GRDB

extension Archive {
    /// Returns the facts that only a single character has: relations, companions and first reads, if there are any.
    static func details(of hero: Int, _ db: Database) throws -> [JSON.Member] {
        let lists = [
            ("relations", try relations(of: hero, db)), ("companions", try companions(of: hero, db)),
            ("firstReads", try firstReads(of: hero, db)),
        ]
        return lists.filter { !$1.isEmpty }.map { JSON.Member($0, .array($1)) }
    }

    private static func relations(of hero: Int, _ db: Database) throws -> [JSON] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT heroRelation.kind, reason, other FROM heroRelation JOIN characters ON id = other WHERE hero = ?
                ORDER BY heroRelation.kind, (SELECT count(*) FROM relation WHERE subject = \(ObjectKey.sql("other", .characters))
                  AND relation.kind = \(Kind.comics.code)) DESC, rank
                """)
        return try Row.fetchAll(statement, arguments: [hero]).map { row in
            [
                "kind": .string(CatalogueRelation.kinds[row[0]]), "reason": .string(row[1]),
                "character": try reference(.characters, row[2], db),
            ]
        }
    }

    private static func companions(of hero: Int, _ db: Database) throws -> [JSON] {
        let statement = try db.cachedStatement(sql: "SELECT other FROM companion WHERE hero = ? ORDER BY position")
        return try Int.fetchAll(statement, arguments: [hero]).map { try reference(.characters, $0, db) }
    }

    private static func firstReads(of hero: Int, _ db: Database) throws -> [JSON] {
        let statement = try db.cachedStatement(
            sql: "SELECT kind, object, title, text FROM firstRead WHERE hero = ? ORDER BY position")
        return try Row.fetchAll(statement, arguments: [hero]).map { row in
            let (kind, id) = (Kind(code: row[0]) ?? .comics, row[1] as Int)
            let work = try reference(kind, id, db)
            let members = [
                JSON.Member("resourceURI", work["resourceURI"] ?? .null), JSON.Member("name", .string(row[2])),
                JSON.Member("thumbnail", work["thumbnail"] ?? .null), JSON.Member("text", .string(row[3])),
            ]
            let comic = try object(ObjectKey(.comics, kind == .series ? lastComic(ofSeries: id, db) : id), db)
            // Another comic of the series has another date.
            let texts =
                comic?["textObjects"]?.elements.filter { kind != .series || $0["type"]?.text == "indicia" } ?? []
            let fields = ["series"] + (kind == .series ? [] : ["dates"])
            return .object(
                members + fields.compactMap { name in comic?[name].map { JSON.Member(name, $0) } }
                    + [JSON.Member("textObjects", .array(texts))])
        }
    }

    /// Returns the comic of a series with the highest number; 0 if the archive has none.
    private static func lastComic(ofSeries id: Int, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT object FROM relation JOIN comics ON id = object WHERE subject = ? AND kind = \(Kind.comics.code)
                ORDER BY issueNumber DESC
                """)
        return try Int.fetchOne(statement, arguments: [ObjectKey(.series, id)]) ?? 0
    }

    /// Returns the reference to an object, with its picture if it has one.
    static func reference(_ kind: Kind, _ id: Int, _ db: Database) throws -> JSON {
        let object = try object(ObjectKey(kind, id), db)
        let picture = object?["thumbnail"].map { [JSON.Member("thumbnail", $0)] } ?? []
        return .object(
            [
                JSON.Member("resourceURI", .localURL(kind.path(id))),
                JSON.Member("name", object?[kind.nameField] ?? ""),
            ] + picture)
    }

    /// Returns an object without its summaries.
    static func object(_ key: ObjectKey, _ db: Database) throws -> JSON? {
        let statement = try db.cachedStatement(sql: "SELECT template FROM source WHERE key = ?")
        return try Data.fetchOne(statement, arguments: [key])?
            .withUnsafeBytes { RecordTemplate.parse($0.bindMemory(to: UInt8.self)) }?.withLocalPaths
    }
}
