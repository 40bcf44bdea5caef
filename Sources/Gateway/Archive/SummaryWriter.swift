import Basics
import GRDB

/// The writer of summaries: the first related objects of each object in its JSON.
///
/// It makes one pass over all relations, in the order of their subjects' keys.
struct SummaryWriter {
    static let itemLimit = 20

    private let links: RawStatement
    private var hasLink: Bool
    /// The key of the object that `relations` belongs to.
    private var subject: ObjectKey?
    /// The relations of the current object as items, by the code of their kind.
    private var relations = [[(item: [UInt8], isInSummary: Bool)]](repeating: [], count: 8)

    /// Reads the relations of all objects, which must have ranks. Items are sorted by title.
    init(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TEMP TABLE item(key INTEGER PRIMARY KEY, titleRank INTEGER, rank INTEGER, json TEXT)")
        for kind in Kind.allCases {
            let type = "CASE type WHEN 'story' THEN 'interiorStory' ELSE type END"
            try db.execute(
                sql: """
                    INSERT INTO item SELECT \(ObjectKey.sql("id", kind)), \(kind == .comics ? "titleRank" : "rank"), rank,
                      '{"resourceURI":"' || char(\(JSON.baseURLMark)) || '\(kind.path)/' || id || '","name":' || json_quote(name)
                      \(kind == .stories ? #"|| ',"type":' || json_quote(\#(type))"# : "") FROM \(kind.rawValue)
                    """)
        }
        links = try RawStatement(
            db,
            """
            SELECT subject, kind,
              json || iif(kind = \(Kind.creators.code) OR role <> '' AND \(ObjectKey.codeSQL("subject")) = \(Kind.teams.code),
                ',"role":' || json_quote(role) || '}', '}'), inSummary
            FROM link JOIN item ON key = \(ObjectKey.sql("object", code: "kind")) ORDER BY subject, kind, titleRank, rank
            """)
        hasLink = try links.next()
    }

    /// Appends an object's summary of a kind. Must be called in ascending order of keys.
    ///
    /// The recorded items come first, unchanged, then the relations known from other objects. `available` is the length
    /// of the list of these objects, not the recorded number.
    mutating func write(
        _ kind: Kind, _ recorded: RecordTemplate.RecordedSummary?, of key: ObjectKey, to bytes: inout [UInt8]
    ) throws {
        if subject != key { try read(key) }
        let recordedCount = recorded?.count ?? 0
        let known = relations[kind.code]
        let unrecorded = known.filter { recorded == nil || !$0.isInSummary }
        bytes.append(contentsOf: #"{"available":"#.utf8)
        bytes.append(contentsOf: String(known.count).utf8)
        bytes.append(contentsOf: #","collectionURI":""#.utf8)
        bytes.append(JSON.baseURLMark)
        let owner = key.kind ?? .characters
        bytes.append(contentsOf: "\(owner.path(key.id))/\(kind.rawValue)".utf8)
        bytes.append(contentsOf: #"","items":["#.utf8)
        if let recorded { bytes.append(contentsOf: recorded.items) }
        let others = unrecorded.prefix(max(0, Self.itemLimit - recordedCount))
        if recordedCount > 0, !others.isEmpty { bytes.append(UInt8(ascii: ",")) }
        JSON.write(others, to: &bytes) { $1.append(contentsOf: $0.item) }
        bytes.append(contentsOf: #"],"returned":"#.utf8)
        bytes.append(contentsOf: String(recordedCount + others.count).utf8)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Reads the relations of an object to objects in the archive.
    private mutating func read(_ key: ObjectKey) throws {
        subject = key
        for code in relations.indices { relations[code].removeAll(keepingCapacity: true) }
        while hasLink, links.key(0) <= key {
            let kind = links.int(1)
            if links.key(0) == key, relations.indices.contains(kind) {
                relations[kind].append((Array(links.bytes(2)), links.int(3) != 0))
            }
            hasLink = try links.next()
        }
    }
}
