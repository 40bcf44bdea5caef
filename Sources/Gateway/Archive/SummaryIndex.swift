import Basics
import GRDB

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
