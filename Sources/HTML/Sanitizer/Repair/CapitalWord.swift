/// What stands around a letter that may be one of a word in capitals, or a word's last and punctuation behind it.
struct CapitalWord {
    /// How far is looked ahead: with the letter itself, no farther than a repair goes back.
    private static let sight = 6

    /// The letters of the word so far.
    private let start: ArraySlice<Unicode.Scalar>
    /// The characters behind, in their order.
    private let end: [Unicode.Scalar]

    init(before settled: [Unicode.Scalar], behind reversed: ArraySlice<Unicode.Scalar>) {
        let letters = settled.suffix(16).reversed().prefix { $0.properties.isAlphabetic }
        start = settled.suffix(letters.count)
        end = reversed.suffix(Self.sight).reversed()
    }

    /// Whether a letter of Latin-1 or its neighbours goes on with the word, and is no punctuation for certain.
    func goesOn(with letter: Unicode.Scalar) -> Bool {
        guard !start.isEmpty else { return true }
        guard let next = end.first, letter.properties.isAlphabetic else { return false }
        let isQuote = letter == "Ó" || letter == "œ" || letter == "ē"
        guard !isQuote || !end.contains("”") else { return false }
        guard letter.properties.isUppercase else { return !next.properties.isUppercase }
        guard next.properties.isUppercase, end.dropFirst().first?.properties.isLowercase != true else { return false }
        switch letter {
        // Before an en dash or an ellipsis, the two parts of "KÖLN" are no words as those of "MANHÃ–TARDE" are.
        case "Ö", "Å": return !Self.hasVowel(start) || !Self.hasVowel(end.prefix { $0.properties.isAlphabetic })
        case "Ė", "Ŗ": return false
        default: return true
        }
    }

    private static func hasVowel(_ letters: some Collection<Unicode.Scalar>) -> Bool {
        letters.contains { !$0.isASCII || "AEIOUY".unicodeScalars.contains($0) }
    }
}
