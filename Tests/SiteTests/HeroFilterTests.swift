import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("The words of a list of heroes")
struct HeroFilterTests {
    @Test(
        "say what the list is narrowed to",
        arguments: [
            (HeroFilter(), "All heroes", "2 heroes"),
            (HeroFilter(side: .villain), "Marvel villains", "2 villains"),
            (HeroFilter(side: .hero), "Marvel heroes without the villains", "2 heroes"),
            (HeroFilter(gender: .female), "Women of Marvel", "2 women"),
            (HeroFilter(gender: .male), "Men of Marvel", "2 men"),
            (HeroFilter(decade: 1960), "Heroes of the 1960s", "2 heroes"),
            (HeroFilter(side: .villain, gender: .female), "Female villains", "2 villains"),
            (HeroFilter(side: .hero, gender: .female), "Female heroes", "2 heroes"),
            (HeroFilter(side: .villain, gender: .male), "Male villains", "2 villains"),
            (HeroFilter(side: .villain, decade: 1960), "Villains of the 1960s", "2 villains"),
            (HeroFilter(side: .hero, decade: 1960), "Heroes of the 1960s without the villains", "2 heroes"),
            (HeroFilter(gender: .female, decade: 2000), "Women of the 2000s", "2 women"),
            (
                HeroFilter(side: .villain, gender: .female, decade: 1940), "Female villains of the 1940s", "2 villains"
            ),
            (HeroFilter(team: 1), "Heroes of the Avengers", "2 heroes"),
            (HeroFilter(team: 1, side: .villain), "Villains of the Avengers", "2 villains"),
            (HeroFilter(team: 1, side: .hero), "Heroes of the Avengers without the villains", "2 heroes"),
            (HeroFilter(team: 1, gender: .female), "Women of the Avengers", "2 women"),
            (HeroFilter(team: 1, gender: .male), "Men of the Avengers", "2 men"),
            (HeroFilter(team: 1, side: .hero, gender: .male), "Male heroes of the Avengers", "2 heroes"),
            (HeroFilter(team: 1, decade: 1960), "Heroes of the Avengers from the 1960s", "2 heroes"),
            (
                HeroFilter(team: 1, side: .villain, gender: .female, decade: 1960),
                "Female villains of the Avengers from the 1960s", "2 villains"
            ),
        ])
    func words(filter: HeroFilter, heading: String, count: String) {
        #expect(filter.heading(team: "Avengers") == heading)
        #expect(filter.count(2) == count)
    }

    @Test("count one, and many")
    func count() {
        let counts = [HeroFilter(), HeroFilter(side: .villain), HeroFilter(gender: .female), HeroFilter(gender: .male)]
            .map { $0.count(1) }
        #expect(counts == ["1 hero", "1 villain", "1 woman", "1 man"])
        #expect(HeroFilter().count(1200) == "1,200 heroes")
    }

    @Test(
        "have an article before the teams that have one",
        arguments: [
            "the Avengers", "the X-Men", "the Fantastic Four", "the Guardians of the Galaxy", "the Agents of Atlas",
            "the Brotherhood of Mutants", "the Hellfire Club", "the Masters of Evil", "the Sinister Six",
            "the Defenders", "the Hellions (Krakoa)", "the Nova Corps", "the Squadron Supreme",
            "the Horsemen of Apocalypse",
        ])
    func article(_ team: String) {
        #expect(HeroFilter.withArticle(String(team.dropFirst(4))) == team)
        #expect(HeroFilter.withArticle("The Hand") == "the Hand")
    }

    @Test(
        "have none before others",
        arguments: [
            "Alpha Flight", "Excalibur", "Hydra", "S.H.I.E.L.D.", "X-Force", "X-Factor", "Weapon X", "A-Force",
            "Power Pack",
            "Cloak and Dagger", "Orchis", "Hydra’s Avengers", "Generation X", "Strange Academy", "Avengers Academy", "",
        ])
    func noArticle(_ team: String) { #expect(HeroFilter.withArticle(team) == team) }
}

@Suite("Lists of heroes that are narrowed and ordered")
struct NarrowedListTests {
    private static let villains = HeroFilter(team: 5, side: .villain)

    static let source: ScriptedSource = {
        var source = ScriptedSource.withEvent
        source.choices.orders = [.known, .first]
        (source.choices.hasTeams, source.choices.hasSides, source.choices.hasGenders) = (true, true, true)
        source.choices.decades = [1960, 1970]
        let teams = [("X-Men", 6), ("New <Avengers>", 5)]
        let facts = HeroFacts(teams: teams.map { .init(TopicReference($0, TopicID(.teams, $1))) })
        source.heroes.append(Hero(id: 900, name: "Zed", facts: facts))
        source.narrowed[villains] = (1...25).map { Hero(id: $0, name: "Hero \($0)") }
        source.narrowed[HeroFilter(decade: 1960)] = [ScriptedSource.spider]
        return source
    }()

    private static let site = Result { try SiteUnderTest(source) }

    private func text(_ target: String) async throws -> String {
        try await Self.site.get().get(target, .of(["Host": "heroes.example"])).text
    }

    @Test("say in words what they are, above twenty heroes a page")
    func words() async throws {
        let page = try await text("/heroes?team=5&side=villain&sort=known")
        expectText(
            page,
            has: [
                "<h1>Villains of New &lt;Avengers&gt;</h1>", "Best known first · 25 villains",
                "<title>Villains of New &lt;Avengers&gt; · MarvelHeroes</title>",
                "content=\"Villains of New &lt;Avengers&gt;: see the comics they appear in, and keep your favourites.\"",
                "href=\"/heroes?team=5&amp;side=villain&amp;sort=known&amp;page=2\"", "id=\"hero-25\"",
            ], lacks: ["id=\"hero-5\"", "noindex"])
    }

    @Test(
        "are canonical without an order, which hearts keep",
        arguments: [
            ("/heroes?sort=known", "/heroes", "/heroes?sort=known"), ("/heroes?sort=name", "/heroes", "/heroes"),
            ("/heroes?sort=x", "/heroes", "/heroes"),
            (
                "/heroes?sort=first&team=5&side=villain&page=2", "/heroes?team=5&side=villain&page=2",
                "/heroes?team=5&side=villain&sort=first&page=2"
            ),
        ])
    func canonical(target: String, canonical: String, back: String) async throws {
        let page = try await text(target)
        func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;") }
        expectText(
            page,
            has: [
                "<link rel=\"canonical\" href=\"http://heroes.example\(escaped(canonical))\">",
                "name=\"back\" value=\"\(escaped(back))\"",
            ])
    }

    @Test("have menus of links that keep the other choices, and whose first one removes the choice")
    func menus() async throws {
        let page = try await text("/heroes?team=5&side=villain&sort=known&page=2").replacing("&amp;", with: "&")
        let menus = page.matches(of: /<details class="choice" name="choice"><summary>(.*?)<\/summary>/).map { $0.1 }
        #expect(menus == ["Best known", "Villains", "Decade", "New &lt;Avengers&gt;"])
        expectText(
            page,
            has: [
                "href=\"/heroes?team=5&side=villain\">A–Z<",
                "href=\"/heroes?team=5&side=villain&sort=known\" aria-current=\"true\">Best known<",
                "href=\"/heroes?team=5&side=villain&sort=first\">First appearance<",
                "href=\"/heroes?team=5&sort=known\">Everyone<",
                "href=\"/heroes?team=5&side=villain&sort=known\" aria-current=\"true\">Villains<",
                "href=\"/heroes?team=5&side=villain&gender=female&sort=known\">Women<",
                "href=\"/heroes?team=5&side=villain&decade=1970&sort=known\">1970s<",
                "href=\"/heroes?side=villain&sort=known\">Any team<",
                "href=\"/heroes?team=6&side=villain&sort=known\">X-Men<", "href=\"/teams\">All teams<",
            ])
    }

    @Test("without heroes say so, lead to a wider list, and are for no search engine")
    func none() async throws {
        for (target, next) in [
            ("/heroes?team=5&gender=male", "/heroes?team=5\">See all heroes of New &lt;Avengers&gt;"),
            ("/heroes?decade=1970", "/heroes\">See all heroes"), ("/heroes?decade=1890", "/heroes\">See all heroes"),
        ] {
            let response = try await Self.site.get().get(target)
            #expect(response.status == .ok)
            try await expectText(response.text, has: ["No such heroes", "noindex", next])
        }
    }

    @Test(
        "that nobody links to are answered, too",
        arguments: [
            ("/heroes?team=404", 404), ("/heroes?team=999999999999999999", 404), ("/heroes?team=x", 400),
            ("/heroes?team=5&side=villain&page=3", 404), ("/heroes?side=x&decade=1955&sort=x", 200),
        ])
    func odd(target: String, status: Int) async throws {
        #expect(try await Self.site.get().get(target).status.code == status)
    }

    @Test("the heroes before and after a hero are those of the list")
    func neighbours() async throws {
        let from = "from=%2Fheroes%3Fteam%3D5%26side%3Dvillain%26sort%3Dknown"
        let page = try await text("/heroes/6-hero-6?\(from)")
        expectText(page, has: ["/heroes/7-hero-7?\(from)\"", "/heroes/5-hero-5?\(from)%26page%3D2\""])
    }

    @Test("a hero's page names the list that it leads back to")
    func back() async throws {
        var source = Self.source
        source.cachedTopics = [ScriptedSource.team]
        let from = "from=%2Fheroes%3Fteam%3D5%26side%3Dvillain%26sort%3Dknown"
        let page = try await SiteUnderTest(source).get("/heroes/1009610-spider-man?\(from)").text
        let link = "/heroes?team=5&amp;side=villain&amp;sort=known#hero-1009610\">Villains of New &lt;Avengers&gt;"
        expectText(page, has: [link])
    }

    @Test(
        "a source without them has no menus, and redirects to all heroes",
        arguments: ["sort=known", "side=villain", "gender=male", "decade=1960", "team=5", "team=5&sort=first&page=2"])
    func unsupported(query: String) async throws {
        let site = try SiteUnderTest(ScriptedSource.withEvent)
        let response = await site.get("/heroes?\(query)")
        #expect(response.status == .found)
        #expect(response.fields[.location] == "/heroes")
        try await expectText(site.get("/heroes").text, has: [], lacks: ["class=\"choice"])
    }

    @Test("the sitemap has those with one side, gender or decade")
    func sitemap() async throws {
        let site = try SiteUnderTest(Self.source)
        let sitemap = await site.get("/sitemap.xml", .of(["Host": "heroes.example"]))
        let lists = try await sitemap.text.matches(of: /example(\/heroes\?[^<]*)</).map { String($0.1) }
        let queries = ["side=hero", "side=villain", "gender=female", "gender=male", "decade=1960", "decade=1970"]
        #expect(lists == queries.map { "/heroes?\($0)" })
    }
}
