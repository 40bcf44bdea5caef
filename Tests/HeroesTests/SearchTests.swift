import Heroes
import Synchronization
import Testing

@Suite struct SearchTests {
    @Test(
        "typical inputs find the intended hero within four requests",
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
        let result = try await source.search(typed, PageRange())
        #expect(result.spelling == spelling)
        #expect(!result.heroes.items.isEmpty)
        #expect(result.heroes.items.allSatisfy { $0.name.hasPrefix(spelling) })
        #expect(source.requests.count <= 4)
        #expect(source.requests.first?.nameStartsWith == typed)
    }

    @Test("a search with results is not corrected", arguments: ["spi", "Hulk", "x-", "iron man"])
    func literal(typed: String) async throws {
        let source = Names()
        #expect(try await source.search(typed, PageRange()).spelling == nil)
        #expect(source.requests.count == 1)
    }

    @Test(
        "a search for no hero finds none, with at most four requests",
        arguments: [
            "zzz", "the", "the the", "-", "\u{2019}", "\u{65E5}\u{672C}", "man", "..", "\u{308}", "spidermanx", "9",
            "a",
            String(repeating: "man", count: 33),
        ])
    func noMatch(typed: String) async throws {
        let source = Names(names: Names.all.filter { !$0.lowercased().hasPrefix(typed) })
        let result = try await source.search(typed, PageRange())
        #expect(result.spelling == nil || !result.heroes.items.isEmpty)
        if typed != "a" { #expect(result.heroes.items.isEmpty) }
        #expect(source.requests.count <= 4)
    }

    @Test("a page past the end is not corrected")
    func laterPage() async throws {
        let source = Names()
        #expect(try await source.search("spiderman", .page(2)).heroes.items.isEmpty)
        #expect(try await source.search("spi", .page(9)).heroes.items.isEmpty)
        #expect(source.requests.count == 2)
    }

    @Test("a cached name shows the spelling, which is then requested")
    func cachedName() async throws {
        let source = Names(cached: "Ara\u{F1}a (Anya Corazon)")
        #expect(try await source.search("arana", PageRange()).spelling == "Ara\u{F1}a")
        #expect(source.requests.map(\.nameStartsWith) == ["arana", "Ara\u{F1}a"])
    }

    @Test("a failure of an alternative does not discard the result of the typed text")
    func failure() async throws {
        let source = Names(failsAfter: 1)
        #expect(try await source.search("spiderman", PageRange()).heroes.items.isEmpty)
        await #expect(throws: HeroError.self) { try await source.search("hulk", PageRange()) }
    }

    @Test("letters ignore case, diacritics and punctuation")
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

/// A source of a few names that matches prefixes exactly, diacritics included, like the API.
private final class Names: HeroSource {
    static let all = [
        "A-Bomb (HAS)", "Ant-Man (Eric O'Grady)", "Ara\u{F1}a", "Archangel", "Black Widow", "Captain America",
        "Captain Marvel",
        "Doctor Strange", "Dr. Who", "Hulk", "Hulk (LMD)", "Iron Man", "Iron Fist", "Jean Grey", "Mr. Fantastic",
        "Ms. Marvel", "Ms. Marvel (Kamala Khan)", "She-Hulk (Jennifer Walters)", "Spider-Ham", "Spider-Man",
        "Spider-Man (Ben Reilly)", "Spider-Woman", "X-23", "X-Men", "X-Man",
    ]

    private let names: [String]
    private let cached: String?
    private let failsAfter: Int
    private let queries = Mutex<[HeroQuery]>([])

    init(names: [String] = Names.all, cached: String? = nil, failsAfter: Int = .max) {
        (self.names, self.cached, self.failsAfter) = (names, cached, failsAfter)
    }

    var requests: [HeroQuery] { queries.withLock { $0 } }

    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let count = queries.withLock { queries in
            queries.append(query)
            return queries.count
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
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        throw .notFound
    }
    func work(_ id: WorkID, unless version: Version?) async throws(HeroError) -> Attributed<Work>? { throw .notFound }

    func cachedHero(_ id: Hero.ID) -> Hero? { nil }
    func spelling(startingWith letters: Letters) -> String? { cached.flatMap { letters.spelling(in: $0) } }
}
