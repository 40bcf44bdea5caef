import Heroes
import Testing

@testable import Site

@Suite("The index from A to Z")
struct IndexTests {
    /// Returns a source that lists the names in the given order.
    private func source(_ names: [String], requests: SiteUnderTest.Log = SiteUnderTest.Log()) -> ScriptedSource {
        var source = ScriptedSource()
        source.heroes = names.enumerated().map { Hero(id: $0.offset + 1, name: $0.element) }
        source.before = { _ throws(HeroError) in requests.write("") }
        return source
    }

    private func names(_ source: ScriptedSource, _ letter: String, page: Int = 1) async throws -> [String] {
        try await source.heroes(under: letter, page: page).items.map(\.name)
    }

    @Test(
        "each name before or after the letters is in one section, also if the source ignores its first character",
        arguments: [
            (
                ["#1", "3-D Man", "Abyss", "Æon", "Élan", "Zzz", "~Tilde", "€uro", "蜘蛛"], ["#1", "3-D Man"],
                ["~Tilde", "€uro", "蜘蛛"]
            ),
            (
                ["Hank Pym", Hero.unnamed, "3-D Man", "Abyss", "Zzz", "Æon", "Élan"],
                ["Hank Pym", Hero.unnamed, "3-D Man"], ["Æon", "Élan"]
            ),
            ([Hero.unnamed, "Abyss"], [Hero.unnamed], []),
            (["3-D Man", "'Abe'", "Abyss", "\"Spinner\"", "Zzz", "'蜘蛛'"], ["3-D Man"], ["'蜘蛛'"]),
        ] as [([String], [String], [String])])
    func sections(_ all: [String], digits: [String], others: [String]) async throws {
        let source = source(all)
        #expect(try await names(source, "0-9") == digits)
        #expect(try await names(source, "other") == others)
        let text = try await SiteUnderTest(source).get("/heroes/a-z/other").text
        expectText(text, has: ["aria-current=\"page\">Other</a>"] + others.map { $0.replacing("'", with: "") })
    }

    @Test("sections without names say so")
    func empty() async throws {
        for source in [source(["Abyss", "Zzz"]), source([])] {
            for (letter, label) in [("0-9", "0–9"), ("other", "Other")] {
                #expect(try await names(source, letter).isEmpty)
                let site = try SiteUnderTest(source)
                #expect(try await site.get("/heroes/a-z/\(letter)").text.contains("<h2>No heroes under \(label)</h2>"))
                #expect(await site.get("/heroes/a-z/\(letter)?page=2").status == .notFound)
            }
        }
    }

    @Test(
        "each name is on exactly one page of the index, however many sort before or after the letters",
        arguments: [
            (0, 0, 0), (99, 3, 1), (100, 100, 100), (101, 1, 250), (350, 1234, 99), (250, 0, 0), (0, 0, 250),
            (777, 2, 888),
        ])
    func pages(digits: Int, letters: Int, others: Int) async throws {
        let all =
            (0..<digits).map { String(100_000 + $0) } + (0..<letters).map { "Name \(10_000 + $0)" }
            + (0..<others).map { "蜘蛛 \(10_000 + $0)" }
        let source = source(all)
        var seen: [String] = []
        for letter in HeroList.letters {
            let pageCount = try await source.heroes(under: letter, page: 1).pageCount
            for page in 1...pageCount { seen += try await names(source, letter, page: page) }
            #expect(try await names(source, letter, page: pageCount + 1).isEmpty)
        }
        #expect(seen == all)
    }

    @Test("of two heroes with one name, each has the beginning of its description")
    func sameName() async throws {
        var source = ScriptedSource()
        source.heroes = [
            Hero(id: 1, name: "Jean Grey", description: "A telepath &amp; <b>telekinetic</b>."),
            Hero(id: 2, name: "Jean Grey", description: "From the past."), Hero(id: 3, name: "Jubilee"),
        ]
        source.cachedHeroes = source.heroes
        let site = try await SiteUnderTest.withFavourites(source.heroes, in: source)
        for target in ["/heroes", "/heroes/a-z/j", "/heroes?ids=1,2,3", "/favourites"] {
            let text = try await site.get(target, SiteUnderTest.visitorCookie).text
            let notes = ["A telepath &amp; telekinetic.", "From the past."].map { "Jean Grey <small>\($0)</small>" }
            expectText(text, has: notes, lacks: ["Jubilee <small>"])
        }
    }

    @Test("a section of tens of thousands of names takes few requests")
    func requests() async throws {
        let requests = SiteUnderTest.Log()
        let source = source((0..<40_000).map { "蜘蛛 \(100_000 + $0)" } + ["蜘蛛 \u{10FFFF}"], requests: requests)
        let first = "蜘蛛 \(100_000 + 30 * PageRange.pageLength)"
        #expect(try await names(source, "other", page: 31).first == first)
        #expect(requests.lines.count < 15)
    }

    @Test(
        "brackets at the end of a name are set apart, without a change to the text",
        arguments: [
            ("Angel (Warren Worthington III)", "Angel <small>(Warren Worthington III)</small>"),
            ("Thor <&> (Jane)", "Thor &lt;&amp;&gt; <small>(Jane)</small>"), ("Loki", "Loki"),
            ("Hulk (2099) Red", "Hulk (2099) Red"), ("(X)", "(X)"), (")", ")"),
        ])
    func brackets(_ name: String, _ markup: String) async throws {
        var source = ScriptedSource.usual
        source.heroes = [Hero(id: 1, name: name)]
        let text = try await SiteUnderTest(source).get("/heroes").text
        #expect(text.contains("<span class=\"name\">\(markup)</span>"))
    }
}
