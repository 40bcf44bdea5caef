extension Unicode.Scalar {
    /// The lower-case ASCII letters of a Latin letter or ligature without its diacritics, such as "o" for “Ø”, "ae" for
    /// “Æ”, and "ss" for “ß”; nil for others.
    package var unmarked: String? {
        // Unicode's name of a letter with a diacritic is "LATIN … LETTER X WITH …", of a ligature "LATIN … LIGATURE
        // XY".
        let words = Array((properties.name ?? "").split(separator: " ").drop { $0 == "FULLWIDTH" })
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER" || words[2] == "LIGATURE" else { return nil }
        let letter = words[3...].prefix { $0 != "WITH" }.joined(separator: " ")
        if let spelling = Self.spellings[letter] { return spelling }
        return letter.utf8.count <= (words[2] == "LIGATURE" ? 3 : 2) ? letter.lowercased() : nil
    }

    /// The spellings of letters with a special name.
    private static let spellings = [
        "THORN": "th", "ETH": "d", "ENG": "n", "SHARP S": "ss", "DOTLESS I": "i", "DOTLESS J": "j", "LONG S": "s",
        "LONG S T": "st",
    ]
}
