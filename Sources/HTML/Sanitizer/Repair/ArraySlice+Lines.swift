import Basics

/// Lines of UTF-8 text: list entries, rules, whitespace and words.
extension ArraySlice<UInt8> {
    /// Returns true if a line starts like an entry of a plain-text list: with a bullet, a dash or a number, which has
    /// three digits only after another entry.
    func startsEntry(afterEntry: Bool) -> Bool {
        // Fast path: most lines start with a letter.
        guard let first, first.isDigit || first == 0x2A || first == 0x2D || first == 0xE2 else { return false }
        if starts(with: "•".utf8) { return true }
        let number = prefix { $0.isDigit }
        let mark = dropFirst(number.count)
        let length =
            switch mark.first {
            case UInt8(ascii: "."), UInt8(ascii: ")"): (1...(afterEntry ? 3 : 2)).contains(number.count) ? 1 : 0
            case UInt8(ascii: "-"), UInt8(ascii: "*"): number.isEmpty ? 1 : 0
            default: number.isEmpty && mark.starts(with: "–".utf8) ? 3 : 0
            }
        return length > 0 && (mark.count == length || mark[mark.startIndex + length] == 0x20)
    }

    /// Returns true if the line is only stars and dashes from an index on, and another line follows.
    func isRule(at start: Int) -> Bool {
        var index = start
        while index < endIndex {
            let blank = blankLength(at: index)
            if blank > 0, self[index] == 0x0A || self[index] == 0x0D || blank == 3 { return true }
            let length = blank > 0 ? blank : ruleLength(at: index)
            guard length > 0 else { return false }
            index += length
        }
        return false
    }

    /// True if a line's text is only stars and dashes.
    var isRule: Bool {
        var index = startIndex
        while index < endIndex {
            let length = Swift.max(blankLength(at: index), ruleLength(at: index))
            guard length > 0 else { return false }
            index += length
        }
        return !isEmpty
    }

    /// Returns the length in bytes of the star or dash at an index; 0 if there is none.
    private func ruleLength(at index: Int) -> Int {
        if self[index] == UInt8(ascii: "*") || self[index] == UInt8(ascii: "-") { return 1 }
        return self[index...].starts(with: "–".utf8) ? 3 : 0
    }

    /// Returns the length in bytes of the whitespace character at an index; 0 if there is none.
    func blankLength(at index: Int) -> Int {
        let byte = self[index]
        if byte.isMarkupSpace { return 1 }
        if byte == 0xC2, index + 1 < endIndex, self[index + 1] == 0xA0 { return 2 }
        // U+2028 and U+2029.
        if byte == 0xE2, index + 2 < endIndex, self[index + 1] == 0x80, self[index + 2] & 0xFE == 0xA8 { return 3 }
        return 0
    }

    /// Returns the index of the next whitespace from an index on.
    func endOfWord(from start: Int) -> Int {
        var index = start
        while index < endIndex {
            let byte = self[index]
            if byte <= 0x20 || byte == 0xC2 || byte == 0xE2, blankLength(at: index) > 0 { break }
            index += 1
        }
        return index
    }
}
