import Basics

/// The words that solicitation tails are made of, and the signs between them; anything else is prose.
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

    /// U+FFFD is what some have made of an ellipsis.
    private static let signs = [" ", "\n", "\u{A0}", ".", "…", "/", "+", "-", "–", "&", "(", ")", ",", ":", "\u{FFFD}"]
        .map { Array($0.utf8) }

    /// Whether there is nothing but small print in a text.
    static func isAll(of text: ArraySlice<UInt8>) -> Bool { rest(of: text, behind: all).isEmpty }

    /// Whether a text is one or more ratings, as in "Rated T+" or "Marvel PSR", and signs behind them.
    static func isRating(_ text: ArraySlice<UInt8>) -> Bool {
        ratings.contains { isWord($0, startOf: text) } && rest(of: text, behind: ratings).isEmpty
    }

    /// Whether a text is words of a format and grades, if any, and ratings behind them, as in "One-Shot/Rated T+".
    static func endsInRating(_ text: ArraySlice<UInt8>) -> Bool { isRating(rest(of: text, behind: details)) }

    /// Whether a text is words of a format.
    static func isFormat(_ text: ArraySlice<UInt8>) -> Bool { rest(of: text, behind: formats).isEmpty }

    /// Whether a text is one or more prices, as in "$2.99 US/$3.50 CAN" or "$2.99 (each)", and nothing else; the first
    /// may have lost its "$".
    static func isPrice(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        repeat {
            if rest.first == UInt8(ascii: "$") { rest = rest.dropFirst().drop { $0 == 0x20 } }
            let amount = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
            let parts = amount.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let isAmount = parts.count >= 2 && (1...3).contains(parts[0].count) && parts[1].count == 2
            guard isAmount, parts.dropFirst(2).allSatisfy(\.isEmpty) else { return false }
            rest = Self.rest(of: rest[amount.endIndex...], behind: priceNotes)
        } while rest.first == UInt8(ascii: "$")
        return rest.isEmpty
    }

    private static func withoutSigns(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        while let sign = signs.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(sign.count) }
        return rest
    }

    /// What is left of a text behind signs and words that are given in small letters.
    private static func rest(of text: ArraySlice<UInt8>, behind words: [[UInt8]]) -> ArraySlice<UInt8> {
        var rest = withoutSigns(text)
        while let word = words.first(where: { isWord($0, startOf: rest) }) {
            rest = withoutSigns(rest.dropFirst(word.count))
        }
        return rest
    }

    private static func isWord(_ word: [UInt8], startOf text: ArraySlice<UInt8>) -> Bool {
        guard text.prefix(word.count).lazy.map(\.lowercased).elementsEqual(word) else { return false }
        let next = text.dropFirst(word.count).first
        return next.map { !$0.isLetter && !$0.isDigit } ?? true
    }
}
