import Basics

/// The words and punctuation of solicitation tails; anything else is prose.
enum SmallPrint {
    private static let grades = ["a", "e", "m", "t", "mature", "max", "teen"].map { Array($0.utf8) }
    private static let ratings =
        grades.map { "rated ".utf8 + $0 }
        + [
            "marvel psr", "psr", "parental advisory", "all ages", "rated all ages", "explicit content",
            "mature content",
            "suggested for teens and up", "suggested for teens", "suggested for all ages",
            "suggested for mature readers", "suggested for mature audiences", "for mature readers",
        ].map { Array($0.utf8) }
    private static let formats = [
        "each", "one-shot", "one shot", "all content", "ads", "no ads", "b&w", "black and white", "color", "full color",
        "full-color", "digest", "magazine", "prestige format", "hc", "sc", "tpb", "gn", "hardcover", "softcover",
        "cardstock cover", "polybagged", "saddle-stitched", "squarebound", "square bound", "new", "and", "reprint",
        "reprints", "material",
    ].map { Array($0.utf8) }
    private static let priceNotes = formats + ["us", "can"].map { Array($0.utf8) }
    private static let details = formats + grades
    private static let all = ratings + details

    /// U+FFFD replaces an ellipsis in some sources.
    private static let punctuation = [
        " ", "\n", "\u{A0}", ".", "…", "/", "+", "-", "–", "&", "(", ")", ",", ":", "\u{FFFD}",
    ]
    .map { Array($0.utf8) }

    /// Returns true if a text is only small print.
    static func isAll(of text: ArraySlice<UInt8>) -> Bool { remainder(of: text, after: all).isEmpty }

    /// Returns true if a text is one or more ratings with punctuation, as in "Rated T+" or "Marvel PSR".
    static func isRating(_ text: ArraySlice<UInt8>) -> Bool {
        ratings.contains { isWord($0, startOf: text) } && remainder(of: text, after: ratings).isEmpty
    }

    /// Returns true if a text is ratings after optional format words and grades, as in "One-Shot/Rated T+".
    static func endsInRating(_ text: ArraySlice<UInt8>) -> Bool { isRating(remainder(of: text, after: details)) }

    /// Returns true if a text is only format words.
    static func isFormat(_ text: ArraySlice<UInt8>) -> Bool { remainder(of: text, after: formats).isEmpty }

    /// Returns true if a text is only prices, as in "$2.99 US/$3.50 CAN" or "$2.99 (each)"; the first may have lost its
    /// "$".
    static func isPrice(_ text: ArraySlice<UInt8>) -> Bool {
        var remainder = text
        repeat {
            if remainder.first == UInt8(ascii: "$") { remainder = remainder.dropFirst().drop { $0 == 0x20 } }
            let amount = remainder.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
            let parts = amount.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let isAmount = parts.count >= 2 && (1...3).contains(parts[0].count) && parts[1].count == 2
            guard isAmount, parts.dropFirst(2).allSatisfy(\.isEmpty) else { return false }
            remainder = Self.remainder(of: remainder[amount.endIndex...], after: priceNotes)
        } while remainder.first == UInt8(ascii: "$")
        return remainder.isEmpty
    }

    private static func withoutLeadingPunctuation(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var remainder = text
        while let mark = punctuation.first(where: { remainder.starts(with: $0) }) {
            remainder = remainder.dropFirst(mark.count)
        }
        return remainder
    }

    /// Returns the text after leading punctuation and words, which are given in lower case.
    private static func remainder(of text: ArraySlice<UInt8>, after words: [[UInt8]]) -> ArraySlice<UInt8> {
        var remainder = withoutLeadingPunctuation(text)
        while let word = words.first(where: { isWord($0, startOf: remainder) }) {
            remainder = withoutLeadingPunctuation(remainder.dropFirst(word.count))
        }
        return remainder
    }

    private static func isWord(_ word: [UInt8], startOf text: ArraySlice<UInt8>) -> Bool {
        guard text.prefix(word.count).lazy.map(\.lowercased).elementsEqual(word) else { return false }
        let next = text.dropFirst(word.count).first
        return next.map { !$0.isLetter && !$0.isDigit } ?? true
    }
}
