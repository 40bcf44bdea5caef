/// The words that find a name.
struct SearchName {
    /// The name as one word, with and without the part in brackets: spiderman for Spider-Man (2099).
    private(set) var starts: Set<String> = []
    /// The words, and as one word each two neighbours and all: people write “ironman”, “x23” and “betaraybill”. Not
    /// all scripts have spaces between words, so the ends of a word make its parts found.
    private(set) var words: Set<String> = []

    init(_ name: String) {
        let bare = SearchText.words(name.prefix { $0 != "(" })
        let all = SearchText.words(name)
        for spellings in [[:], Self.longForms, Self.shortForms] {
            let spelled = all.map { spellings[$0] ?? $0 }
            let main = SearchText.withoutArticles(spelled)
            let pairs = zip(main, main.dropFirst()).map { $0 + $1 }
            words.formUnion(spelled + pairs + [main.joined()] + spelled.flatMap(SearchText.ends))
            starts.insert(main.joined())
            starts.insert(SearchText.withoutArticles(bare.map { spellings[$0] ?? $0 }).joined())
        }
        starts.remove("")
        words.remove("")
    }

    /// Words that people spell either way.
    private static let longForms = ["dr": "doctor", "mr": "mister", "ms": "miss", "st": "saint"]
    private static let shortForms = ["doctor": "dr", "mister": "mr", "miss": "ms", "saint": "st"]
}

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

    /// Returns the ends of a word in a script without capitals, such as Chinese or Thai; none of other words.
    static func ends(_ word: String) -> [String] {
        // A search has at most as many letters.
        let letters = word.unicodeScalars.prefix(100)
        guard letters.contains(where: { $0.properties.generalCategory == .otherLetter }) else { return [] }
        return letters.indices.dropFirst().map { String(letters[$0...]) }
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

/// A word as its letters, for comparisons with other words.
struct SearchWord {
    let text: String
    let letters: [Unicode.Scalar]
    /// The number of edits by which a similar word may differ.
    let tolerance: Int

    init(_ text: String) {
        self.text = text
        letters = Array(text.unicodeScalars)
        tolerance = letters.count < 3 ? 0 : letters.count < 8 ? 1 : 2
    }

    /// Returns the number of letters to insert, delete, replace or swap with their neighbour (optimal string
    /// alignment); nil if it is above the limit.
    func distance(to other: [Unicode.Scalar], limit: Int) -> Int? {
        var (previous, last) = ([Int](), Array(0...other.count))
        for i in letters.indices {
            var row = [i + 1]
            for j in other.indices {
                var edits = min(last[j] + (letters[i] == other[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letters[i] == other[j - 1], letters[i - 1] == other[j] {
                    edits = min(edits, previous[j - 1] + 1)
                }
                row.append(edits)
            }
            guard row.contains(where: { $0 <= limit }) else { return nil }
            (previous, last) = (last, row)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}
