/// The surroundings of a possible letter, to decide between a word in capitals and a word's end with punctuation.
struct CapitalWord {
    /// The number of characters to look ahead: with the letter itself, at most as far as a repair goes back.
    private static let lookahead = 6

    /// The letters of the word so far.
    private let word: ArraySlice<Unicode.Scalar>
    /// The characters after it, in order.
    private let following: [Unicode.Scalar]

    init(preceding: [Unicode.Scalar], following reversed: ArraySlice<Unicode.Scalar>) {
        let letters = preceding.suffix(16).reversed().prefix { $0.properties.isAlphabetic }
        word = preceding.suffix(letters.count)
        following = reversed.suffix(Self.lookahead).reversed()
    }

    /// Returns true if a letter of Latin-1 or its neighbours certainly continues the word, and is not punctuation.
    func continues(with letter: Unicode.Scalar) -> Bool {
        guard !word.isEmpty else { return true }
        guard let next = following.first, letter.properties.isAlphabetic else { return false }
        let isQuote = letter == "Ó" || letter == "œ" || letter == "ē"
        guard !isQuote || !following.contains("”") else { return false }
        guard letter.properties.isUppercase else { return !next.properties.isUppercase }
        guard next.properties.isUppercase, following.dropFirst().first?.properties.isLowercase != true else {
            return false
        }
        switch letter {
        // "–" and "…" join two words in "MANHÃ–TARDE", but "K" and "LN" of "KÖLN" are no words.
        case "Ö", "Å": return !Self.hasVowel(word) || !Self.hasVowel(following.prefix { $0.properties.isAlphabetic })
        case "Ė", "Ŗ": return false
        default: return true
        }
    }

    private static func hasVowel(_ letters: some Collection<Unicode.Scalar>) -> Bool {
        letters.contains { !$0.isASCII || "AEIOUY".unicodeScalars.contains($0) }
    }
}
