import Basics
import FoundationEssentials
import Heroes

/// A list that this site exported, as JSON or CSV, or one of its links to shared heroes.
struct ImportedList {
    private(set) var entries: [Entry] = []
    private(set) var invalid: [Location] = []

    struct Entry: Hashable {
        let id: Hero.ID
        let added: Date?
        let location: Location
    }

    /// The location of an entry in the list, such as "Line 3"; lines are counted as in a text editor.
    struct Location: Hashable, CustomStringConvertible {
        let unit: String
        let number: Int

        var description: String { "\(unit) \(number)" }
    }

    /// The maximum number of entries, five times the limit of favourites.
    static let limit = 5000

    /// Returns nil if the text is none of these lists, or has more entries than `limit`.
    init?(_ text: [UInt8]) {
        let text = String(decoding: text.trimmingPrefix([0xEF, 0xBB, 0xBF]), as: UTF8.self)
        let isRead = text.first == "[" ? read(json: Data(text.utf8)) : read(link: text) || read(csv: text)
        guard isRead, entries.count + invalid.count <= Self.limit else { return nil }
    }

    private mutating func add(_ id: Hero.ID?, added: Date? = nil, at location: Location) {
        if let id, id > 0 {
            entries.append(Entry(id: id, added: added, location: location))
        } else {
            invalid.append(location)
        }
    }

    /// An object of the export, or the hero's number alone, as in the form of a shared list.
    private struct JSONEntry: Decodable {
        var id: Hero.ID?
        var added: Date?

        private enum CodingKeys: CodingKey { case id, added }

        /// An entry of another form has no id, and is reported as invalid.
        init(from decoder: any Decoder) throws {
            guard let object = try? decoder.container(keyedBy: CodingKeys.self) else {
                id = try? decoder.singleValueContainer().decode(Hero.ID.self)
                return
            }
            id = try? object.decode(Hero.ID.self, forKey: .id)
            added = (try? object.decode(Double.self, forKey: .added)).map(Date.init(timeIntervalSince1970:))
        }
    }

    private mutating func read(json: Data) -> Bool {
        // Anything but a list is reported as unreadable.
        guard let list = try? JSONDecoder().decode([JSONEntry].self, from: json) else { return false }
        for (index, entry) in list.enumerated() {
            add(entry.id, added: entry.added, at: Location(unit: "Entry", number: index + 1))
        }
        return true
    }

    /// Reads `/heroes?ids=1009610,1009368` on any host.
    private mutating func read(link: String) -> Bool {
        let text = link.trimmingPrefix { $0.isWhitespace }.prefix { !$0.isWhitespace }
        // Anything but a link to shared heroes is read as CSV.
        guard let start = text.firstRange(of: "/heroes?")?.lowerBound,
            case .list(.shared(let ids, _))? = try? Route(target: String(text[start...]))
        else { return false }
        for (index, id) in ids.enumerated() { add(id, at: Location(unit: "Entry", number: index + 1)) }
        return true
    }

    /// Reads rows below a header line with the column `id`, and `added` if it is there.
    private mutating func read(csv: String) -> Bool {
        var rows = CSVRows(csv)
        guard let header = rows.next()?.cells, let id = header.firstIndex(of: "id") else { return false }
        let added = header.firstIndex(of: "added")
        for row in rows where row.cells != [""] {
            func cell(_ index: Int?) -> String? { index.flatMap { $0 < row.cells.count ? row.cells[$0] : nil } }
            add(
                cell(id).flatMap { Int($0) }, added: cell(added).flatMap(Date.init(exported:)),
                at: Location(unit: "Line", number: row.line))
        }
        return true
    }
}

extension Date {
    /// Parses a time of a CSV export: ISO 8601, also as a spreadsheet writes it back (`2026-11-28 09:30:00`), or the
    /// seconds since 1970 of exports before version 1.1.
    fileprivate init?(exported text: String) {
        if let seconds = Double(text) {
            self.init(timeIntervalSince1970: seconds)
        } else {
            let time = text.replacing(" ", with: "T")
            // Anything else is no time, and the favourite counts as new.
            guard let date = try? Date(time.hasSuffix("Z") ? time : time + "Z", strategy: .iso8601) else { return nil }
            self = date
        }
    }
}

/// The rows of a CSV file (RFC 4180), with the line ends and the separator that a spreadsheet wrote: a comma, or in
/// countries with a decimal comma a semicolon or a tab.
private struct CSVRows: Sequence, IteratorProtocol {
    private var remainder: Substring.UTF8View
    private let separator: UInt8
    private var line = 1

    init(_ text: String) {
        remainder = text[...].utf8
        separator = text.utf8.first { ",;\t\r\n".utf8.contains($0) } ?? UInt8(ascii: ",")
    }

    /// Returns the cells and the line on which they begin. A quote that is never closed extends to the end.
    mutating func next() -> (cells: [String], line: Int)? {
        guard !remainder.isEmpty else { return nil }
        let start = line
        var cells: [[UInt8]] = [[]]
        var isQuoted = false
        while let byte = remainder.popFirst() {
            let isLineEnd =
                byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && remainder.first != UInt8(ascii: "\n")
            if isLineEnd { line += 1 }
            if isLineEnd, !isQuoted { break }
            switch byte {
            case UInt8(ascii: "\"") where isQuoted && remainder.first == byte:
                remainder.removeFirst()
                cells[cells.count - 1].append(byte)
            case UInt8(ascii: "\""): isQuoted.toggle()
            case separator where !isQuoted: cells.append([])
            case UInt8(ascii: "\r"): break
            default: cells[cells.count - 1].append(byte)
            }
        }
        return (cells.map { String(decoding: $0, as: UTF8.self) }, start)
    }
}
