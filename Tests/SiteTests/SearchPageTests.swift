import HTTP
import HTTPTypes
import Heroes
import Support
import Testing

@testable import Site

@Suite("The page of search results")
struct SearchPageTests {
    private static let doom = Hero(id: 1, name: "Doctor Doom")
    private static let reed = Hero(id: 2, name: "Mister Fantastic", description: "Argues with Doom.")

    private func site(_ matches: [SearchMatch]) throws -> SiteUnderTest {
        var source = ScriptedSource.usual
        source.matches = matches
        return try SiteUnderTest(source)
    }

    private func headings(_ text: String) -> [String] {
        text.matches(of: /<h[12](?! id="posters")[^>]*>(.*?)<\/h[12]>/).map { String($0.1) }
    }

    @Test("heroes are shown in the source's order, with the reason if the name does not show it")
    func reasons() async throws {
        let site = try site([
            SearchMatch(Self.reed, .description), SearchMatch(ScriptedSource.spider, .alias("Doom")),
            SearchMatch(Self.doom, .name), SearchMatch(Hero(id: 3, name: "Domino"), .similar("Domino")),
            SearchMatch(Hero(id: 4, name: "Thing"), .similar("Dom Grimm")),
            SearchMatch(Hero(id: 5, name: "Loki", description: "<p>The <b>god</b> of mischief.</p>"), .keyword),
            SearchMatch(Hero(id: 6, name: "Groot"), .keyword),
        ])
        let names = try await site.names("/heroes?q=doom", [:])
        let alias = "Spider-Man <small>also known as Doom</small>"
        #expect(
            names == [
                "Mister Fantastic <small>Argues with Doom.</small>", alias, "Doctor Doom", "Domino",
                "Thing <small>also known as Dom Grimm</small>", "Loki <small>The god of mischief.</small>", "Groot",
            ])
    }

    /// Results of every kind; a comic has the text in its title, and there are more comics than shown.
    private static var everyKind: ScriptedSource {
        var source = ScriptedSource.usual
        source.matches = [SearchMatch(doom, .name)]
        source.groups = [
            SearchGroup(.teams, [SearchGroup.Item(id: 1, name: "Doom <Patrol>")], total: 9),
            SearchGroup(.events, [SearchGroup.Item(id: 116, name: "Doomwar")], total: 1),
            SearchGroup(.series, [SearchGroup.Item(id: 2, name: "Doom 2099 (1993 - 1996)")], total: 1),
            SearchGroup(.comics, [SearchGroup.Item(id: 3, name: "Doom #1")], total: 1214),
            SearchGroup(.people, [SearchGroup.Item(id: 30, name: "Doc Doom")], total: 1),
        ]
        return source
    }

    @Test("other kinds follow the heroes of the first page, with a link to more of them")
    func groups() async throws {
        var source = Self.everyKind
        source.matches = (1...PageRange.pageLength + 1).map { SearchMatch(Hero(id: $0, name: "Hero \($0)"), .name) }
        let site = try SiteUnderTest(source)
        let text = try await site.get("/heroes?q=a%26b").text
        #expect(headings(text) == ["Results for “a&amp;b”", "Teams", "Events", "Series", "Comics", "People"])
        let series = "<a href=\"/series/2-doom-2099-1993-1996\" dir=\"auto\">Doom 2099 (1993–1996)</a>"
        expectText(text, has: [series, "<a href=\"/comics?q=a%26b\">All 1,214 comics</a>"])
        #expect(text.ranges(of: "class=\"all\"").count == 2)
        #expect(text.contains(inOrder: ["class=\"cards\"", "class=\"groups\"", "class=\"paging\""]))
        #expect(try await headings(site.get("/heroes?q=a%26b&page=2").text) == ["Results for “a&amp;b”"])
    }

    @Test("without a hero the page says that others match, if its head was sent before")
    func groupsOnly() async throws {
        var source = Self.everyKind
        source.matches = []
        let text = try await SiteUnderTest.late("/heroes?q=doom", source).parts.joined()
        #expect(headings(text).starts(with: ["Results for “doom”", "Teams"]))
        expectText(text, has: ["<p class=\"summary\">No hero matches, but these do:</p>"], lacks: ["empty-state"])
    }

    @Test("without a hero nothing is said to come closest")
    func inexact() async throws {
        var source = Self.everyKind
        (source.matches, source.isComplete) = ([], false)
        expectText(try await SiteUnderTest(source).get("/heroes?q=doom").text, has: [], lacks: ["These come closest"])
    }

    /// The number of the comics in `ScriptedSource.usual`.
    private static let comicCount = PageRange.pageLength + 4

    @Test("the works that a search finds are a list of their own, also if the source answers late")
    func topics() async throws {
        let target = "/comics?q=Comic%20%232"
        let parts = [
            "<h1>Comics found for “Comic #2”</h1>",
            "<h2 class=\"summary\">\(1 + (20...Self.comicCount).count) comics</h2>", "value=\"Comic #2\"",
            "<a href=\"/comics/20-comic-20\">Comic #20</a>", "<link rel=\"canonical\" href=\"\(target)\">",
        ]
        expectText(try await SiteUnderTest.late(target).parts.joined(), has: parts)
        let site = try SiteUnderTest()
        let last = [
            "<h2 class=\"summary\">Page 2 of 2 · \(Self.comicCount) comics</h2>",
            "<a href=\"/comics?q=Comic\" rel=\"prev\">",
        ]
        expectText(try await site.get("/comics?q=Comic&page=2").text, has: last)
        #expect(await site.get("/comics?q=Comic&page=3").status == .notFound)
    }

    @Test("a list that still grows says so after the number", arguments: [false, true])
    func growing(isLate: Bool) async throws {
        var source = ScriptedSource.usual
        source.heroes.append(Hero(id: 50, name: "3-D Man"))
        source.gap = .stillLoading
        for (target, count) in [
            ("/heroes", "\(ScriptedSource.lastHero + 3) heroes so far"),
            ("/heroes/a-z/h", "\(ScriptedSource.lastHero) heroes so far"), ("/heroes/a-z/0-9", " so far"),
            ("/heroes/1009610-spider-man/comics", "\(PageRange.pageLength + 4) comics so far</h2>"),
            ("/heroes/a-z/q", "No heroes under Q so far"),
        ] {
            let text = try await SiteUnderTest.text(target, source, isLate: isLate)
            #expect(text.contains(count), "\(target)")
        }
    }

    @Test(
        "a list that can be turned has links to its orders, which say which is on; an event's comics are oldest first")
    func orders() async throws {
        var source = ScriptedSource.withEvent
        let list = "/heroes/1009610-spider-man/comics"
        #expect(try await !SiteUnderTest(source).get(list).text.contains("aria-label=\"Order\""))
        source.orders = [.newest, .oldest, .name]
        let site = try SiteUnderTest(source)
        for (target, current, first) in [
            (list + "?sort=oldest", "\(list)?sort=oldest\" aria-current=\"true\">Oldest first", "Comic #1<"),
            (list + "?sort=newest&page=2", "\(list)\" aria-current=\"true\">Newest first", "Comic #5<"),
            (list + "?sort=sideways", "\(list)\" aria-current=\"true\">Newest first", "Comic #1<"),
            ("/events/238-civil-war/comics", "/comics\" aria-current=\"true\">Oldest first", "War #1<"),
            (
                "/events/238-civil-war/comics?sort=newest", "sort=newest\" aria-current=\"true\">Newest first",
                "War #104<"
            ),
        ] {
            let text = try await site.get(target).text
            #expect(text.ranges(of: "aria-current=\"true\"").count == 1, "\(target)")
            #expect(text.contains(current), "\(target)")
            let titles = text.matches(of: /<h3 class="name"[^>]*><a[^>]*>([^<]*<)/).map { String($0.1) }
            #expect(titles.first == first, "\(target)")
        }
        let pages = try await site.get(list + "?sort=oldest").text
        #expect(pages.contains("href=\"\(list)?sort=oldest&amp;page=2\" rel=\"next\""))
    }

    @Test("a search that is limited says so above the results, or without any", arguments: [false, true])
    func limited(isLate: Bool) async throws {
        var source = ScriptedSource.usual
        for matches in [[SearchMatch(Self.doom, .name)], []] {
            (source.matches, source.gap) = (matches, .searchUnavailable)
            let text = try await SiteUnderTest.text("/heroes?q=doom", source, isLate: isLate)
            let notice =
                "<p class=\"quiet\" role=\"status\">Search is limited right now, so some heroes may be missing.</p>"
            #expect(text.ranges(of: notice).count == 1)
            #expect(!text.contains("so far"))
        }
    }

    @Test("a search that is too long is cut, and says so")
    func long() async throws {
        let notice = "we looked for its first hundred letters"
        for (kind, length, isCut) in [("heroes", 100, false), ("comics", 100, false), ("comics", 101, true)] {
            let target = "/\(kind)?q=" + String(repeating: "a", count: length)
            #expect(try await site([]).get(target).text.contains(notice) == isCut)
        }
    }
}
