import Heroes
import Testing

@Suite("Words of a search")
struct SearchWordsTests {
    private static let askingWords: Set = [
        "who", "whos", "is", "where", "to", "start", "with", "hero", "comics", "powers", "marvel", "i", "am", "looking",
        "for",
    ]

    private func search(_ text: String) -> SearchWords { SearchWords(text, askingWords: Self.askingWords) }

    @Test(
        "words that ask are left out, unless there are no others",
        arguments: [
            ("thor", ["thor"]), ("Thor powers", ["thor"]), ("where to start with Ms. Marvel?", ["ms"]),
            ("who’s Mister É", ["mister", "e"]), ("who is the hero", ["who", "is", "hero"]), ("the", ["the"]),
            ("?", []),
            ("", []),
        ])
    func words(text: String, words: [String]) { #expect(search(text).words == words) }

    @Test(
        "the text is as typed between words that ask, without what names do not end with",
        arguments: [
            ("thor", "thor"), ("Who is Spider-Man?", "Spider-Man"), ("who's “thor”", "thor"),
            ("Storm’s powers", "Storm"),
            ("the Thing comics", "Thing"), ("Salt & Pepper", "Salt & Pepper"), ("A-Bomb", "A-Bomb"),
            ("iron  man comics 2008", "iron man comics 2008"), ("hero comics", "hero comics"), ("the hero", "hero"),
            ("-", "-"), ("the", "the"), (" ", ""),
        ])
    func text(text: String, remainder: String) { #expect(search(text).text == remainder) }

    @Test("the whole text and its starts end with a word, too")
    func starts() {
        #expect(search(" who is  the Thing? ").whole == "who is the Thing")
        #expect(search("who is Thor’s evil, old brother").start(1) == "Thor")
        #expect(search("who is Thor’s evil, old brother").start(2) == "Thor’s evil")
    }

    private static let heroes = [
        "Thing", "The Hood", "Hood", "Man", "Iron Man", "Spider-Man (Peter Parker)", "Spider-Man (2099)", "T'Challa",
        "M.O.D.O.K.", "Storm", "Hero", "Captain Marvel", "Marvel", "Élan", "Howard the Duck", "?",
    ]

    @Test(
        "complete names come by their number of words and then by rank, without those that overlap them",
        arguments: [
            ("who is the thing", ["Thing"]), ("things", []), ("the hood", ["The Hood", "Hood"]),
            ("hood comics", ["The Hood", "Hood"]), ("ironman", ["Iron Man"]), ("IRON MAN 3", ["Iron Man"]),
            ("iron and man", ["Man"]), ("spider man", ["Spider-Man (Peter Parker)", "Spider-Man (2099)"]),
            ("spider-man peter parker", ["Spider-Man (Peter Parker)"]), ("spiderman 2099", ["Spider-Man (2099)"]),
            ("storm vs thing", ["Thing", "Storm"]), ("thing and iron man", ["Iron Man", "Thing"]),
            ("tchalla", ["T'Challa"]), ("t’challa", ["T'Challa"]), ("modok", ["M.O.D.O.K."]),
            ("M.O.D.O.K", ["M.O.D.O.K."]),
            ("storm’s powers", ["Storm"]), ("fast hero", []), ("the hero", ["Hero"]),
            ("captain marvel", ["Captain Marvel"]),
            ("marvel thing", ["Thing"]), ("elan", ["Élan"]), ("howard the duck", ["Howard the Duck"]), ("?", []),
        ])
    func named(text: String, names: [String]) {
        let found = search(text).named(Self.heroes.indices, rank: { ($0, 0) }, name: { Self.heroes[$0] })
        #expect(found.map(\.name) == names)
    }

    @Test("an alias counts if it is longer than the name in the search")
    func alias() {
        func names(_ text: String) -> [String] {
            search(text).named(["Peter"], rank: { _ in (0, 0) }, name: \.self, alias: { _ in "Peter Parker" }).map(
                \.name)
        }
        #expect(names("peter parker") == ["Peter Parker"])
        #expect(names("peter") == ["Peter"])
    }

    @Test("a name is all of a search if only words that ask are left")
    func isAll() {
        func isAll(_ text: String) -> [Bool] {
            search(text).named(["Storm"], rank: { _ in (0, 0) }, name: \.self).map(\.isAll)
        }
        #expect(isAll("who is Storm") == [true])
        #expect(isAll("storm rider") == [false])
    }
}
