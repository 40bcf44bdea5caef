/// The text of a template, its name and file.
struct TemplateSource: Sendable {
    /// The file's stem, by which partials and views name it.
    let name: String
    /// The file's path in error messages.
    let file: String
    let bytes: [UInt8]

    func problem(at offset: Int, _ message: String) -> TemplateError.Problem {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return TemplateError.Problem(
            file: file,
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1,
            message: message)
    }

    /// Throws at the first line that is not UTF-8.
    func checkEncoding() throws(TemplateError.Problem) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) where String(validating: line, as: UTF8.self) == nil {
            throw problem(at: line.startIndex, "not UTF-8")
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the start of the offset's line if only blanks come between.
    func blankStart(before offset: Int) -> Int? {
        let start = bytes[..<offset].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0
        return isLineStart(start) ? start : nil
    }

    /// Returns the start of the next line if only blanks come before it.
    func blankEnd(after offset: Int) -> Int? {
        guard let end = bytes[offset...].firstIndex(where: { !Self.isBlank($0) }) else { return bytes.count }
        if bytes[end] == UInt8(ascii: "\n") { return end + 1 }
        return bytes[end...].starts(with: "\r\n".utf8) ? end + 2 : nil
    }

    func isLineStart(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n") }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
