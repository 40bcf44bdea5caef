import Heroes
import Testing

@testable import Site

@Suite("The size of pages in bytes before compression")
struct PageSizeTests {
    /// Heroes with long names and picture addresses, the average of the longest in the real data.
    private var heroes: [Hero] {
        (0..<60).map { number in
            Hero(
                id: 1_009_000 + number, name: "Captain Marvel (Genis-Vell) \(number)",
                thumbnail: Thumbnail(
                    path: "https://i.annihil.us/u/prod/marvel/i/mg/c/e0/535fecbbb9\(100 + number)", fileExtension: "jpg"
                ))
        }
    }

    /// Some 15 % above the sizes of today, so that a small change does not meet a limit.
    private static let pageLimit = 25_500

    private func expect(_ text: String, of name: String, atMost limit: Int = pageLimit) {
        #expect(text.utf8.count <= limit, "\(name) has \(text.utf8.count) bytes; the limit is \(limit)")
    }

    @Test("the script has at most 6,900 bytes and the style sheet 24,800")
    func files() async throws {
        let site = try SiteUnderTest()
        for (name, limit) in [("site.js", 6_900), ("site.css", 24_800)] {
            expect(try await site.get("/static/\(name)").text, of: name, atMost: limit)
        }
    }

    @Test("the page of a work, with a page of heroes and six works, has at most 25,500")
    func topic() async throws {
        let topics = (0..<3).map { number in
            Topic(
                .comics, id: 101_000 + number, title: "The Amazing Spider-Man: Renew Your Vows (2016) #\(number)",
                description: String(repeating: "A long description. ", count: 30), thumbnail: heroes[number].thumbnail)
        }
        var source = ScriptedSource.withEvent
        source.cast[ScriptedSource.event.id] = heroes
        source.parts[ScriptedSource.event.id] = [.comics: topics, .series: topics]
        let target = "/events/238-civil-war?page=2"
        expect(try await SiteUnderTest(source).get(target).text, of: target)
    }

    @Test("a hero's page with 45 related heroes has at most 31,500")
    func hero() async throws {
        var source = ScriptedSource()
        source.hasDetails = true
        source.heroes = [heroes[0]]
        source.heroes[0].relations = heroes.dropFirst().prefix(45).map {
            Relation(.ally, $0, "a friend for many years")
        }
        let target = "/heroes/\(heroes[0].id)-\(heroes[0].slug)"
        expect(try await SiteUnderTest(source).get(target).text, of: target, atMost: 31_500)
    }

    @Test("a search that names four topics, with reasons and other kinds, has at most 30,000")
    func search() async throws {
        let text = String(repeating: "A long description. ", count: 30)
        var source = ScriptedSource()
        source.matches = heroes.map { hero in
            SearchMatch(Hero(id: hero.id, name: hero.name, description: text, thumbnail: hero.thumbnail), .keyword)
        }
        source.named = (1...4).map {
            .topic(Topic(.events, id: $0, title: "Event \($0)", description: text, thumbnail: heroes[$0].thumbnail))
        }
        source.groups = [TopicKind.teams, .events, .series, .comics, .people].map { kind in
            SearchGroup(
                kind, (11...15).map { SearchGroup.Item(id: $0, name: "The Amazing One (2016) #\($0)") }, total: 90)
        }
        expect(try await SiteUnderTest(source).get("/heroes?q=captain").text, of: "the search", atMost: 30_000)
    }

    @Test("every kind of page has at most 25,500, with the longest content")
    func pages() async throws {
        let site = try await SiteUnderTest.withFavourites(heroes)
        for target in [
            "/heroes", "/heroes?page=2", "/heroes?q=captain%20marvel&page=2", "/favourites", "/favourites?page=2",
            "/heroes/a-z/c", "/heroes/1009001-captain-marvel-genis-vell-1",
            "/heroes/1009001-captain-marvel-genis-vell-1/comics", "/nowhere", "/about",
        ] {
            expect(try await site.get(target, SiteUnderTest.visitorCookie).text, of: target)
        }
    }
}
