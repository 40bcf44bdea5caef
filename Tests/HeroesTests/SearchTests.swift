import Heroes
import Synchronization
import Testing

@Suite struct SearchTests {
    @Test(
        "what people type leads to whom they mean, within four questions",
        arguments: [
            ("spiderman", "Spider-Man"), ("SPIDERMAN", "Spider-Man"), ("spiderm", "Spider-M"),
            ("spider man", "Spider-Man"),
            ("spiderwoman", "Spider-Woman"), ("ms marvel", "Ms. Marvel"), ("msmarvel", "Ms. Marvel"),
            ("the hulk", "Hulk"), ("The Hulk", "Hulk"), ("a bomb", "A-Bomb"), ("arana", "Ara\u{F1}a"),
            ("dr strange", "Doctor Strange"), ("the dr strange", "Doctor Strange"), ("ironman", "Iron Man"),
            ("iron-man", "Iron Man"), ("antman", "Ant-Man"), ("x23", "X-23"), ("xmen", "X-Men"),
            ("mr fantastic", "Mr. Fantastic"),
            ("mister fantastic", "Mr. Fantastic"), ("h\u{FC}lk", "Hulk"), ("captainamerica", "Captain America"),
            ("jean-grey", "Jean Grey"), ("shehulk", "She-Hulk"), ("blackwidow", "Black Widow"),
        ])
    func meant(typed: String, spelling: String) async throws {
        let source = Names()
        let found = try await source.search(typed, PageRange())
        #expect(found.spelling == spelling)
        #expect(!found.heroes.items.isEmpty)
        #expect(found.heroes.items.allSatisfy { $0.name.hasPrefix(spelling) })
        #expect(source.asked.count <= 4)
        #expect(source.asked.first?.nameStartsWith == typed)
    }

    @Test("what is found as typed is not second-guessed", arguments: ["spi", "Hulk", "x-", "iron man"])
    func literal(typed: String) async throws {
        let source = Names()
        #expect(try await source.search(typed, PageRange()).spelling == nil)
        #expect(source.asked.count == 1)
    }

    @Test(
        "where nobody is meant, nobody is found, with few questions and the answer to what was typed",
        arguments: [
            "zzz", "the", "the the", "-", "\u{2019}", "\u{65E5}\u{672C}", "man", "..", "\u{308}", "spidermanx", "9",
            "a",
            String(repeating: "man", count: 33),
        ])
    func nobody(typed: String) async throws {
        let source = Names(names: Names.all.filter { !$0.lowercased().hasPrefix(typed) })
        let found = try await source.search(typed, PageRange())
        #expect(found.spelling == nil || !found.heroes.items.isEmpty)
        if typed != "a" { #expect(found.heroes.items.isEmpty) }
        #expect(source.asked.count <= 4)
    }

    @Test("a page past the end of what was typed is no reason to look for something else")
    func laterPage() async throws {
        let source = Names()
        #expect(try await source.search("spiderman", .page(2)).heroes.items.isEmpty)
        #expect(try await source.search("spi", .page(9)).heroes.items.isEmpty)
        #expect(source.asked.count == 2)
    }

    @Test("a name that was met shows the spelling, which is asked for all the same")
    func met() async throws {
        let source = Names(met: "Ara\u{F1}a (Anya Corazon)")
        #expect(try await source.search("arana", PageRange()).spelling == "Ara\u{F1}a")
        #expect(source.asked.map(\.nameStartsWith) == ["arana", "Ara\u{F1}a"])
    }

    @Test("a source that fails meanwhile does not take the answer to what was typed away")
    func failure() async throws {
        let source = Names(failsAfter: 1)
        #expect(try await source.search("spiderman", PageRange()).heroes.items.isEmpty)
        await #expect(throws: HeroError.self) { try await source.search("hulk", PageRange()) }
    }

    @Test("letters are read without case, marks and what is between them")
    func letters() {
        #expect(Letters("Spider-Man (Ben Reilly)") == Letters("spiderman benreilly"))
        #expect(Letters("Ara\u{F1}a") == Letters("ARAN\u{303}A"))
        #expect(Letters("\u{C6}gir").bytes == Array("aegir".utf8))
        #expect(Letters("arana").spelling(in: "Aran\u{303}a (Anya)") == "Aran\u{303}a")
        #expect(Letters("spiderman").spelling(in: "Spider-Ham") == nil)
        #expect(Letters("spiderman").spelling(in: "Spider") == nil)
        #expect(Letters("").spelling(in: "Spider") == nil)
        #expect(Letters("ae").spelling(in: "\u{C6}gir") == "\u{C6}")
        #expect(Letters("a").spelling(in: "\u{C6}gir") == "\u{C6}")
    }
}

/// A source of a few names that is as strict as the real one: nothing but the start counts, marks and all.
private final class Names: HeroSource {
    static let all = [
        "A-Bomb (HAS)", "Ant-Man (Eric O'Grady)", "Ara\u{F1}a", "Archangel", "Black Widow", "Captain America",
        "Captain Marvel",
        "Doctor Strange", "Dr. Who", "Hulk", "Hulk (LMD)", "Iron Man", "Iron Fist", "Jean Grey", "Mr. Fantastic",
        "Ms. Marvel", "Ms. Marvel (Kamala Khan)", "She-Hulk (Jennifer Walters)", "Spider-Ham", "Spider-Man",
        "Spider-Man (Ben Reilly)", "Spider-Woman", "X-23", "X-Men", "X-Man",
    ]

    private let names: [String]
    private let met: String?
    private let failsAfter: Int
    private let questions = Mutex<[HeroQuery]>([])

    init(names: [String] = Names.all, met: String? = nil, failsAfter: Int = .max) {
        (self.names, self.met, self.failsAfter) = (names, met, failsAfter)
    }

    var asked: [HeroQuery] { questions.withLock { $0 } }

    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let count = questions.withLock { questions in
            questions.append(query)
            return questions.count
        }
        guard count <= failsAfter else { throw .broken("down") }
        let start = (query.nameStartsWith ?? "").lowercased().unicodeScalars
        let matches = names.filter { $0.lowercased().unicodeScalars.starts(with: start) }
        let heroes = matches.enumerated().map { Hero(id: $0.offset + 1, name: $0.element) }
        return ListPage(
            items: Array(heroes.dropFirst(query.range.offset).prefix(query.range.limit)), range: query.range,
            total: heroes.count, attribution: Attribution(html: ""))
    }

    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? { throw .notFound }
    func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        throw .notFound
    }

    func known(_ id: Hero.ID) -> Hero? { nil }
    func spelling(startingWith letters: Letters) -> String? { met.flatMap { letters.spelling(in: $0) } }
}
