import Basics

/// Bounds and cleans source text for the parser.
enum SourceText {
    /// The maximum number of attributes of a tag, because libxml2 compares each with all before it.
    private static let maximumAttributes = 100

    /// Returns at most `limit` bytes of valid UTF-8 without control characters other than white space. Text over the
    /// limit is cut between words.
    static func clean(_ bytes: some Collection<UInt8>, limit: Int) -> [UInt8] {
        var text = Array(bytes.prefix(limit))
        if bytes.count > limit {
            if let blank = text.suffix(256).lastIndex(where: \.isMarkupSpace) { text.removeSubrange(blank...) }
            while let last = text.last, last >= 0x80 {
                text.removeLast()
                if last >= 0xC0 { break }
            }
        }
        text.removeAll { $0.isControl && !$0.isMarkupSpace }
        return String(validating: text, as: UTF8.self) == nil ? Array(String(decoding: text, as: UTF8.self).utf8) : text
    }

    /// Cuts markup before the first tag with too many attributes.
    ///
    /// A tag may start at every "<" before a letter, whatever is around it. If text is scanned again and again, as in
    /// nested quotes, the markup is cut, too.
    static func boundAttributes(_ markup: inout [UInt8]) {
        var budget = 4 * markup.count
        var position = 0
        while let start = markup[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            guard position < markup.count, markup[position].isLetter else { continue }
            let tag = TagScan(markup, from: position)
            budget -= tag.end - start
            if tag.attributes > maximumAttributes || budget < 0 { return markup.removeSubrange(start...) }
        }
    }

    /// A scan of a tag that counts its attributes as libxml2 does.
    private struct TagScan {
        private(set) var attributes = 0
        private(set) var end: Int

        init(_ markup: [UInt8], from start: Int) {
            end = start
            skip(markup, while: Self.isName)
            skip(markup, while: \.isMarkupSpace)
            while end < markup.count, markup[end] != UInt8(ascii: ">"), attributes <= maximumAttributes {
                attributes += 1
                readAttribute(markup)
                skip(markup, while: \.isMarkupSpace)
            }
        }

        private mutating func readAttribute(_ markup: [UInt8]) {
            let start = end
            skip(markup, while: Self.isName)
            guard end > start else { return skip(markup) { !$0.isMarkupSpace && $0 != UInt8(ascii: ">") } }
            skip(markup, while: \.isMarkupSpace)
            guard end < markup.count, markup[end] == UInt8(ascii: "=") else { return }
            end += 1
            skip(markup, while: \.isMarkupSpace)
            guard end < markup.count else { return }
            let quote = markup[end]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return skip(markup) { !$0.isMarkupSpace && $0 != UInt8(ascii: ">") }
            }
            end += 1
            skip(markup) { $0 != quote }
            end = min(end + 1, markup.count)
        }

        private mutating func skip(_ markup: [UInt8], while condition: (UInt8) -> Bool) {
            while end < markup.count, condition(markup[end]) { end += 1 }
        }

        private static func isName(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || ":-_.".utf8.contains(byte)
        }
    }
}
