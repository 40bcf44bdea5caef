import Heroes
@testable import Site
import Testing

@Suite("Routes")
struct RouteTests {
    private static let event = TopicID(.events, 238)

    static let every: [Route] = [
        .home, .list(.all(page: 1)), .list(.all(page: 7)), .list(.search("spi", page: 1)),
        .list(.all(HeroFilter(team: 5, side: .hero, gender: .male, decade: 1960), by: .first, page: 2)),
        .list(.all(HeroFilter(), by: .known, page: 1)), .list(.all(HeroFilter(decade: 1990), page: 1)),
        .hero(1, slug: "x", from: .all(HeroFilter(team: 5, side: .villain), by: .known, page: 3)),
        .list(.search("Mr. & Mrs. +/?#%", page: 2)), .list(.search("Araña 蜘蛛", page: 1)), .hero(1_009_610, slug: nil),
        .hero(1_009_610, slug: "spider-man"), .hero(1, slug: "a-b"),
        .topics(.comics, of: .hero(1_009_610), slug: "spider-man", page: 1),
        .topics(.series, of: .hero(1), slug: nil, page: 12), .topics(.events, of: .hero(1), slug: "x", page: 2),
        .topics(.stories, of: .hero(1), slug: "x", page: 3), .topics(.comics, of: .topic(event), slug: "x", page: 1),
        .topics(.events, of: .topic(TopicID(.series, 1)), slug: nil, page: 2),
        .topics(.series, of: .source, slug: nil, page: 1), .topics(.comics, of: .source, slug: nil, page: 3),
        .topics(.comics, of: .search("a&b=c#"), slug: nil, page: 1),
        .topics(.events, of: .search("Araña"), slug: nil, page: 2),
        .list(.topic(event, slug: "civil-war", page: 1)), .list(.topic(TopicID(.comics, 1), slug: nil, page: 2)),
        .hero(1, slug: "x", from: .topic(event, slug: "civil-war", page: 2)),
        .document(.transitions([1, 2, 3], [])), .document(.transitions([1], [event, TopicID(.comics, 2)])),
        .document(.transitions([], [event])), .document(.hue(250)),
        .favourites(page: 1), .favourites(page: 3), .favourites(.toggle(1_009_610)), .favourites(.forget),
        .list(.letter("a", page: 1)), .list(.letter("a", page: 2)), .list(.letter("0-9", page: 1)),
        .list(.letter("0-9", page: 2)),
        .list(.letter("other", page: 2)), .list(.letter("z", page: 3)), .hero(.random), .document(.page(.about)),
        .hero(1, slug: "x", from: .all(page: 1)),
        .hero(1, slug: "x", from: .search("a&b=c#", page: 2)), .hero(1, slug: nil, from: .favourites(page: 2, .added)),
        .hero(1, slug: "x", from: .letter("b", page: 2)),
        .hero(1, slug: "x", from: .shared([1, 2], page: 2)), .hero(1, slug: "x", from: .favourites(page: 1, .name)),
        .favourites(page: 2, .name), .favourites(.export(.json)), .favourites(.export(.csv)), .favourites(.importList),
        .favourites(.clear), .favourites(.undo), .favourites(.code),
        .favourites(.move(code: nil)),
        .favourites(.move(code: "7Q2MX-0TB4K")), .list(.shared([1], page: 1)), .list(.shared([3, 2, 1], page: 2)),
        .topics(.comics, of: .hero(1), slug: "x", page: 2, from: .all(page: 7)),
        Initials("Æ1").map { .document(.initials($0)) } ?? .home, .document(.sitemap), .document(.robots),
        .document(.manifest), .document(.searchDescription),
        .document(.icon(.favicon)), .document(.icon(.touch)), .document(.icon(.precomposedTouch)),
        .document(.file("site.css")), .document(.file("a b/c.css")),
        .hero(.pathSearch(1, slug: "x", search: "a&b")), .hero(.related(1, slug: "x", .ally)),
        .hero(.path(1, slug: "x", to: 2, otherSlug: nil)),
        .topics(.readingList(.hero(1), slug: "x")), .topics(.readingList(.topic(event), slug: "x")),
    ]

    @Test("every route parses the address that it prints", arguments: every)
    func roundTrip(_ route: Route) throws {
        #expect(try Route(target: route.target) == route)
    }

    @Test(
        "addresses are printed as documented",
        arguments: [
            (Route.home, "/"), (.list(.all(page: 1)), "/heroes"),
            (.list(.all(page: 2)), "/heroes?page=2"),
            (
                .list(.all(HeroFilter(team: 5, side: .villain, gender: .female, decade: 1960), by: .known, page: 2)),
                "/heroes?team=5&side=villain&gender=female&decade=1960&sort=known&page=2"
            ),
            (.list(.search("spi", page: 3)), "/heroes?q=spi&page=3"), (.favourites(.toggle(5)), "/favourites/5"),
            (.hero(1_009_610, named: "Spider-Man"), "/heroes/1009610-spider-man"),
            (
                .topics(.comics, of: .hero(1_009_610), slug: "spider-man", page: 2),
                "/heroes/1009610-spider-man/comics?page=2"
            ),
            (.list(.topic(event, slug: "civil-war", page: 2)), "/events/238-civil-war?page=2"),
            (.topics(.comics, of: .topic(event), slug: "civil-war", page: 1), "/events/238-civil-war/comics"),
            (.topics(.series, of: .source, slug: nil, page: 2), "/series?page=2"),
            (.topics(.comics, of: .search("war"), slug: nil, page: 2), "/comics?q=war&page=2"),
            (.document(.transitions([1], [event])), "/heroes/transitions.css?ids=1&works=events-238"),
        ])
    func printed(_ route: Route, _ path: String) {
        #expect(route.target == path)
    }

    @Test(
        "an address that does not exist is unknown",
        arguments: [
            "/nowhere", "/heroes/1/villains", "/heroes/1/comics/2", "/favourites/1/2", "//heroes", "/heroes//1",
            "/heroes/9999999999999999999", "/heroes?page=99999999999", "heroes", "", "/Heroes",
            "/static/site.css/", "/static/a%2Fb.css", "/static/", "/static//site.css", "/heroes/a-z/ab",
            "/heroes/a-z/1", "/heroes/a-z/b/c", "/robots.txt/x", "/about/x",
            "/stories", "/stories/1", "/events/1/stories", "/events/1/comics/2",
            "/comics/1/events", "/series/1/series", "/event/1", "/Events", "/heroes/transitions.css?works=heroes-1",
            "/heroes/transitions.css?works=",
        ])
    func unknown(_ target: String) {
        #expect(throws: RouteError.unknown) { try Route(target: target) }
    }

    @Test(
        "an address with an invalid part is malformed",
        arguments: [
            "/heroes?page=0", "/heroes?page=-1", "/heroes?page=+2", "/heroes?page=2x", "/heroes?page=%00",
            "/heroes?page=02", "/heroes?page=1.5", "/heroes?page=２", "/heroes/spider-man", "/heroes/-1",
            "/heroes/0x10", "/heroes/12a", "/heroes/01", "/heroes/%2e%2e", "/favourites/x", "/favourites?page=x",
            "/heroes/1-a/comics?page=x", "/heroes/transitions.css", "/heroes/%zz", "/heroes?ids=,", "/heroes?ids=1-2",
            "/heroes?team=x", "/heroes?team=0", "/heroes?team=5-avengers",
            "/heroes/a-z?page=x", "/events/x", "/series/01-x", "/comics/1?page=0",
            "/events/1/comics?page=x", "/heroes/transitions.css?works=events-x",
        ])
    func malformed(_ target: String) {
        #expect {
            try Route(target: target)
        } throws: { error in
            if case RouteError.malformed(let sentence) = error { !sentence.isEmpty } else { false }
        }
    }

    @Test(
        "whitespace of any kind in a search is one blank, and invisible characters are removed",
        arguments: [
            "iron%09man", "iron%0D%0Aman", "iron%0Dman%0A", "%C2%A0iron%E3%80%80man", "iron%E2%80%AFman",
            "iron%20+%09man%C2%A0",
            "ir%00on+man", "%EF%BB%BFiron+man%E2%80%8B", "i%C2%ADron+man%E2%80%8E", "%E2%80%AEiron+%7Fman",
            "iron+man%E2%80%8D",
        ])
    func whitespace(query: String) throws {
        #expect(try Route(target: "/heroes?q=\(query)") == .list(.search("iron man", page: 1)))
        let comics = Route.topics(.comics, of: .search("iron man"), slug: nil, page: 1)
        #expect(try Route(target: "/comics?q=\(query)") == comics)
        #expect(comics.address.name == .search)
    }

    @Test(
        "an address that was pasted with the end of a sentence is the address",
        arguments: [
            "/heroes?page=2", "/heroes?ids=1009610,1009368", "/events", "/heroes/a-z/b",
            "/heroes/1009610", "/favourites/move?code=7Q2MX-0TB4K", "/about", "/events/238-civil-war/comics?page=2",
        ],
        [
            ".", ",", ")", ").", ",”", "%E2%80%9D", "%E2%80%9", "\"", "'>", "]", "!", "?!", "…", "%20", "%0A", "**",
            ";",
            "”.%20", "%",
        ])
    func pasted(_ address: String, end: String) throws {
        #expect(try Route(target: address + end) == Route(target: address))
    }

    @Test("the name of a file is exact", arguments: ["/static/site.css%2f", "/static/site.css.", "/static/site.css/"])
    func exactFile(target: String) throws { #expect((try? Route(target: target)) != .document(.file("site.css"))) }

    @Test(
        "heroes in a link may have blanks between them, and gaps",
        arguments: ["1,,2", ",1,2,", "1,%202", "1%2C2", "1+2", "1,2,%0A"])
    func sharedNumbers(ids: String) throws {
        #expect(try Route(target: "/heroes?ids=\(ids)") == .list(.shared([1, 2], page: 1)))
    }

    @Test("a long search is cut, by characters or by their bytes")
    func longSearch() throws {
        let (letters, flags) = (String(repeating: "a", count: 100), String(repeating: "🇩🇪", count: 50))
        #expect(try Route(target: "/heroes?q=\(letters)bc&page=2") == .list(.search(letters, page: 2)))
        #expect(try Route(target: "/heroes?q=\(flags)🇩🇪") == .list(.search(flags, page: 1)))
        let letter = String(repeating: "👩\u{200D}", count: 101)
        #expect(try Route(target: "/heroes?q=spi+\(letter)") == .list(.search("spi", page: 1)))
    }

    private static let others = String(repeating: "x=%&", count: 200)

    @Test(
        "a search is trimmed, letters are read in any case, and of several parameters the first counts",
        arguments: [
            ("/heroes?q=", Route.list(.all(page: 1))), ("/heroes?q=+++", .list(.all(page: 1))),
            ("/events?q=+", .topics(.events, of: .source, slug: nil, page: 1)),
            ("/heroes?q=+iron++man+&page=", .list(.search("iron man", page: 1))),
            ("/heroes?\(others)q=spi&page=2", .list(.search("spi", page: 2))),
            ("/heroes?page=2&page=3&q=a&q=b", .list(.search("a", page: 2))),
            ("/heroes?q=100%", .list(.search("100%", page: 1))),
            ("/heroes?q=caf%E9", .list(.search("caf\u{FFFD}", page: 1))), ("/heroes/a-z", .list(.letter("a", page: 1))),
            ("/heroes/a-z/B", .list(.letter("b", page: 1))), ("/heroes/a-z/Other", .list(.letter("other", page: 1))),
        ])
    func parsed(_ target: String, _ route: Route) throws { #expect(try Route(target: target) == route) }

    @Test(
        "`from` is ignored unless it is the address of a list, and so is a slug that the site would not make",
        arguments: [
            "x?from=/favourites/1", "x?from=https://evil.example/heroes", "x?from=", "x?from=//evil.example/heroes",
            "x?from=/heroes?page=x", "x?from=/heroes/2", "x?from=/heroes/2?from=/heroes", "x?from=javascript:alert(1)",
            "", "-", "A", "a%0D%0Ab", "a%C2%85", "a%2Fb", "a--b", "a-", "%E8%9C%98", "a_b", "a%20b",
        ])
    func ignored(_ end: String) throws {
        let slug = end.hasPrefix("x") ? "x" : nil
        #expect(try Route(target: "/heroes/1-\(end)") == .hero(1, slug: slug))
        if slug == nil {
            let section = Route.topics(.comics, of: .hero(1), slug: nil, page: 1)
            #expect(try Route(target: "/heroes/1-\(end)/comics") == section)
        }
    }

    @Test("a slug of a long name is valid, whatever its length", arguments: 60...90)
    func longSlug(length: Int) {
        for end in ["x x", " \u{C6}", " \u{FB03}", "\u{DF}", " \u{DE}\u{DE}"] {
            let slug = Slug.of(String(repeating: "a", count: length) + end)
            #expect(slug.utf8.count < 80)
            #expect(Slug.of(slug) == slug)
        }
    }

    @Test(
        "malformed queries that browsers really send do not break a page",
        arguments: [
            "utm_campaign=50%off", "fbclid=%zz", "%", "x=caf%E9", "&&=&a", "x=%00", "q=&q=b", "sort=age",
            "sort=&side=&team=&gender=&decade=", "side=x&gender=Female&sort=Known", "decade=1955", "decade=x",
            "decade=0",
            "decade=-10", "decade=99999999999999999999",
            String(repeating: "x=1&", count: 101), "page=&page=x",
        ])
    func unknownParameters(query: String) throws {
        #expect(try Route(target: "/heroes?\(query)") == .list(.all(page: 1)))
        #expect(try Route(target: "/favourites?\(query)") == .favourites(page: 1))
        #expect(try Route(target: "/heroes/1-x/comics?\(query)") == .topics(.comics, of: .hero(1), slug: "x", page: 1))
    }

    @Test(
        "a slug is the name in ASCII letters, digits and hyphens",
        arguments: [
            ("Spider-Man", "spider-man"), ("Araña", "arana"), ("Ms. Marvel (Kamala Khan)", "ms-marvel-kamala-khan"),
            ("T'Challa", "tchalla"), ("'Karolina Dean '", "karolina-dean"), ("3-D Man", "3-d-man"), ("蜘蛛", ""),
            ("ÆON Flüx", "aeon-flux"), ("Þór Weiß", "thor-weiss"), ("ﬁre Łódź", "fire-lodz"), ("Ｗａｓｐ", "wasp"),
            ("--", ""), ("<script>", "script"), ("O\u{0308}din", "odin"),
            (
                String(repeating: "long name ", count: 30),
                "long-name-long-name-long-name-long-name-long-name-long-name-long-name-long-name"
            ),
        ])
    func slug(_ name: String, _ slug: String) {
        #expect(Slug.of(name) == slug)
    }
}
