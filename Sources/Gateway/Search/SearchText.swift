/// A text as words, folded, of letters and digits only.
enum SearchText {
    /// Returns the words. Apostrophes and full stops are no separators: T’Challa, S.H.I.E.L.D.
    static func words(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in Folding.fold(text).unicodeScalars {
            if isLetter(scalar) {
                word.append(scalar)
            } else if !isIgnored(scalar), !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }

    /// Returns the words without "the", unless there is no other.
    static func withoutArticles(_ words: [String]) -> [String] {
        let others = words.filter { $0 != "the" }
        return others.isEmpty ? words : others
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": true
        case ..<"\u{80}", "\u{2BC}": false
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", ".", "`", "\u{2BC}", "\u{2018}", "\u{2019}": true
        case ..<"\u{80}": false
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
