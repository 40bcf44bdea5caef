import GRDB

/// A search for the shortest way between two characters, breadth-first from both ends.
///
/// A step leads from a character through something shared, a relation, team, comic, event or series, to another
/// character. So the nodes of the search are characters and what they share, in turn, by `Kind.key(_:)`; relations have
/// keys of their own (`Connection.pairCode`). Each side has at most one node for each object of the archive, and 64
/// bytes for each node: 13 MB if both sides reach all of 40,000 characters and 62,000 teams and works.
struct Connection {
    /// The code of relations in keys and in the table `relation`, which no kind has.
    static let pairCode = 7

    /// The most steps of a way.
    private static let stepLimit = 20

    /// The least cost of a way to a node, the node before it, and the number of nodes before it.
    private struct Node {
        var cost: Int
        var previous: Int
        let level: Int
    }

    /// The nodes that the search has reached from one end, and those that it reached last.
    private struct Side {
        var nodes: [Int: Node]
        var frontier: [Int]
        var level = 0

        init(_ end: Int) { (nodes, frontier) = ([end: Node(cost: 0, previous: end, level: 0)], [end]) }

        /// Adds a node behind another one unless it has been reached on an earlier level or at less cost.
        mutating func reach(_ key: Int, from previous: Int, cost: Int) {
            if let known = nodes[key] {
                guard known.level == level, cost < known.cost else { return }
            } else {
                frontier.append(key)
            }
            nodes[key] = Node(cost: cost, previous: previous, level: level)
        }

        /// Returns the nodes from one back to the end.
        func path(_ key: Int) -> [Int] {
            var path = [key]
            while let node = nodes[path[path.count - 1]], node.level > 0 { path.append(node.previous) }
            return path
        }
    }

    private let owned: RawStatement
    private let members: RawStatement

    init(_ db: Database) throws {
        owned = try RawStatement(
            db,
            """
            SELECT object * 8 + kind FROM relation
            WHERE subject = ? AND kind IN (\(Archive.sharedKinds),\(Self.pairCode))
            """)
        members = try RawStatement(
            db, "SELECT object * 8 + kind FROM relation WHERE subject = ? AND kind = \(Kind.characters.code)")
    }

    /// Returns the best of the shortest ways, from end to end: the keys of characters and of what they share, in turn;
    /// empty if there is none.
    func path(from start: Int, to end: Int) throws -> [Int] {
        guard start != end else { return [] }
        var (here, there) = (Side(start), Side(end))
        while !here.frontier.isEmpty, !there.frontier.isEmpty, here.level + there.level < 2 * Self.stepLimit {
            if here.frontier.count <= there.frontier.count {
                try expand(&here)
            } else {
                try expand(&there)
            }
            if let key = try bestMeeting(here, there) { return here.path(key).reversed() + there.path(key).dropFirst() }
        }
        return []
    }

    /// Reaches the neighbours of all nodes that were reached last.
    private func expand(_ side: inout Side) throws {
        let last = side.frontier
        side.frontier = []
        side.level += 1
        for key in last {
            let cost = side.nodes[key]?.cost ?? 0
            guard key % 8 != Kind.characters.code else {
                try owned.bind([key])
                while try owned.next() { side.reach(owned.int(0), from: key, cost: cost) }
                continue
            }
            let keys = try characters(key)
            let weight = Self.weight(key, of: keys.count)
            for character in keys { side.reach(character, from: key, cost: cost + weight) }
        }
    }

    /// Returns the characters that share something.
    private func characters(_ key: Int) throws -> [Int] {
        var keys: [Int] = []
        try members.bind([key])
        while try members.next() { keys.append(members.int(0)) }
        return keys
    }

    /// Returns the cost of a step: a relation costs less than a team, a team less than a work, and of these one with
    /// few characters less than one with many.
    private static func weight(_ key: Int, of count: Int) -> Int {
        switch key % 8 {
        case Kind.characters.code, pairCode: 0
        case Kind.teams.code: 1 << 32 + count
        default: 2 << 32 + count
        }
    }

    /// Returns the node in which the two sides meet at the least cost; nil if they do not.
    private func bestMeeting(_ here: Side, _ there: Side) throws -> Int? {
        let (few, many) = here.frontier.count < there.frontier.count ? (here, there) : (there, here)
        let meetings = few.frontier.compactMap { key in
            // A node that the other side reached earlier would have been a meeting then.
            many.nodes[key].map { (cost: $0.cost + (few.nodes[key]?.cost ?? 0), key: key) }
        }
        var best: (cost: Int, key: Int)?
        for meeting in meetings.sorted(by: { ($0.cost, $0.key) < ($1.cost, $1.key) }) {
            let least = meeting.cost + Self.weight(meeting.key, of: 0)
            if let best, least >= best.cost { continue }
            let count = meeting.key % 8 == Kind.characters.code ? 0 : try characters(meeting.key).count
            let cost = meeting.cost + Self.weight(meeting.key, of: count)
            if cost < best?.cost ?? .max { best = (cost, meeting.key) }
        }
        return best?.key
    }
}

extension Archive {
    /// Returns the steps of the shortest way between two characters; nil if one of them is not in the archive.
    func connection(from start: Int, to end: Int) async throws -> ListResult? {
        try await read { db in
            for id in [start, end] where try !Self.contains(ListQuery.ObjectID(kind: .characters, id: id), db) {
                return nil
            }
            let path = try Connection(db).path(from: Kind.characters.key(start), to: Kind.characters.key(end))
            var result = ListResult(total: path.count / 2)
            for index in stride(from: 2, to: path.count, by: 2) {
                let link = try Self.link(from: path[index - 2] / 8, through: path[index - 1], to: path[index] / 8, db)
                let step: JSON = ["character": try Self.reference(.characters, path[index] / 8, db), "link": link]
                result.append(step.spelling.utf8)
            }
            return result
        }
    }

    /// Returns the relation between two characters, or the reference to what they share.
    private static func link(from hero: Int, through key: Int, to other: Int, _ db: Database) throws -> JSON {
        if let kind = Kind(key: key), let name = try object(key, db)?[kind.nameField] {
            return ["kind": .string(kind.rawValue), "resourceURI": .localURL(kind.path(key / 8)), "name": name]
        }
        let statement = try db.cachedStatement(
            sql: "SELECT kind, reason FROM heroRelation WHERE hero = ? AND other = ? ORDER BY kind LIMIT 1")
        let row = try Row.fetchOne(statement, arguments: [hero, other])
        return row.map { ["kind": .string(CatalogueRelation.kinds[$0[0]]), "reason": .string($0[1])] } ?? .null
    }
}
