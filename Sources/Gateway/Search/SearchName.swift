/// The words that find a name.
struct SearchName {
    /// The name as one word, with and without the part in brackets: spiderman for Spider-Man (2099).
    private(set) var starts: Set<String> = []
    /// The words, and as one word each two neighbours and all: people write “ironman”, “x23” and “betaraybill”.
    private(set) var words: Set<String> = []

    init(_ name: String) {
        let bare = SearchText.words(name.prefix { $0 != "(" })
        let all = SearchText.words(name)
        for spellings in [[:], Self.longForms, Self.shortForms] {
            let spelled = all.map { spellings[$0] ?? $0 }
            let main = SearchText.withoutArticles(spelled)
            let pairs = zip(main, main.dropFirst()).map { $0 + $1 }
            words.formUnion(spelled + pairs + [main.joined()])
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
