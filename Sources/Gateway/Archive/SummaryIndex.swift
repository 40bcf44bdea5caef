import Basics
import GRDB

/// The ranks of each object and its item in the summaries of others.
struct SummaryIndex {
    struct Mention {
        /// Among all objects of the kind, in the order of lists that ask for none.
        let rank: UInt32
        /// The same in the order of summaries.
        let titleRank: UInt32
        /// The range of its item in `items`.
        fileprivate let item: Range<Int>
    }

    private var mentions: [Int: Mention] = [:]
    private var items: [UInt8] = []

    /// Reads them of all objects, which have their ranks already.
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
        items.append(JSON.addressMark)
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
        mentions[kind.key(id)] = Mention(
            rank: UInt32(row.int(1)), titleRank: UInt32(row.int(2)), item: start..<items.count)
    }

    /// Nil for objects that were not recorded.
    subscript(key: Int) -> Mention? { mentions[key] }

    /// The object's item in summaries, without its closing brace.
    func item(_ mention: Mention) -> ArraySlice<UInt8> { items[mention.item] }
}
