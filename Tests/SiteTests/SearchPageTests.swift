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
        text.matches(of: /<h[12][^>]*>(.*?)<\/h[12]>/).map { String($0.1) }
    }

    @Test("names come before mentions, each under a heading, and a name that is not shown is the reason")
    func sections() async throws {
        let site = try site([
            SearchMatch(Self.doom, .name), SearchMatch(ScriptedSource.spider, .alias("Peter <Doom> Parker")),
            SearchMatch(Hero(id: 3, name: "Domino"), .similar("Domino")), SearchMatch(Self.reed, .description),
        ])
        let text = try await site.get("/heroes?q=doom").text
        #expect(headings(text) == ["Results for “doom”", "Names", "In descriptions"])
        #expect(text.contains("<p class=\"summary\">4 heroes</p>"))
        let names = text.matches(of: /<span class="name">(.*?)<\/span>/).map { String($0.1) }
        #expect(
            names == [
                "Doctor Doom", "Spider-Man <small>also known as Peter &lt;Doom&gt; Parker</small>", "Domino",
                "Mister Fantastic",
            ])
        #expect(text.contains("<title>Results for “doom” · MarvelHeroes</title>"))
    }

    @Test("a network has a few searches at once, some more wait, and others are refused with the time to wait")
    func refusal() async throws {
        let gate = Gate()
        var source = ScriptedSource.usual
        source.matches = []
        source.before = { query throws(HeroError) in
            if case .matches(let text, _) = query, text != "thor" { await gate.wait() }
        }
        let site = try SiteUnderTest(source)
        await withTaskGroup(of: Response.self) { group in
            for number in 1...17 { group.addTask { await site.get("/heroes?q=nothing\(number)") } }
            // Two run and 14 wait, so the last is refused at once.
            let refused = await group.next()
            #expect(refused?.status == .tooManyRequests)
            #expect(refused?.fields[.retryAfter] == "1")
            #expect(await site.get("/heroes").status == .ok)
            let other = await site.site.respond(to: Request(target: "/heroes?q=thor", peer: "192.0.2.1"))
            #expect(other.status == .ok)
            gate.open()
            while let response = await group.next() { #expect(response.status == .ok) }
        }
    }

    @Test("results of one kind have a heading only if they are mentions")
    func oneKind() async throws {
        let names = try await site([SearchMatch(Self.doom, .name)]).get("/heroes?q=doom").text
        #expect(headings(names) == ["Results for “doom”"])
        let mentions = try await site([SearchMatch(Self.reed, .description)]).get("/heroes?q=doom").text
        #expect(headings(mentions) == ["Results for “doom”", "In descriptions"])
    }

    @Test("a list that still grows says so after the number", arguments: [false, true])
    func growing(isLate: Bool) async throws {
        var source = ScriptedSource.usual
        source.heroes.append(Hero(id: 50, name: "3-D Man"))
        source.gap = .stillLoading
        for (target, count) in [
            ("/heroes", "\(ScriptedSource.lastHero + 3) heroes so far"),
            ("/heroes/a-z/h", "\(ScriptedSource.lastHero) heroes so far"), ("/heroes/a-z/0-9", " so far"),
            ("/heroes/1009610-spider-man/comics", "\(PageRange.pageLength + 4) comics so far, newest first"),
            ("/heroes/a-z/q", "No heroes under Q so far"),
        ] {
            let text =
                isLate
                ? try await SiteUnderTest.late(target, source).parts.joined()
                : try await SiteUnderTest(source).get(target).text
            #expect(text.contains(count), "\(target)")
        }
    }

    @Test("a list of series names its order only if it is by name")
    func order() async throws {
        for (titles, count) in [
            (["Avengers", "Black Panther"], "2 series, by name"), (["Thor", "Iron Man"], "2 series<"),
        ] {
            var source = ScriptedSource.usual
            source.works[.series] = titles.enumerated().map { Work(.series, id: $0.offset + 1, title: $0.element) }
            let text = try await SiteUnderTest(source).get("/heroes/1009610-spider-man/series").text
            #expect(text.contains(count))
        }
    }

    @Test("a search that is limited says so above the results, or without any", arguments: [false, true])
    func limited(isLate: Bool) async throws {
        var source = ScriptedSource.usual
        for matches in [[SearchMatch(Self.doom, .name)], []] {
            (source.matches, source.gap) = (matches, .searchUnavailable)
            let text =
                isLate
                ? try await SiteUnderTest.late("/heroes?q=doom", source).parts.joined()
                : try await SiteUnderTest(source).get("/heroes?q=doom").text
            let notice =
                "<p class=\"quiet\" role=\"status\">Search is limited right now, so some heroes may be missing.</p>"
            #expect(text.ranges(of: notice).count == 1 && !text.contains("so far"))
        }
        source.gap = nil
        #expect(try await !SiteUnderTest(source).get("/heroes?q=doom").text.contains("limited"))
    }

    @Test("a search that is too long is cut, and says so")
    func long() async throws {
        let notice = "we looked for its first hundred letters"
        for (length, isCut) in [(100, false), (101, true)] {
            let text = try await site([]).get("/heroes?q=" + String(repeating: "a", count: length)).text
            #expect(text.contains(notice) == isCut)
        }
    }

    @Test("no results are reported once, also if the heading was sent before they were known")
    func none() async throws {
        let text = try await site([]).get("/heroes?q=zzzz").text
        #expect(headings(text) == ["No heroes found for “zzzz”"])
        #expect(text.contains("<p>Check the spelling, or type just the first few letters.</p>"))
        var source = ScriptedSource.usual
        source.matches = []
        let parts = try await SiteUnderTest.late("/heroes?q=zzzz", source).parts
        #expect(headings(parts.joined()) == ["Results for “zzzz”", "No heroes found for “zzzz”"])
        #expect(parts[1].contains("class=\"empty-state\"") && !parts[1].contains("transitions.css"))
    }

    @Test("the neighbours of a result are those on the page, across its pages")
    func neighbours() async throws {
        let last = ScriptedSource.lastHero
        let others = (4..<last).map { SearchMatch(Hero(id: $0, name: "Hero \($0)"), .name) }
        let site = try site([SearchMatch(Hero(id: last, name: "Hero \(last)"), .name)] + others)
        let first = try await site.get("/heroes/\(last)-hero-\(last)?from=/heroes?q%3Ddoom").text
        #expect(!first.contains("rel=\"prev\""))
        #expect(first.contains("href=\"/heroes/4-hero-4?from=%2Fheroes%3Fq%3Ddoom\" rel=\"next\""))
        let end = PageRange.pageLength + 2
        let text = try await site.get("/heroes/\(end)-hero-\(end)?from=/heroes?q%3Ddoom").text
        #expect(
            text.contains(
                "href=\"/heroes/\(end + 1)-hero-\(end + 1)?from=%2Fheroes%3Fq%3Ddoom%26page%3D2\" rel=\"next\""))
    }
}
