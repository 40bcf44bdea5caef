/// Text as it is compared: without case, Latin letters without their marks, as MySQL's general collation did, and ligatures
/// as their letters.
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

    /// A folded name as it is shown: blanks of any kind are one space, with none in front, and invisible characters are
    /// left out, so that a name is found and ordered as readers see it.
    static func name(_ name: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                if let last = shown.last, last != " " { shown.append(" ") }
            } else if !isUnseen(scalar) {
                shown.append(scalar)
            }
        }
        return fold(String(shown))
    }

    /// A folded text that sorts numbers by value: every run of digits is preceded by its length.
    static func natural(_ folded: String) -> String {
        var natural = ""
        var digits = ""
        for scalar in folded.unicodeScalars {
            if (0x30...0x39).contains(scalar.value) {
                if digits != "0" { digits.unicodeScalars.append(scalar) } else { digits = String(scalar) }
            } else {
                natural += run(digits)
                digits = ""
                natural.unicodeScalars.append(scalar)
            }
        }
        return natural + run(digits)
    }

    private static func run(_ digits: String) -> String {
        guard !digits.isEmpty, let length = Unicode.Scalar(0x30 + min(digits.utf8.count, 60)) else { return digits }
        return String(length) + digits
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x41...0x5A).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 0x20)
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.generalCategory == .control || properties.isDefaultIgnorableCodePoint
            || properties.isNoncharacterCodePoint
    }

    /// Unicode names a marked Latin letter "LATIN … LETTER X WITH …", and a ligature "LATIN … LIGATURE XY"; it is compared
    /// as X or XY.
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

    /// Of the letters that have a name of their own.
    private static let spellings = [
        "THORN": "th", "ETH": "d", "ENG": "n", "SHARP S": "ss", "DOTLESS I": "i", "DOTLESS J": "j", "LONG S": "s",
        "LONG S T": "st",
    ]
}
