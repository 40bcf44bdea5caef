import GRDB

/// Tells the first related objects of an object, as its own JSON names them.
struct Summaries {
    /// As many items as the live service gave at most.
    static let longest = 20

    private let items: [Kind: Statement]
    private let count: Statement

    init(_ db: Database) throws {
        var items: [Kind: Statement] = [:]
        for kind in Kind.allCases {
            let type = kind == .stories ? "o.type" : "''"
            items[kind] = try db.makeStatement(
                sql: """
                    SELECT o.id, o.name, \(type) AS type, link.role FROM link JOIN \(kind.rawValue) o ON o.id = link.object
                    WHERE link.subject = ? AND link.kind = ? ORDER BY o.titleRank LIMIT \(Self.longest)
                    """)
        }
        self.items = items
        count = try db.makeStatement(sql: "SELECT count(*) FROM relation WHERE subject = ? AND kind = ?")
    }

    func summary(of key: Int, _ kind: Kind) throws -> JSON {
        guard let statement = items[kind] else { return .null }
        let found = try Row.fetchCursor(statement, arguments: [key, kind.code]).reduce(into: [JSON]()) {
            $0.append(Self.item($1, kind))
        }
        var available = found.count
        if found.count == Self.longest { available = try Int.fetchOne(count, arguments: [key, kind.code]) ?? 0 }
        return .object([
            JSON.Member("available", .integer(available)),
            JSON.Member("collectionURI", .local(Self.collectionPath(of: key, kind))),
            JSON.Member("items", .array(found)),
            JSON.Member("returned", .integer(found.count)),
        ])
    }

    private static func collectionPath(of key: Int, _ kind: Kind) -> String {
        let owner = Kind.allCases.first { $0.code == key % 8 } ?? .characters
        return "\(owner.path(key / 8))/\(kind.rawValue)"
    }

    private static func item(_ row: Row, _ kind: Kind) -> JSON {
        var members = [
            JSON.Member("resourceURI", .local(kind.path(row[0]))), JSON.Member("name", .string(row[1])),
        ]
        if kind == .creators { members.append(JSON.Member("role", .string(row[3]))) }
        if kind == .stories {
            members.append(JSON.Member("type", .string(row[2] == "story" ? "interiorStory" : row[2])))
        }
        return .object(members)
    }
}
