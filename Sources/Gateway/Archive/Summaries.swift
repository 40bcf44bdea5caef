import GRDB

/// Tells the first related objects of each object, as its own JSON names them.
///
/// All objects are gone through in the order of their keys, and with them the relations to each kind, once.
struct Summaries {
    /// As many items as the live service gave at most.
    static let longest = 20

    private var strands: [Strand]

    /// For all objects, or for those whose keys meet the condition.
    init(_ db: Database, subjects condition: String?) throws {
        strands = try Kind.allCases.map { try Strand($0, condition, db) }
    }

    /// Appends the summary that belongs into a gap of an object; the keys of objects may only grow.
    ///
    /// What was recorded stands there as it was, with as many as there were then; what the archive knows beyond that
    /// follows, because others name the object.
    mutating func write(_ gap: Template.Gap, of key: Int, to bytes: inout [UInt8]) throws {
        guard let place = strands.firstIndex(where: { $0.kind == gap.kind }) else { return }
        let recorded = gap.recorded
        var items = recorded.map { Array($0.items) } ?? []
        let told = recorded?.count ?? 0
        let others = try strands[place].take(key, after: told, skippingTold: recorded != nil, to: &items)
        let available = max(recorded?.available ?? 0, told + others)
        bytes.append(contentsOf: #"{"available":\#(available),"collectionURI":""#.utf8)
        bytes.append(JSON.addressMark)
        bytes.append(contentsOf: Self.path(of: key).utf8)
        bytes.append(contentsOf: #"/\#(gap.kind.rawValue)","items":["#.utf8)
        bytes.append(contentsOf: items)
        bytes.append(contentsOf: #"],"returned":\#(max(told, min(told + others, Self.longest)))}"#.utf8)
    }

    private static func path(of key: Int) -> String {
        let owner = Kind.allCases.first { $0.code == key % 8 } ?? .characters
        return owner.path(key / 8)
    }
}

/// The relations of all objects to one kind, by the keys of the objects and then in the order of titles.
private struct Strand {
    let kind: Kind
    private let rows: RowCursor
    private var row: Row?

    init(_ kind: Kind, _ condition: String?, _ db: Database) throws {
        self.kind = kind
        let extra = kind == .stories ? "o.type" : "link.role"
        let subjects = condition.map { "AND link.subject \($0)" } ?? ""
        rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT link.subject, o.id, o.name, \(extra), link.told FROM link CROSS JOIN \(kind.rawValue) o ON o.id = link.object
                WHERE link.kind = \(kind.code) \(subjects) ORDER BY link.subject, o.titleRank
                """)
        row = try rows.next()
    }

    /// Appends items of an object behind those already there, and says how many relations it has; without those that it
    /// told itself where they are there already.
    mutating func take(_ key: Int, after told: Int, skippingTold: Bool, to bytes: inout [UInt8]) throws -> Int {
        var count = 0
        while let found = row, found[0] <= key {
            if found[0] == key, !skippingTold || !(found[4] as Bool) {
                if told + count < Summaries.longest { write(found, isFirst: bytes.isEmpty, to: &bytes) }
                count += 1
            }
            row = try rows.next()
        }
        return count
    }

    private func write(_ row: Row, isFirst: Bool, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isFirst ? #"{"resourceURI":""# : #",{"resourceURI":""#).utf8)
        bytes.append(JSON.addressMark)
        bytes.append(contentsOf: kind.path(row[1]).utf8)
        bytes.append(contentsOf: #"","name":"#.utf8)
        JSON.write(row[2] as String, to: &bytes)
        switch kind {
        case .creators: member("role", row[3], to: &bytes)
        case .stories: member("type", row[3] == "story" ? "interiorStory" : row[3], to: &bytes)
        case .characters, .comics, .events, .series: break
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func member(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #","\#(name)":"#.utf8)
        JSON.write(value, to: &bytes)
    }
}
