/// The rows of a CSV file (RFC 4180). The separator may also be a semicolon or a tab, as spreadsheets write it in
/// countries with a decimal comma.
struct CSVRows: Sequence, IteratorProtocol {
    private var remainder: ArraySlice<UInt8>
    private let separator: UInt8
    private var line = 1

    init(_ bytes: ArraySlice<UInt8>) {
        remainder = bytes
        separator = Self.separator(in: bytes)
    }

    /// Returns the first separator outside of quotes.
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
        /// The line on which the row begins, counted from 1.
        let line: Int
        /// True if the file ends within quotes.
        var isUnterminated = false
    }

    mutating func next() -> Row? {
        guard !remainder.isEmpty else { return nil }
        var row = Row(line: line)
        while let byte = remainder.popFirst() {
            // Old systems end lines with CR alone. A line break within quotes does not end the row.
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
        // In a cell that begins with a character other than a blank, a quote is an ordinary character.
        case UInt8(ascii: "\"") where row.cells[last].allSatisfy { " \t".utf8.contains($0) }:
            row.cells[last] = []
            row.isUnterminated = true
        case separator where !row.isUnterminated: row.cells.append([])
        case UInt8(ascii: "\r") where !row.isUnterminated: break
        default: row.cells[last].append(byte)
        }
    }
}
