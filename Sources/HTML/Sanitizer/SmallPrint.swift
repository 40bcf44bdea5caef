import Basics

/// The publisher's small print at the end of a description, as in "32 PGS./Rated T+ …$2.99".
struct SmallPrint {
    /// The maximum number of bytes of small print.
    private static let maximumLength = 120

    private var remainder: ArraySlice<UInt8>
    private var hasPages = false
    private var hasRating = false
    private var hasPrice = false

    /// Returns the index at which the text's small print starts; nil if it has none.
    static func start(in text: [UInt8]) -> Int? {
        let tail = text.suffix(maximumLength)
        let line = tail.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? tail.startIndex
        // Most texts have neither a price nor a page count; then only a rating on the last line is left.
        let isLikely = zip(tail, tail.dropFirst()).contains { first, second in
            first == UInt8(ascii: "$") || first | 0x20 == UInt8(ascii: "p") && second | 0x20 == UInt8(ascii: "g")
        }
        return (isLikely ? tail.startIndex..<text.endIndex : line..<min(line + 1, text.endIndex)).first {
            isStart($0, of: text)
        }
    }

    /// Returns true if only small print follows an index. It begins a sentence, unless it has both pages and a rating:
    /// then credits without a full stop may come before it. A rating without a price is a line of its own.
    private static func isStart(_ index: Int, of text: [UInt8]) -> Bool {
        guard text[index].isLetter || text[index].isDigit, index == 0 || !isWord(text[index - 1]) else { return false }
        var print = SmallPrint(remainder: text[index...])
        guard print.readAll(), print.hasPages || print.hasRating else { return false }
        if print.hasPages && print.hasRating && text[index].isDigit { return true }
        let isSentence = print.hasPages || print.hasPrice
        return starts(index, of: text, after: isSentence ? "\n.!?…)\"'”’»" : "\n")
    }

    /// Returns true if the text before an index, without blanks, is empty or ends in one of the characters.
    private static func starts(_ index: Int, of text: [UInt8], after ends: String) -> Bool {
        let before = String(decoding: text[..<index].suffix(16), as: UTF8.self).unicodeScalars
        guard let last = before.last(where: { $0 != " " && $0 != "\u{A0}" }) else { return true }
        return ends.unicodeScalars.contains(last)
    }

    /// Reads terms and punctuation; returns true if nothing else remains.
    private mutating func readAll() -> Bool {
        while !remainder.isEmpty { guard readTerm() || readPunctuation() else { return false } }
        return true
    }

    private mutating func readTerm() -> Bool {
        if readPages() {
            hasPages = true
        } else if readPrice() {
            hasPrice = true
        } else if Self.ratings.contains(where: { readWord($0) }) {
            hasRating = true
        } else {
            return Self.details.contains { readWord($0) }
        }
        return true
    }

    private mutating func readPunctuation() -> Bool {
        guard let mark = Self.punctuation.first(where: { remainder.starts(with: $0) }) else { return false }
        remainder = remainder.dropFirst(mark.count)
        return true
    }

    /// Reads a page count, as in "32 PGS".
    private mutating func readPages() -> Bool {
        let digits = remainder.prefix { $0.isDigit }
        let unit = remainder[digits.endIndex...].drop { $0 == 0x20 }
        guard (1...4).contains(digits.count), unit.prefix(3).equalsIgnoringCase("pgs".utf8) else { return false }
        remainder = unit.dropFirst(3)
        return true
    }

    /// Reads a price, as in "$2.99".
    private mutating func readPrice() -> Bool {
        guard remainder.first == UInt8(ascii: "$") else { return false }
        let parts = remainder.dropFirst().drop { $0 == 0x20 }.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, (1...3).contains(parts[0].count), parts[0].allSatisfy(\.isDigit),
            parts[1].prefix(while: \.isDigit).count == 2
        else { return false }
        remainder = parts[1].dropFirst(2)
        return true
    }

    private mutating func readWord(_ word: [UInt8]) -> Bool {
        let next = remainder.dropFirst(word.count)
        guard remainder.prefix(word.count).equalsIgnoringCase(word), !(next.first.map(Self.isWord) ?? false) else {
            return false
        }
        remainder = next
        return true
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }

    private static let grades = ["a", "e", "m", "t", "mature", "max", "teen", "all ages"]
    private static let ratings =
        (grades.map { "rated " + $0 } + [
            "marvel psr", "psr", "parental advisory", "all ages", "explicit content", "mature content",
            "suggested for teens and up", "suggested for teens", "suggested for all ages",
            "suggested for mature readers",
        ]).map { Array($0.utf8) }
    private static let details =
        (grades + [
            "each", "one-shot", "ads", "no ads", "b&w", "full color", "color", "hc", "sc", "tpb", "gn", "hardcover",
            "softcover", "polybagged", "new", "and", "reprints", "reprint", "material", "us", "can",
        ]).map { Array($0.utf8) }
    private static let punctuation = " \n\u{A0}.…/+-–&(),:\u{FFFD}".unicodeScalars.map { Array($0.utf8) }
}
