import Testing

@testable import Gateway

@Suite("The order of lists")
struct OrderTests {
    @Test(
        "follows orderBy, then the default order",
        arguments: [
            ("comics", [1004, 1003, 1002, 1001, 1000, 1005]),
            ("comics?orderBy=-onsaleDate", [1004, 1003, 1002, 1001, 1000, 1005]),
            ("comics?orderBy=onsaleDate", [1000, 1001, 1002, 1003, 1004, 1005]),
            ("comics?orderBy=issueNumber", [1003, 1004, 1001, 1005, 1002, 1000]),
            ("comics?orderBy=-issueNumber,title", [1000, 1002, 1005, 1001, 1004, 1003]),
            ("comics?orderBy=title", [1000, 1004, 1005, 1003, 1001, 1002]),
            ("comics?orderBy=-title", [1002, 1001, 1003, 1005, 1004, 1000]),
            ("comics?orderBy=focDate", [1004, 1003, 1002, 1001, 1000, 1005]),
            ("comics?orderBy=-modified", [1005, 1000, 1001, 1002, 1003, 1004]),
            ("comics?orderBy=title,title,-title", [1000, 1004, 1005, 1003, 1001, 1002]),
            ("characters?orderBy=name&limit=3", [10, 4, 7]), ("characters?orderBy=-name&limit=3", [11, 5, 2]),
            ("characters?orderBy=-modified&limit=3", [2, 1, 11]), ("characters?orderBy=modified&limit=2", [10, 4]),
            ("events", [201, 200]), ("events?orderBy=-name", [200, 201]), ("events?orderBy=startDate", [200, 201]),
            ("events?orderBy=-startDate", [200, 201]), ("events?orderBy=modified,-name", [200, 201]),
            ("series", [100, 102, 101]), ("series?orderBy=startYear", [100, 101, 102]),
            ("series?orderBy=-startYear", [102, 101, 100]), ("series?orderBy=-title", [101, 102, 100]),
            ("stories", [5000, 5001, 5002]), ("stories?orderBy=-id", [5002, 5001, 5000]),
            ("stories?orderBy=modified", [5000, 5001, 5002]), ("creators", [31, 30, 32]),
            ("creators?orderBy=firstName", [32, 30, 31]), ("creators?orderBy=-lastName", [32, 30, 31]),
            ("creators?orderBy=-suffix,-middleName", [32, 30, 31]), ("creators?orderBy=middleName", [31, 30, 32]),
        ])
    func order(target: String, expected: [Int]) async throws {
        let ids = try await GatewayClient().ids(target)
        #expect(ids == expected)
    }

    @Test(
        "follows the next key if names or titles are equal",
        arguments: [
            ("characters?orderBy=name,modified", [3, 1, 4, 2]), ("characters?orderBy=name,-modified", [3, 2, 4, 1]),
            ("characters?orderBy=-name,modified", [1, 4, 2, 3]), ("characters?orderBy=-name,-modified", [2, 4, 1, 3]),
            ("comics?orderBy=title,-modified", [12, 11, 10]), ("comics?orderBy=-title,modified", [10, 11, 12]),
            ("comics?orderBy=title,modified", [11, 12, 10]), ("comics?orderBy=-title,-modified", [10, 12, 11]),
            ("events?orderBy=name,startDate", [21, 20]), ("events?orderBy=name,-startDate", [20, 21]),
            ("series?orderBy=title,-modified", [31, 30]), ("series?orderBy=title,modified", [30, 31]),
            ("stories?orderBy=-id,modified", [41, 40]),
        ])
    func ties(target: String, expected: [Int]) async throws {
        func record(_ kind: String, _ id: Int, _ fields: String) -> String {
            #"{"id":\#(id),"resourceURI":"http://gateway.marvel.com/v1/public/\#(kind)/\#(id)",\#(fields)}"#
        }
        let records = [
            record("characters", 1, #""name":"Jean Grey","modified":"2012-01-01T00:00:00-0500""#),
            record("characters", 2, #""name":"Jean Grey","modified":"2014-01-01T00:00:00-0500""#),
            record("characters", 3, #""name":"Hulk","modified":"2013-01-01T00:00:00-0500""#),
            record("characters", 4, #""name":"JEAN GREY","modified":"2014-01-01T00:00:00-0500""#),
            record("comics", 10, #""title":"Hulk (2008) #10","modified":"2012-01-01T00:00:00-0500""#),
            record("comics", 11, #""title":"Hulk (2008) #9","modified":"2012-01-01T00:00:00-0500""#),
            record("comics", 12, #""title":"Hulk (2008) #9","modified":"2014-01-01T00:00:00-0500""#),
            record("events", 20, #""title":"Siege","start":"2012-01-01 00:00:00""#),
            record("events", 21, #""title":"Siege","start":"2010-01-01 00:00:00""#),
            record("series", 30, #""title":"X (2001)","startYear":2001,"modified":"2012-01-01T00:00:00-0500""#),
            record("series", 31, #""title":"X (2001)","startYear":2001,"modified":"2014-01-01T00:00:00-0500""#),
            record("stories", 40, #""title":"A""#), record("stories", 41, #""title":"A""#),
        ]
        #expect(try await ImportFixture("[\(records.joined(separator: ","))]").client.ids(target) == expected)
    }

    @Test(
        "of issues is by number, also with fractions", arguments: ["comics", "comics?orderBy=title"])
    func issues(target: String) async throws {
        let numbers = [
            "-1", "0", "0.1", ".2", "¼", "½", "0.75", "1", "1.25", "1½", "1.MU", "2", "19", "19.HU", "20.INH", "100",
        ]
        let comics = numbers.enumerated().reversed().map { index, number in
            #"{"id":\#(99 - index),"title":"Hulk (2008) #\#(number)","resourceURI":"\#(RecordedJSON.base)/comics/\#(99 - index)"}"#
        }
        let imported = try ImportFixture("[\(comics.joined(separator: ","))]")
        let titles = try await imported.client.results(target).map { $0["title"]?.text }
        #expect(titles == numbers.map { "Hulk (2008) #\($0)" })
    }

    @Test("of comics by date puts one without a date after the lower numbers of its series, else at the end")
    func dates() async throws {
        let dates = [(1, "2013-03-06"), (10, "2013-06-19"), (6, "-0001-11-30"), (0, ""), (7, "")]
        let comics = dates.map { number, date in
            let dates = date.isEmpty ? "" : #","dates":[{"type":"onsaleDate","date":"\#(date)T00:00:00-0400"}]"#
            let series = #""series":{"resourceURI":"\#(RecordedJSON.base)/series/5","name":"Age of Ultron (2013)"}"#
            return
                #"{"id":\#(50 - number),"title":"Age of Ultron (2013) #\#(number)","issueNumber":\#(number),\#(series)\#(dates)}"#
        }
        let other = #"{"id":4,"title":"A (2010) #1","resourceURI":"\#(RecordedJSON.base)/comics/4"}"#
        let imported = try ImportFixture("[\(other),\(comics.joined(separator: ","))]")
        #expect(try await imported.client.ids("comics?orderBy=onsaleDate") == [50, 49, 44, 43, 40, 4])
    }

    @Test(
        "by date puts a month on a cover two months earlier, a year in a title first, and an event's own comics in line"
    )
    func partialDates() async throws {
        var catalogue = Catalogue()
        let series = [(1, "A (1990)", 1990), (2, "B (1991)", 1991), (3, "C (1990)", 1990)]
            .map { #"{"id":\#($0),"title":"\#($1)","startYear":\#($2),"endYear":1999}"# }
        let comics = [
            (10, "A (1990) #1", 1, #""coverDate":"1991-01""#), (11, "B (1991) #1", 2, ""),
            (12, "C (1990) #1", 3, #""onsale":"1990-11""#), (13, "C (1990) #2", 3, #""onsale":"1990-12-01""#),
        ].map {
            #"{"id":\#($0),"title":"\#($1)","issueNumber":\#($1.hasSuffix("2") ? 2 : 1),"series":\#($2)\#($3.isEmpty ? "" : ",")\#($3)}"#
        }
        for (file, records) in [("series", series), ("comics", comics)] {
            try catalogue.add(Array("[\(records.joined(separator: ","))]".utf8), file: "\(file).json")
        }
        try catalogue.add(Array(#"[{"id":5,"title":"War","core":[12,10]}]"#.utf8), file: "events.json")
        let archive = try Archive()
        try archive.add(catalogue)
        let client = GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
        #expect(try await client.ids("comics?orderBy=onsaleDate") == [12, 10, 13, 11])
    }

    @Test(
        "of an event's comics by date has its own ones in the order in which they are read",
        arguments: [238, 9_000_006])
    func readingOrder(event: Int) async throws {
        let catalogue = try BundledCatalogue.catalogue.get()
        let core = try #require(catalogue.items(.events).first { $0.id == event }).core
        let ids = try await BundledCatalogue.client.get().ids("events/\(event)/comics?orderBy=onsaleDate&limit=100")
        #expect(core.count > 6)
        #expect(ids.filter(core.contains) == core)
    }

    @Test("of a creator's characters is by their number of comics by the creator, then by name")
    func charactersOfCreators() async throws {
        let comics = [(1, [3, 2]), (2, [3, 1]), (3, [3]), (4, [2]), (5, [4])].map { id, heroes in
            ArchiveEntry(
                kind: .comics, id: id, fields: ["title": .string("\(id)")],
                links: heroes.map { ArchiveEntry.Link(kind: .characters, id: $0) }
                    + (id == 5 ? [] : [ArchiveEntry.Link(kind: .creators, id: 30, role: "writer")]))
        }
        let heroes = (1...4).map { ArchiveEntry(kind: .characters, id: $0, fields: ["name": .string("\($0)")]) }
        let archive = try Archive()
        try archive.add(comics + heroes + [ArchiveEntry(kind: .creators, id: 30, fields: [:])], marvel: false)
        let client = GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
        #expect(try await client.ids("creators/30/characters") == [3, 2, 1])
        #expect(try await client.ids("creators/30/characters?orderBy=name&limit=2") == [1, 2])
        #expect(try await client.ids("characters/1/creators") == [30])
    }

    // As in the live service's list of a character.
    @Test("of series is by title without years, then the latest first")
    func series() async throws {
        let titles = [
            "A-Next (1998 - 1999)", "AGE OF HEROES TPB (2011)", "Amazing Spider-Man (1999 - 2013)",
            "AMAZING SPIDER-MAN 0: NEW AVENGERS (2005)", "Amazing Spider-Man Annual (2012)",
            "Amazing Spider-Man Annual (2010)", "Amazing Spider-Man Annual (1964 - 2018)", "Annihilators (2011)",
            "Captain America (2002 - 2004)", "Captain America & the Falcon (2004 - 2005)",
        ]
        let records = titles.enumerated().map { index, title in
            let year = Columns.startYear(title)
            return #"{"id":\#(100 - index),"title":"\#(title)","startYear":\#(year),\#(Self.hero)}"#
        }
        let imported = try ImportFixture("[\(RecordedJSON.character(1, "A")),\(records.joined(separator: ","))]")
        for target in ["series", "characters/1/series", "series?orderBy=title"] {
            let listed = try await imported.client.results(target)
            #expect(listed.map { $0["title"]?.text } == titles)
        }
        let items = try await imported.only("characters/1")["series"]?["items"]?.elements ?? []
        #expect(items.map { $0["name"]?.text } == titles)
    }

    private static let hero = RecordedJSON.summary("series/1", "characters", [(1, "A")])
}
