import Basics
import HTTP
import HTTPTypes
import Heroes
import Storage
import Support
import Synchronization
import Testing

@testable import Site

@Suite("Navigation between pages")
struct NavigationTests {
    /// The first hero of the second page.
    private static let hero = PageRange.pageLength - 1

    private func from(_ list: String) -> HTTPFields {
        .of(["Host": "site.example", "Referer": "http://site.example\(list)"])
    }

    private func links(_ text: String) -> [String] {
        text.matches(of: /<a (?:class="neighbour" )?href="([^"]*)"/).map { String($0.1.replacing("&amp;", with: "&")) }
    }

    @Test("the way back survives a toggle, the neighbours and a section's pages")
    func backLink() async throws {
        let site = try SiteUnderTest()
        let detail = try await site.get("/heroes/\(Self.hero)-hero-\(Self.hero)", from("/heroes?page=2")).text
        let back = "/heroes/\(Self.hero)-hero-\(Self.hero)?from=%2Fheroes%3Fpage%3D2"
        #expect(detail.contains("name=\"back\" value=\"\(back)\""))
        let toggled = await site.post("/favourites/\(Self.hero)", "action=add&back=\(PercentEncoding.encode(back))")
        #expect(toggled.fields[.location] == back + "&first=\(Self.hero)#hero-\(Self.hero)")
        for target in [back, "/heroes/\(Self.hero + 1)-hero-\(Self.hero + 1)?from=%2Fheroes%3Fpage%3D2"] {
            #expect(try await links(site.get(target).text).contains { $0.hasPrefix("/heroes?page=2#hero-") })
        }
        for foreign in ["foreign.example", "site.example.evil"] {
            let referrer = HTTPFields.of(["Host": "site.example", "Referer": "https://\(foreign)/heroes?page=2"])
            #expect(
                try await !site.get("/heroes/\(Self.hero)-hero-\(Self.hero)", referrer).text.contains(
                    "href=\"/heroes?page=2#hero-"))
        }
        let all = "/heroes/1009610-spider-man/comics?from=%2Fheroes%3Fq%3Dspi"
        #expect(
            try await links(site.get("/heroes/1009610-spider-man", from("/heroes?q=spi")).text).contains(all))
        let section = try await links(site.get(all).text)
        #expect(section.contains("/heroes/1009610-spider-man?from=%2Fheroes%3Fq%3Dspi"))
        #expect(section.contains("/heroes/1009610-spider-man/comics?page=2&from=%2Fheroes%3Fq%3Dspi"))
    }

    /// The last hero of the first page, after two others, and of the list; a search has them all on its pages.
    private static let (end, last) = (PageRange.pageLength - 2, ScriptedSource.lastHero)

    @Test(
        "the neighbours are those of the list that the visitor comes from, across its pages",
        arguments: [
            (
                end, "/heroes", "\(end - 1)-hero-\(end - 1)?from=%2Fheroes",
                "\(end + 1)-hero-\(end + 1)?from=%2Fheroes%3Fpage%3D2"
            ),
            (
                end + 1, "/heroes?page=2", "\(end)-hero-\(end)?from=%2Fheroes",
                "\(end + 2)-hero-\(end + 2)?from=%2Fheroes%3Fpage%3D2"
            ),
            (1, "/heroes?q=hero", nil, "2-hero-2?from=%2Fheroes%3Fq%3Dhero"),
            (
                end + 2, "/heroes?q=hero", "\(end + 1)-hero-\(end + 1)?from=%2Fheroes%3Fq%3Dhero",
                "\(end + 3)-hero-\(end + 3)?from=%2Fheroes%3Fq%3Dhero%26page%3D2"
            ),
            (
                last, "/events/238-civil-war?page=2",
                "\(last - 1)-hero-\(last - 1)?from=%2Fevents%2F238-civil-war%3Fpage%3D2", nil
            ),
            (2, "/heroes/a-z/h", "1-hero-1?from=%2Fheroes%2Fa-z%2Fh", "3-hero-3?from=%2Fheroes%2Fa-z%2Fh"),
            (7, "/heroes?ids=5,7", "5-hero-5?from=%2Fheroes%3Fids%3D5%2C7", nil),
            (last, "/heroes?page=3", "\(last - 1)-hero-\(last - 1)?from=%2Fheroes%3Fpage%3D3", nil),
            (last, "/heroes", nil, nil), (last, "/favourites", nil, nil),
            (5, "/favourites", "9-hero-9?from=%2Ffavourites", nil),
        ] as [(Int, String, String?, String?)])
    func neighbours(hero: Int, list: String, previous: String?, next: String?) async throws {
        var source = ScriptedSource.withEvent
        source.cachedHeroes = source.heroes
        let store = MemoryStore()
        _ = try await SiteUnderTest.withFavourites([5, 9].map { Hero(id: $0, name: "Hero \($0)") }, store: store)
        let site = try SiteUnderTest(source, favourites: store)
        var fields = from(list)
        fields[.cookie] = SiteUnderTest.visitorCookie[.cookie]
        let text = try await site.get("/heroes/\(hero)-hero-\(hero)", fields).text
        let links = text.matches(of: /<a class="neighbour" href="\/heroes\/([^"]*)" rel="(prev|next)"/)
        #expect(links.first { $0.2 == "prev" }.map { String($0.1) } == previous)
        #expect(links.first { $0.2 == "next" }.map { String($0.1) } == next)
    }

    @Test("the random redirect reaches every hero, and is not cached")
    func random() async throws {
        let numbers = Mutex(SeededGenerator(seed: 1))
        let site = try SiteUnderTest(random: { numbers.withLock { $0.next() } })
        var seen = Set<String>()
        for _ in 0..<400 {
            let response = await site.get("/heroes/random")
            #expect(response.status == .found)
            #expect(response.fields[.cacheControl] == "no-store")
            seen.insert(try #require(response.fields[.location]))
        }
        #expect(seen.count == ScriptedSource.lastHero + 2)
        #expect(seen.contains("/heroes/1009610-spider-man"))
        #expect(try await SiteUnderTest(ScriptedSource()).get("/heroes/random").status == .notFound)
        var broken = ScriptedSource()
        broken.before = { _ throws(HeroError) in throw .broken("") }
        #expect(try await SiteUnderTest(broken).get("/heroes/random").status == .badGateway)
    }
}
