import Basics
import GRDB

/// The writer of summaries: the first related objects of each object in its JSON.
///
/// It makes one pass over all relations, in the order of their subjects' keys.
struct SummaryWriter {
    /// The live service's limit on items.
    static let itemLimit = 20

    private struct Relation {
        /// The item without the closing brace.
        let item: [UInt8]
        let isInSummary: Bool
        let role: String
    }

    private let links: RawStatement
    private var hasLink: Bool
    /// The key of the object that `relations` belongs to.
    private var subject: Int?
    /// The relations of the current object, by the code of their kind.
    private var relations = [[Relation]](repeating: [], count: 8)

    /// Reads the relations of all objects, which must have ranks. Items are sorted by title.
    init(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TEMP TABLE item(key INTEGER PRIMARY KEY, titleRank INTEGER, rank INTEGER, json TEXT)")
        for kind in Kind.allCases {
            let type = "CASE type WHEN 'story' THEN 'interiorStory' ELSE type END"
            try db.execute(
                sql: """
                    INSERT INTO item SELECT id * 8 + \(kind.code), \(kind == .comics ? "titleRank" : "rank"), rank,
                      '{"resourceURI":"' || char(\(JSON.baseURLMark)) || '\(kind.path)/' || id || '","name":' || json_quote(name)
                      \(kind == .stories ? #"|| ',"type":' || json_quote(\#(type))"# : "") FROM \(kind.rawValue)
                    """)
        }
        links = try RawStatement(
            db,
            """
            SELECT subject, kind, json, role, inSummary FROM link JOIN item ON key = object * 8 + kind
            ORDER BY subject, kind, titleRank, rank
            """)
        hasLink = try links.next()
    }

    /// Appends an object's summary of a kind. Must be called in ascending order of keys.
    ///
    /// The recorded items come first, unchanged, then the relations known from other objects. `available` is the length
    /// of the list of these objects, not the recorded number.
    mutating func write(
        _ kind: Kind, _ recorded: RecordTemplate.RecordedSummary?, of key: Int, to bytes: inout [UInt8]
    ) throws {
        if subject != key { try read(key) }
        let recordedCount = recorded?.count ?? 0
        let known = relations[kind.code]
        let unrecorded = known.filter { recorded == nil || !$0.isInSummary }
        bytes.append(contentsOf: #"{"available":"#.utf8)
        bytes.append(contentsOf: String(known.count).utf8)
        bytes.append(contentsOf: #","collectionURI":""#.utf8)
        bytes.append(JSON.baseURLMark)
        let owner = Kind(key: key) ?? .characters
        bytes.append(contentsOf: "\(owner.path(key / 8))/\(kind.rawValue)".utf8)
        bytes.append(contentsOf: #"","items":["#.utf8)
        if let recorded { bytes.append(contentsOf: recorded.items) }
        write(unrecorded, to: &bytes, after: recordedCount, withRoles: kind == .creators)
        bytes.append(contentsOf: #"],"returned":"#.utf8)
        bytes.append(contentsOf: String(min(recordedCount + unrecorded.count, Self.itemLimit)).utf8)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends items after `count` items already written.
    private func write(_ relations: [Relation], to bytes: inout [UInt8], after count: Int, withRoles: Bool) {
        var isFirst = count == 0
        for relation in relations.prefix(max(0, Self.itemLimit - count)) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(contentsOf: relation.item)
            if withRoles {
                bytes.append(contentsOf: #","role":"#.utf8)
                JSONText.append(relation.role, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Reads the relations of an object to objects in the archive.
    private mutating func read(_ key: Int) throws {
        subject = key
        for code in relations.indices { relations[code].removeAll(keepingCapacity: true) }
        while hasLink, links.int(0) <= key {
            let kind = links.int(1)
            if links.int(0) == key, relations.indices.contains(kind) {
                let role = String(decoding: links.bytes(3), as: UTF8.self)
                relations[kind].append(
                    Relation(item: Array(links.bytes(2)), isInSummary: links.int(4) != 0, role: role))
            }
            hasLink = try links.next()
        }
    }
}
