/// The rows of comma-separated values (RFC 4180), or of what a spreadsheet makes of them where a comma is the decimal
/// point: then semicolons are between them, or tabs.
struct CSVRows: Sequence, IteratorProtocol {
    private var remainder: ArraySlice<UInt8>
    private let separator: UInt8
    private var line = 1

    init(_ bytes: ArraySlice<UInt8>) {
        remainder = bytes
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
        /// The line on which it begins, counted from 1.
        let line: Int
        /// Whether it ends within quotes, since the text does.
        var isUnterminated = false
    }

    mutating func next() -> Row? {
        guard !remainder.isEmpty else { return nil }
        var row = Row(line: line)
        while let byte = remainder.popFirst() {
            // Lines of old computers end with CR alone; within quotes one ends, but no row.
            let endsLine =
                byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && remainder.first != UInt8(ascii: "\n")
            if endsLine { line += 1 }
            if endsLine, !row.isUnterminated { return row }
            append(byte, &row)
        }
        return row
    }

    private mutating func append(_ byte: UInt8, _ row: inout Row) {
        let last = row.cells.count - 1
        switch byte {
        case UInt8(ascii: "\"") where row.isUnterminated && remainder.first == UInt8(ascii: "\""):
            row.cells[last].append(byte)
            remainder.removeFirst()
        case UInt8(ascii: "\"") where row.isUnterminated: row.isUnterminated = false
        // Within a cell that began with something else than blanks, a quote is a letter.
        case UInt8(ascii: "\"") where row.cells[last].allSatisfy { " \t".utf8.contains($0) }:
            row.cells[last] = []
            row.isUnterminated = true
        case separator where !row.isUnterminated: row.cells.append([])
        case UInt8(ascii: "\r") where !row.isUnterminated: break
        default: row.cells[last].append(byte)
        }
    }
}
