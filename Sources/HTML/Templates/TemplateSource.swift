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

    /// Returns true if the range is a line without its line break.
    func isLine(_ range: Range<Int>) -> Bool {
        let isStart = range.lowerBound == 0 || bytes[range.lowerBound - 1] == UInt8(ascii: "\n")
        return isStart && range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: "\n")
    }
}

/// A Mustache tag.
struct Tag: Sendable {
    let kind: Kind
    let name: String
    /// The tag's byte range in its source, braces included.
    let range: Range<Int>

    enum Kind: Sendable {
        case variable, section, inverted, closing, partial, comment
    }

}

extension TemplateSource {
    /// Finds the first tag from an offset on; returns nil if only text follows.
    func tag(from offset: Int) throws(TemplateError.Problem) -> Tag? {
        guard let start = find("{{", from: offset) else { return nil }
        guard let end = find("}}", from: start + 2) else { throw problem(at: start, "unclosed tag") }
        let range = start..<end + 2
        guard let sigil = bytes[start + 2..<end].first else { throw problem(at: start, "tag without a name") }
        let kind: Tag.Kind
        switch sigil {
        case UInt8(ascii: "#"): kind = .section
        case UInt8(ascii: "^"): kind = .inverted
        case UInt8(ascii: "/"): kind = .closing
        case UInt8(ascii: ">"): kind = .partial
        case UInt8(ascii: "!"): return Tag(kind: .comment, name: "", range: range)
        case UInt8(ascii: "{"), UInt8(ascii: "&"):
            throw problem(at: start, "unescaped tags are not supported: only SafeHTML is written unescaped")
        case UInt8(ascii: "="): throw problem(at: start, "other delimiters are not supported")
        case UInt8(ascii: "<"), UInt8(ascii: "$"): throw problem(at: start, "parents and blocks are not supported")
        default: kind = .variable
        }
        let name = try self.name(in: (kind == .variable ? start + 2 : start + 3)..<end, tag: start, kind)
        return Tag(kind: kind, name: name, range: range)
    }

    private func name(
        in range: Range<Int>, tag: Int, _ kind: Tag.Kind
    ) throws(TemplateError.Problem) -> String {
        guard let first = range.first(where: { !bytes[$0].isMarkupSpace }),
            let last = range.last(where: { !bytes[$0].isMarkupSpace })
        else { throw problem(at: tag, "tag without a name") }
        let name = text(first..<last + 1)
        guard name.utf8.allSatisfy(Self.isNameByte) else { throw problem(at: tag, "\"\(name)\" is not a name") }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private func find(_ pair: StaticString, from offset: Int) -> Int? {
        let brace = pair.utf8Start.pointee
        return (offset..<max(offset, bytes.count - 1)).first { bytes[$0] == brace && bytes[$0 + 1] == brace }
    }
}
