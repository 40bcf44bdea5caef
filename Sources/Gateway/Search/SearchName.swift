struct SearchName {
    /// The name as one word, with and without the part in brackets: spiderman for Spider-Man (2099).
    private(set) var completeNames: Set<String> = []
    /// The name of a comic as one word, with and without the years of its series.
    private(set) var issueNames: Set<String> = []
    /// The part in brackets; nil if there is none.
    private(set) var bracket: Substring?
    /// The words by which the name is found: each word, each pair of neighbours as one word, and all words as one, for
    /// “ironman”, “x23” and “betaraybill”. Chinese and Thai have no spaces between words, so the ends of their words are
    /// included: a search finds words by their start, so it finds any part.
    private(set) var words: Set<String> = []

    init(_ name: String) {
        let bare = SearchText.words(name.prefix { $0 != "(" })
        let all = SearchText.words(name)
        let number = name.lastIndex(of: "#").map { name[$0...] } ?? ""
        bracket = name.firstIndex(of: "(").map { name[$0...].dropFirst().prefix { $0 != ")" } }
        for spellings in [[:], Self.longForms, Self.shortForms]
        where spellings.isEmpty || all.contains(where: { spellings[$0] != nil }) {
            let spelled = all.map { spellings[$0] ?? $0 }
            let main = SearchText.withoutArticles(spelled)
            let pairs = zip(main, main.dropFirst()).map { $0 + $1 }
            words.formUnion(spelled + pairs + [main.joined()] + spelled.flatMap(SearchText.ends))
            let start = SearchText.withoutArticles(bare.map { spellings[$0] ?? $0 }).joined()
            completeNames.formUnion([main.joined(), start])
            issueNames.formUnion([main.joined(), start + SearchText.words(number).joined()])
        }
        completeNames.remove("")
        issueNames.remove("")
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
        for scalar in Folding.fold(fullWidth(text)).unicodeScalars {
            if isLetter(scalar) {
                word.append(scalar)
            } else if !isIgnored(scalar), !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }

    /// Returns the text with full-width katakana for half-width ones (U+FF66 to U+FF9F), which have their marks of voice as
    /// letters of their own.
    private static func fullWidth(_ text: some StringProtocol) -> String {
        var wide = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF66...0xFF9D: wide.append(katakana[Int(scalar.value - 0xFF66)])
            // A voiced letter follows the letter in Unicode, and in the row of ハ then comes the one with a circle.
            case 0xFF9E, 0xFF9F:
                guard let last = wide.popLast() else { continue }
                let voiced = last == "ウ" ? "ヴ" : Unicode.Scalar(last.value + scalar.value - 0xFF9D) ?? last
                wide.append(voiced)
            default: wide.append(scalar)
            }
        }
        return String(wide)
    }

    /// The letters in the order of their half-width forms.
    private static let katakana = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)

    /// The words of English without a meaning of their own, by which nothing is found.
    static let stopWords: Set = [
        "a", "about", "all", "an", "and", "are", "as", "at", "be", "by", "can", "does", "for", "from", "guy", "has",
        "have", "he", "her", "him", "his", "how", "in", "is", "it", "its", "named", "of", "on", "one", "or", "other",
        "people", "she", "someone", "that",
        "the", "their", "them", "they", "thing", "this", "to", "was", "what", "when", "where", "which", "who", "whose",
        "with",
    ]

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
