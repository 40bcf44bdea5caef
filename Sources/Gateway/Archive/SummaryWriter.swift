import Basics
import GRDB

/// The writer of summaries: the first related objects of each object in its JSON.
///
/// It makes one pass over all relations, in the order of their subjects' keys.
struct SummaryWriter {
    /// The live service's limit on items.
    static let itemLimit = 20

    private struct Relation {
        let target: SummaryIndex.Object
        let isInSummary: Bool
        let role: String
    }

    private let index: SummaryIndex
    private let links: RawStatement
    private var hasLink: Bool
    /// The key of the object that `relations` belongs to.
    private var subject: Int?
    /// The relations of the current object, by the code of their kind.
    private var relations = [[Relation]](repeating: [], count: 8)

    /// Reads the relations of all objects, which must have ranks.
    init(_ db: Database) throws {
        index = try SummaryIndex(db)
        links = try RawStatement(
            db, "SELECT subject, kind, object, role, inSummary FROM link ORDER BY subject, kind, object")
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

    /// Appends items sorted by title, after `count` items already written.
    private func write(_ relations: [Relation], to bytes: inout [UInt8], after count: Int, withRoles: Bool) {
        let sorted = relations.sorted {
            ($0.target.titleRank, $0.target.rank) < ($1.target.titleRank, $1.target.rank)
        }
        var isFirst = count == 0
        for relation in sorted.prefix(max(0, Self.itemLimit - count)) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(contentsOf: index.item(relation.target))
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
            if links.int(0) == key, relations.indices.contains(kind), let target = index[kind + links.int(2) * 8] {
                let role = String(decoding: links.bytes(3), as: UTF8.self)
                relations[kind].append(Relation(target: target, isInSummary: links.int(4) != 0, role: role))
            }
            hasLink = try links.next()
        }
    }
}

/// The ranks and the summary item of each object.
struct SummaryIndex {
    struct Object {
        /// The position among all objects of the kind, in the default order.
        let rank: UInt32
        /// The position in the order of summaries.
        let titleRank: UInt32
        /// The range of the item in `items`.
        fileprivate let item: Range<Int>
    }

    private var objects: [Int: Object] = [:]
    private var items: [UInt8] = []

    /// Reads all objects, which must have ranks.
    init(_ db: Database) throws {
        for kind in Kind.allCases {
            let type = kind == .stories ? ", type" : ""
            let title = kind == .comics ? "titleRank" : "rank"
            let rows = try RawStatement(db, "SELECT id, rank, \(title), name\(type) FROM \(kind.rawValue)")
            while try rows.next() { add(rows, kind) }
        }
    }

    private mutating func add(_ row: RawStatement, _ kind: Kind) {
        let id = row.int(0)
        let start = items.count
        items.append(contentsOf: #"{"resourceURI":""#.utf8)
        items.append(JSON.baseURLMark)
        items.append(contentsOf: kind.path(id).utf8)
        items.append(contentsOf: #"","name":"#.utf8)
        JSONText.append(row.bytes(3), to: &items)
        if kind == .stories {
            items.append(contentsOf: #","type":"#.utf8)
            let type = row.bytes(4)
            if type.elementsEqual("story".utf8) {
                JSONText.append("interiorStory", to: &items)
            } else {
                JSONText.append(type, to: &items)
            }
        }
        objects[kind.key(id)] = Object(
            rank: UInt32(row.int(1)), titleRank: UInt32(row.int(2)), item: start..<items.count)
    }

    /// Returns the object with the key; nil if the archive does not contain it.
    subscript(key: Int) -> Object? { objects[key] }

    /// Returns the object's summary item, without the closing brace.
    func item(_ object: Object) -> ArraySlice<UInt8> { items[object.item] }
}
