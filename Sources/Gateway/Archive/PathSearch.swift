import Basics
import GRDB

/// A search for the shortest path between two heroes, breadth-first from both ends.
///
/// A step leads from a character through something shared, a relation, team, comic, event or series, to another
/// character; none leads through an anthology. So the nodes of the search are characters and what they share, in turn;
/// relations have keys of their own (`ObjectKey.pairCode`). Each side has at most one node for each object of the
/// archive, and 64 bytes for each node: 13 MB if both sides reach all of 40,000 characters and 62,000 teams and works.
struct PathSearch {
    /// The least cost of a path to a node, the node before it, and the number of nodes before it.
    private struct Node {
        var cost: Int
        var previous: ObjectKey
        let level: Int
    }

    /// The nodes that the search has reached from one end, and those that it reached last.
    private struct Side {
        var nodes: [ObjectKey: Node]
        var frontier: [ObjectKey]
        var level = 0

        init(_ end: ObjectKey) { (nodes, frontier) = ([end: Node(cost: 0, previous: end, level: 0)], [end]) }

        /// Adds a node behind another one unless it has been reached on an earlier level or at less cost.
        mutating func reach(_ key: ObjectKey, from previous: ObjectKey, cost: Int) {
            if let known = nodes[key] {
                guard known.level == level, cost < known.cost else { return }
            } else {
                frontier.append(key)
            }
            nodes[key] = Node(cost: cost, previous: previous, level: level)
        }

        /// Returns the nodes from one back to the end.
        func nodes(from key: ObjectKey) -> [ObjectKey] {
            var keys = [key]
            while let node = nodes[keys[keys.count - 1]], node.level > 0 { keys.append(node.previous) }
            return keys
        }
    }

    /// The kinds of what heroes share. Those in the first two of them have met.
    static let kinds: [Kind] = [.teams, .comics, .events, .series]

    private let stepLimit: Int
    private let owned: RawStatement
    private let members: RawStatement

    private init(_ db: Database, _ kinds: [Kind], stepLimit: Int) throws {
        self.stepLimit = stepLimit
        let codes = (kinds.map(\.code) + [ObjectKey.pairCode]).map(String.init).joined(separator: ",")
        let key = ObjectKey.sql("object", code: "kind")
        owned = try RawStatement(
            db, "SELECT \(key) FROM relation WHERE subject = ? AND kind IN (\(codes)) AND \(key) NOT IN anthology")
        members = try RawStatement(
            db,
            """
            SELECT \(ObjectKey.sql("object", .characters)) FROM relation
            WHERE subject = ? AND kind = \(Kind.characters.code)
            """)
    }

    /// Returns the best path, from end to end: the keys of characters and of what they share, in turn; empty if there is
    /// none. The heroes of an event or a series need not have met, so these count only if at most six steps through
    /// relations, teams and comics do not lead to the end.
    static func nodes(from start: Int, to end: Int, _ db: Database) throws -> [ObjectKey] {
        guard start != end else { return [] }
        let close = try PathSearch(db, Array(kinds.prefix(2)), stepLimit: 6).nodes(from: start, to: end)
        guard close.isEmpty else { return close }
        return try PathSearch(db, kinds, stepLimit: 20).nodes(from: start, to: end)
    }

    /// Returns the best of the shortest paths.
    private func nodes(from start: Int, to end: Int) throws -> [ObjectKey] {
        var (here, there) = (Side(ObjectKey(.characters, start)), Side(ObjectKey(.characters, end)))
        while !here.frontier.isEmpty, !there.frontier.isEmpty, here.level + there.level < 2 * stepLimit {
            if here.frontier.count <= there.frontier.count {
                try expand(&here)
            } else {
                try expand(&there)
            }
            if let key = try bestMeeting(here, there) {
                return here.nodes(from: key).reversed() + there.nodes(from: key).dropFirst()
            }
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
            guard key.code != Kind.characters.code else {
                try owned.bind([key])
                while try owned.next() { side.reach(owned.key(0), from: key, cost: cost) }
                continue
            }
            let keys = try characters(key)
            let weight = Self.weight(key, of: keys.count)
            for character in keys { side.reach(character, from: key, cost: cost + weight) }
        }
    }

    /// Returns the characters that share something.
    private func characters(_ key: ObjectKey) throws -> [ObjectKey] {
        var keys: [ObjectKey] = []
        try members.bind([key])
        while try members.next() { keys.append(members.key(0)) }
        return keys
    }

    /// Returns the cost of a step: a relation costs less than a team, a team less than a comic, and all of a path less
    /// than one event or series. Of each kind, one with few characters costs less than one with many.
    private static func weight(_ key: ObjectKey, of count: Int) -> Int {
        switch key.code {
        case Kind.characters.code, ObjectKey.pairCode: 0
        case Kind.teams.code: 1 << 32 + count
        case Kind.comics.code: 2 << 32 + count
        default: 1 << 40 + count
        }
    }

    /// Returns the node in which the two sides meet at the least cost; nil if they do not.
    private func bestMeeting(_ here: Side, _ there: Side) throws -> ObjectKey? {
        let (few, many) = here.frontier.count < there.frontier.count ? (here, there) : (there, here)
        let meetings = few.frontier.compactMap { key in
            // A node that the other side reached earlier would have been a meeting then.
            many.nodes[key].map { (cost: $0.cost + (few.nodes[key]?.cost ?? 0), key: key) }
        }
        var best: (cost: Int, key: ObjectKey)?
        for meeting in meetings.sorted(by: { ($0.cost, $0.key) < ($1.cost, $1.key) }) {
            let least = meeting.cost + Self.weight(meeting.key, of: 0)
            if let best, least >= best.cost { continue }
            let count = meeting.key.code == Kind.characters.code ? 0 : try characters(meeting.key).count
            let cost = meeting.cost + Self.weight(meeting.key, of: count)
            if cost < best?.cost ?? .max { best = (cost, meeting.key) }
        }
        return best?.key
    }
}

extension Archive {
    /// Returns the steps of the best path between two heroes; nil if one of them is not in the archive.
    func heroPath(from start: Int, to end: Int) async throws -> ListResult? {
        try await read { db in
            for id in [start, end] where try !Self.contains(ObjectKey(.characters, id), db) { return nil }
            let nodes = try PathSearch.nodes(from: start, to: end, db)
            var result = ListResult(total: nodes.count / 2)
            for index in stride(from: 2, to: nodes.count, by: 2) {
                let (hero, shared, other) = (nodes[index - 2].id, nodes[index - 1], nodes[index].id)
                let step: JSON = [
                    "character": try Self.reference(.characters, other, db),
                    "link": try Self.link(from: hero, through: shared, to: other, db),
                ]
                result.append(step.spelling.utf8)
            }
            return result
        }
    }

    /// Returns the relation between two characters, or the reference to what they share.
    private static func link(from hero: Int, through key: ObjectKey, to other: Int, _ db: Database) throws -> JSON {
        if let kind = key.kind, let name = try object(key, db)?[kind.nameField] {
            return ["kind": .string(kind.rawValue), "resourceURI": .localURL(kind.path(key.id)), "name": name]
        }
        let statement = try db.cachedStatement(
            sql: "SELECT kind, reason FROM heroRelation WHERE hero = ? AND other = ? ORDER BY kind LIMIT 1")
        let row = try Row.fetchOne(statement, arguments: [hero, other])
        return row.map { ["kind": .string(CatalogueRelation.kinds[$0[0]]), "reason": .string($0[1])] } ?? .null
    }
}
