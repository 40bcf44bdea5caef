import Basics

/// Cleans source text for the parser.
enum SourceText {
    /// Returns at most `limit` bytes of valid UTF-8 without control characters other than whitespace.
    static func clean(_ bytes: some Collection<UInt8>, limit: Int) -> [UInt8] {
        var text = Array(bytes.prefix(limit))
        if bytes.count > limit {
            dropIncompleteCharacter(&text)
            dropIncompleteMarkup(&text)
        }
        if String(validating: text, as: UTF8.self) == nil { text = Array(String(decoding: text, as: UTF8.self).utf8) }
        text.removeAll(where: isControl)
        return text
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !byte.isMarkupSpace || byte == 0x7F }

    /// Removes an incomplete character at the end.
    private static func dropIncompleteCharacter(_ text: inout [UInt8]) {
        let tail = text.suffix(3)
        guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), text[lead] >= 0xC0 else { return }
        let length = text[lead] < 0xE0 ? 2 : text[lead] < 0xF0 ? 3 : 4
        if text.count - lead < length { text.removeSubrange(lead...) }
    }

    /// Removes an incomplete tag, declaration or reference at the end, which would be read as text.
    private static func dropIncompleteMarkup(_ text: inout [UInt8]) {
        let window = max(text.count - 256, 0)..<text.count
        let sign = window.last { index in
            text[index] == UInt8(ascii: "<") || text[index] == UInt8(ascii: ">") || text[index] == UInt8(ascii: "&")
        }
        guard let sign, text[sign] != UInt8(ascii: ">") else { return }
        let next = sign + 1 < text.count ? text[sign + 1] : UInt8(ascii: "/")
        let isIncomplete =
            text[sign] == UInt8(ascii: "<")
            ? next.isLetter || "/!?".utf8.contains(next)
            : text.count - sign <= 32 && text[(sign + 1)...].allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x23 }
        if isIncomplete { text.removeSubrange(sign...) }
    }
}
