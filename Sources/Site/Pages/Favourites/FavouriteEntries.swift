import FoundationEssentials
import Heroes

/// A list of favourites as a visitor brings it, JSON or CSV, read entry by entry.
struct FavouriteEntries {
    private(set) var entries: [Entry] = []
    /// What could not be read.
    private(set) var bad: [Place] = []

    struct Entry: Hashable {
        let id: Hero.ID
        let added: Date?
        let place: Place
    }

    /// Where an entry stands in the list, such as "line 3".
    struct Place: Hashable, CustomStringConvertible {
        let unit: String
        /// Counted from 1; of lines as an editor counts them.
        let number: Int

        var description: String { "\(unit) \(number)" }
    }

    /// Nil where the text is neither JSON nor CSV.
    init?(_ text: [UInt8]) {
        let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text[3...] : text[...]
        let first = bytes.first { !" \t\r\n".utf8.contains($0) }
        switch first {
        case nil: return nil
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            guard read(json: Data(bytes)) else { return nil }
        default: read(csv: bytes)
        }
    }

    private mutating func add(_ id: Int?, _ added: Int?, _ place: Place) {
        guard let id, id > 0 else { return bad.append(place) }
        // Times that no list of ours has are as good as none.
        let time = added.flatMap { (0...253_402_300_799).contains($0) ? Date(timeIntervalSince1970: Double($0)) : nil }
        entries.append(Entry(id: id, added: time, place: place))
    }

    private mutating func read(json: Data) -> Bool {
        // What is no list at all is told as such.
        guard let items = try? JSONDecoder().decode(Items.self, from: json).items else { return false }
        for (index, item) in items.enumerated() { add(item.id, item.added, Place(unit: "entry", number: index + 1)) }
        return true
    }

    /// The elements of a list.
    private struct Items: Decodable {
        let items: [Item]

        /// Five times as many as a visitor can keep. Of tens of thousands that are nothing, as a form has room for, each
        /// would take as long as a good one.
        private static let most = 5000

        /// Throws for more.
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            var items: [Item] = []
            while !list.isAtEnd {
                guard items.count < Self.most else {
                    throw DecodingError.dataCorruptedError(in: list, debugDescription: "too many elements")
                }
                items.append(try list.decode(Item.self))
            }
            self.items = items
        }
    }

    /// One element of the list, whatever it is.
    private struct Item: Decodable {
        var id: Int?
        var added: Int?

        private enum Key: String, CodingKey { case id, added }

        init(from decoder: any Decoder) throws {
            // An element of another kind is a bad entry and not the end of the list.
            guard let values = try? decoder.container(keyedBy: Key.self) else { return }
            // What is missing throws nothing then, which costs most.
            id = try? values.decodeIfPresent(Int.self, forKey: .id)
            added = try? values.decodeIfPresent(Int.self, forKey: .added)
        }
    }

    private mutating func read(csv: ArraySlice<UInt8>) {
        for (index, row) in CSVRows(csv).enumerated() {
            let text = row.cells.map { String(decoding: $0, as: UTF8.self) }
            if index == 0, text.first == "id" || text.allSatisfy(\.isEmpty) { continue }
            if text.allSatisfy(\.isEmpty) { continue }
            // Its last cell holds what may be other entries.
            let id = row.isOpen ? nil : Self.number(text[0])
            add(id, text.count > 2 ? Self.number(text[2]) : nil, Place(unit: "line", number: row.line))
        }
    }

    /// Decimal digits only.
    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}

/// The rows of comma-separated values (RFC 4180), or of what a spreadsheet makes of them where a comma is the decimal
/// point: then semicolons are between them, or tabs.
struct CSVRows: Sequence {
    private let bytes: ArraySlice<UInt8>
    private let separator: UInt8

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        separator = Self.separator(in: bytes)
    }

    /// The first that is not within quotes.
    private static func separator(in bytes: ArraySlice<UInt8>) -> UInt8 {
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, ",;\t".utf8.contains(byte) { return byte }
        }
        return UInt8(ascii: ",")
    }

    struct Row {
        var cells: [[UInt8]] = [[]]
        /// Where it begins, counted from 1.
        let line: Int
        /// Whether it ends within quotes, since the text does.
        var isOpen = false
    }

    func makeIterator() -> Iterator { Iterator(rest: bytes, separator: separator) }

    struct Iterator: IteratorProtocol {
        var rest: ArraySlice<UInt8>
        let separator: UInt8
        private var line = 1

        init(rest: ArraySlice<UInt8>, separator: UInt8) { (self.rest, self.separator) = (rest, separator) }

        mutating func next() -> Row? {
            guard !rest.isEmpty else { return nil }
            var row = Row(line: line)
            while let byte = rest.popFirst() {
                // Lines of old computers end with CR alone; within quotes one ends, but no row.
                let endsLine =
                    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && rest.first != UInt8(ascii: "\n")
                if endsLine { line += 1 }
                if endsLine, !row.isOpen { return row }
                take(byte, &row)
            }
            return row
        }

        private mutating func take(_ byte: UInt8, _ row: inout Row) {
            let last = row.cells.count - 1
            switch byte {
            case UInt8(ascii: "\"") where row.isOpen && rest.first == UInt8(ascii: "\""):
                row.cells[last].append(byte)
                rest.removeFirst()
            // Within a cell that began without one, a quote is a letter.
            case UInt8(ascii: "\"") where row.isOpen || row.cells[last].isEmpty: row.isOpen.toggle()
            case separator where !row.isOpen: row.cells.append([])
            case UInt8(ascii: "\r") where !row.isOpen: break
            default: row.cells[last].append(byte)
            }
        }
    }
}
