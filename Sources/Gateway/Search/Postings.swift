import FoundationEssentials
import GRDB

/// The fields that are searched; the raw value is the number in archive files, which must not change.
enum SearchField: Int, CaseIterable {
    /// A complete name as one word, with and without the part in brackets.
    case completeName
    case name, alias, team, keyword, title, description
    /// A complete alias as one word.
    case completeAlias

    /// True for complete names; their words are in another field, too.
    var isComplete: Bool { self == .completeName || self == .completeAlias }

    /// The reason of a match in this field, and the share of a word in it of the same word in a name.
    var match: (reason: RowMatch.Reason, weight: Float) {
        switch self {
        case .completeName: (.name, 0)
        case .completeAlias: (.alias, 0)
        case .name: (.name, 1)
        case .alias: (.alias, 0.9)
        case .team: (.team, 0.7)
        case .keyword: (.keyword, 0.65)
        case .title: (.title, 0.4)
        case .description: (.description, 0.3)
        }
    }
}

/// The rows that have a word in a field, as a list in the archive: the differences of ascending numbers, seven bits a
/// byte, the lowest first.
///
/// SQLite's own full-text index takes 0.3 µs for each row, which is 100 ms for a few words that most of 40,000 heroes
/// have; these lists take 3 ns.
struct Posting {
    private var last = 0
    private(set) var bytes: [UInt8] = []

    mutating func append(_ row: Int) {
        var difference = row - last
        last = row
        while difference > 0x7F {
            bytes.append(UInt8(difference & 0x7F) | 0x80)
            difference >>= 7
        }
        bytes.append(UInt8(difference))
    }

    /// Appends the rows of a list.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, to rows: inout [Int32]) {
        var (row, difference, shift) = (Int32(0), Int32(0), Int32(0))
        for byte in bytes {
            difference |= Int32(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            row &+= difference
            rows.append(row)
            (difference, shift) = (0, 0)
        }
    }
}

struct Postings {
    private let exact: RawStatement
    private let prefixed: RawStatement

    init(_ db: Database) throws {
        exact = try RawStatement(db, "SELECT rows FROM posting WHERE field = ? AND word = ?")
        prefixed = try RawStatement(db, "SELECT rows FROM posting WHERE field = ? AND word > ? AND word < ?")
    }

    /// Returns the rows that have one of the words in the field; a row may occur twice.
    func rows(_ field: SearchField, _ words: some Sequence<String>) throws -> [Int32] {
        var rows: [Int32] = []
        for word in words {
            try exact.bind([field.rawValue, word])
            while try exact.next() { Posting.decode(exact.bytes(0), to: &rows) }
        }
        return rows
    }

    /// Returns the rows that have a longer word with this start in the field; a row may occur twice.
    func rows(_ field: SearchField, longerThan prefix: String) throws -> [Int32] {
        var rows: [Int32] = []
        try prefixed.bind([field.rawValue, prefix, prefix + "\u{10FFFF}"])
        while try prefixed.next() { Posting.decode(prefixed.bytes(0), to: &rows) }
        return rows
    }
}
