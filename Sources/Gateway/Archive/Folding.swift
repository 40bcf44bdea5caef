/// The folding of texts for comparison: lowercase, Latin letters without diacritics, as in MySQL's general collation,
/// and ligatures as their letters.
enum Folding {
    static func fold(_ text: some StringProtocol) -> String {
        var folded = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                folded.unicodeScalars.append(lowercase(scalar))
            } else if scalar.properties.generalCategory != .nonspacingMark {
                folded += letters(scalar)
            }
        }
        return folded
    }

    /// Folds a name as displayed: white space is collapsed to one space and trimmed at the start, and invisible
    /// characters are removed, so a name is found and sorted as readers see it.
    static func name(_ name: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                if let last = visible.last, last != " " { visible.append(" ") }
            } else if !isInvisible(scalar) {
                visible.append(scalar)
            }
        }
        return fold(String(visible))
    }

    /// Returns a key that sorts numbers in a folded text by value: every run of digits is prefixed with its length.
    static func naturalSortKey(_ folded: String) -> String {
        var key = ""
        var digits = ""
        for scalar in folded.unicodeScalars {
            if (0x30...0x39).contains(scalar.value) {
                if digits != "0" { digits.unicodeScalars.append(scalar) } else { digits = String(scalar) }
            } else {
                key += lengthPrefixed(digits)
                digits = ""
                key.unicodeScalars.append(scalar)
            }
        }
        return key + lengthPrefixed(digits)
    }

    private static func lengthPrefixed(_ digits: String) -> String {
        guard !digits.isEmpty, let length = Unicode.Scalar(0x30 + min(digits.utf8.count, 60)) else { return digits }
        return String(length) + digits
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x41...0x5A).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 0x20)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.generalCategory == .control || properties.isDefaultIgnorableCodePoint
            || properties.isNoncharacterCodePoint
    }

    /// Returns X or XY for a Latin letter that Unicode names "LATIN … LETTER X WITH …" or "LATIN … LIGATURE XY".
    private static func letters(_ scalar: Unicode.Scalar) -> String {
        let words = Array((scalar.properties.name ?? "").split(separator: " ").drop { $0 == "FULLWIDTH" })
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER" || words[2] == "LIGATURE" else {
            return scalar.properties.lowercaseMapping
        }
        let letter = words[3...].prefix { $0 != "WITH" }.joined(separator: " ")
        if let spelling = spellings[letter] { return spelling }
        let isPlain = letter.utf8.count <= (words[2] == "LIGATURE" ? 3 : 2)
        return isPlain ? letter.lowercased() : scalar.properties.lowercaseMapping
    }

    /// The spellings of letters with special Unicode names.
    private static let spellings = [
        "THORN": "th", "ETH": "d", "ENG": "n", "SHARP S": "ss", "DOTLESS I": "i", "DOTLESS J": "j", "LONG S": "s",
        "LONG S T": "st",
    ]
}
