import FoundationEssentials
import Heroes

/// A list of favourites as a visitor brings it, JSON or CSV, read entry by entry.
struct FavouriteEntries {
    private(set) var entries: [Entry] = []
    /// What could not be read, such as "line 3".
    private(set) var bad: [String] = []

    struct Entry: Hashable {
        let id: Hero.ID
        let added: Date?
        /// Where it stands in the list, for naming it.
        let place: String
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

    private mutating func add(_ id: Int?, _ added: Int?, _ place: String) {
        guard let id, id > 0 else { return bad.append(place) }
        // Times that no list of ours has are as good as none.
        let time = added.flatMap { (0...253_402_300_799).contains($0) ? Date(timeIntervalSince1970: Double($0)) : nil }
        entries.append(Entry(id: id, added: time, place: place))
    }

    private mutating func read(json: Data) -> Bool {
        // What is no list at all is told as such.
        guard let items = try? JSONDecoder().decode([Item].self, from: json) else { return false }
        for (index, item) in items.enumerated() { add(item.id, item.added, "entry \(index + 1)") }
        return true
    }

    /// One element of the list, whatever it is.
    private struct Item: Decodable {
        var id: Int?
        var added: Int?

        private enum Key: String, CodingKey { case id, added }

        init(from decoder: any Decoder) throws {
            // An element of another kind is a bad entry and not the end of the list.
            guard let values = try? decoder.container(keyedBy: Key.self) else { return }
            id = try? values.decode(Int.self, forKey: .id)
            added = try? values.decode(Int.self, forKey: .added)
        }
    }

    private mutating func read(csv: ArraySlice<UInt8>) {
        for (index, row) in CSVRows(csv).enumerated() {
            let text = row.map { String(decoding: $0, as: UTF8.self) }
            if index == 0, text.first == "id" || text.allSatisfy(\.isEmpty) { continue }
            if text.allSatisfy(\.isEmpty) { continue }
            add(Self.number(text[0]), text.count > 2 ? Self.number(text[2]) : nil, "line \(index + 1)")
        }
    }

    /// Decimal digits only.
    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}

/// The cells of each line of comma-separated values (RFC 4180); a quote that is never closed ends with the text.
struct CSVRows: Sequence {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func makeIterator() -> Iterator { Iterator(rest: bytes) }

    struct Iterator: IteratorProtocol {
        var rest: ArraySlice<UInt8>

        mutating func next() -> [[UInt8]]? {
            guard !rest.isEmpty else { return nil }
            var row: [[UInt8]] = [[]]
            var isQuoted = false
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\"") where isQuoted && rest.first == UInt8(ascii: "\""):
                    row[row.count - 1].append(byte)
                    rest.removeFirst()
                case UInt8(ascii: "\""): isQuoted.toggle()
                case UInt8(ascii: ",") where !isQuoted: row.append([])
                case UInt8(ascii: "\r") where !isQuoted && rest.first == UInt8(ascii: "\n"): continue
                case UInt8(ascii: "\n") where !isQuoted, UInt8(ascii: "\r") where !isQuoted: return row
                default: row[row.count - 1].append(byte)
                }
            }
            return row
        }
    }
}
