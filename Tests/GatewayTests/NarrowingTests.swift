import HTTP
import HTTPTypes
import Testing

@testable import Gateway

@Suite("Lists of characters by side, gender, decade and team")
struct NarrowingTests {
    /// Two Aces of the team that fights the Bads and Gus; Ed is an enemy of both, Fay of one.
    private static let characters = #"""
        [{"id":1,"name":"Ada","thumbnail":false,"side":"hero","gender":"female","teams":["Aces"],"firstAppearance":"One (1962) #1"},
        {"id":2,"name":"Bo","thumbnail":false,"side":"hero","gender":"male","teams":["Aces"],"firstAppearance":"Two (1969) #7"},
        {"id":3,"name":"Cy","thumbnail":false,"side":"villain","teams":["Aces"],"firstAppearance":"One (1962) #9"},
        {"id":4,"name":"Di","thumbnail":false,"side":"both","gender":"female","firstAppearance":"One (1962) #3"},
        {"id":5,"name":"Ed","thumbnail":false,"side":"villain","gender":"male"},
        {"id":6,"name":"Fay","thumbnail":false,"side":"villain","gender":"female"},
        {"id":7,"name":"Gus","thumbnail":false,"side":"villain","gender":"male"},
        {"id":8,"name":"Hal","thumbnail":false,"side":"villain","gender":"male","teams":["Bads"]},
        {"id":9,"name":"Ivo","thumbnail":false,"teams":["Bads"]}]
        """#
    private static let teams = #"""
        [{"id":77,"name":"Aces","description":"They win.","enemies":["Gus","Bads"]},
        {"id":78,"name":"Bads","description":"They lose.","enemies":["Aces","Di"]}]
        """#
    private static let relations = #"""
        [{"hero":1,"other":5,"kind":"enemy","reason":"stole her hat"},{"hero":5,"other":2,"kind":"enemy","reason":"stole his hat"},
        {"hero":1,"other":6,"kind":"enemy","reason":"stole her hat"},{"hero":1,"other":2,"kind":"enemy","reason":"stole her hat"},
        {"hero":1,"other":4,"kind":"ally","reason":"gave her hats"},{"hero":2,"other":4,"kind":"ally","reason":"gave him hats"}]
        """#
    private static let comics = #"""
        [{"id":10,"title":"One (1962) #1","issueNumber":1,"series":20,"onsale":"1962-06-05"},
        {"id":11,"title":"One (1962) #3","issueNumber":3,"series":20,"onsale":"1962-08-05"},
        {"id":12,"title":"Two (1969) #5","issueNumber":5,"series":21,"onsale":"1970-01-05"},
        {"id":13,"title":"Two (1969) #8","issueNumber":8,"series":21,"onsale":"1970-04-05"}]
        """#
    private static let series = #"""
        [{"id":20,"title":"One (1962 - 1965)","startYear":1962,"endYear":1965},
        {"id":21,"title":"Two (1969 - 1984)","startYear":1969,"endYear":1984}]
        """#

    private static let client = Result {
        var catalogue = Catalogue()
        for (file, text) in [
            ("characters", characters), ("teams", teams), ("relations", relations), ("comics", comics),
            ("series", series),
        ] {
            try catalogue.add(Array(text.utf8), file: "\(file).json")
        }
        let archive = try Archive()
        try archive.add(catalogue)
        return GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    @Test(
        "have those that all filters let through",
        arguments: [
            ("side=hero", [1, 2, 4]), ("side=villain", [3, 4, 5, 6, 7, 8]), ("side=VILLAIN&gender=female", [4, 6]),
            ("gender=male", [2, 5, 7, 8]), ("gender=female&side=hero", [1, 4]), ("side=hero&nameStartsWith=b", [2]),
            ("decade=1960", [1, 3, 4]), ("decade=1970", [2]), ("decade=1980", []),
            ("decade=1960&side=villain", [3, 4]),
            ("teams=77", [1, 2, 3]), ("teams=77&side=hero", [1, 2]), ("teams=77&gender=female", [1]),
            ("teams=77&side=villain", [3, 5, 7, 8]), ("side=villain&teams=77&gender=male", [5, 7, 8]),
            ("teams=78&side=villain", [8]), ("teams=77,78&side=villain", [3, 5, 7, 8]), ("teams=79&side=villain", []),
            ("comics=10&side=villain", []),
        ])
    func filters(query: String, expected: [Int]) async throws {
        #expect(try await Self.client.get().ids("characters?\(query)") == expected)
        #expect(try await Self.client.get().data("characters?\(query)")["total"]?.int == expected.count)
    }

    @Test(
        "are ordered by the first appearance, those without a day last",
        arguments: [
            ("orderBy=firstAppearance", [1, 3, 4, 2, 5, 6, 7, 8, 9]),
            ("orderBy=firstAppearance,-name", [1, 4, 3, 2, 9, 8, 7, 6, 5]),
            ("orderBy=-firstAppearance&decade=1960", [4, 3, 1]), ("orderBy=firstAppearance&side=hero", [1, 4, 2]),
        ])
    func orders(query: String, expected: [Int]) async throws {
        #expect(try await Self.client.get().ids("characters?\(query)") == expected)
    }

    @Test("show the villains that a team fights nowhere else")
    func foes() async throws {
        let client = try Self.client.get()
        #expect(try await client.ids("teams/77/characters") == [1, 2, 3])
        #expect(try await client.ids("teams/77/characters?side=villain") == [3, 5, 7, 8])
        #expect(try await client.ids("characters/5/teams") == [])
        let team = try await client.results("teams/77")[0]
        #expect(team["characters"]?["available"]?.int == 3)
    }

    @Test(
        "refuse other values",
        arguments: [
            "side=both", "side=", "gender=x", "decade=1965", "decade=60s", "decade=0", "decade=-1960",
            "decade=99999999999999999999", "orderBy=first",
        ])
    func refused(query: String) async throws {
        let client = try Self.client.get()
        #expect(await client.get("/v1/public/characters?\(query)").status == .conflict)
        #expect(await client.get("/v1/public/comics?\(query)").status == .conflict)
    }

    @Test("are announced as far as the archive has such characters")
    func announced() async throws {
        let name = try #require(HTTPField.Name("Link"))
        let links = try await Self.client.get().get("/v1/public/characters/1").fields[name] ?? ""
        let expected = [
            ("search?q=", "search"), ("teams", "teams"), ("characters?side=", "side"), ("characters?gender=", "gender"),
            ("characters?decade=1960", "decade"), ("characters?decade=1970", "decade"),
        ]
        let lines = expected.map { path, relation in #"<http://test/v1/public/\#(path)>; rel="\#(relation)""# }
        #expect(links == lines.joined(separator: ", "))
        let imported = try ImportFixture(RecordedJSON.character(1, "Spider-Man")).client
        #expect(await imported.get("/v1/public/characters").fields[name] == lines[0])
    }

    @Test("know sides and genders as facts, which an import keeps")
    func facts() async throws {
        let client = try Self.client.get()
        let facts = try await client.results("characters/4?facts=true")[0]["facts"]
        #expect(facts?["side"]?.text == "both")
        #expect(facts?["gender"]?.text == "female")
        #expect(try await client.results("characters/4")[0]["facts"] == nil)
        let imported = try ImportFixture(await client.get("/v1/public/characters?facts=true").text).client
        #expect(try await imported.ids("characters?side=hero") == [1, 2, 4])
    }

    @Test(
        "are of the decade of the first issue, or of the one that other issues and the years of the series leave",
        arguments: [
            ("One (1962) #1", 19_620_605), ("One (1962) #2", 19_620_605), ("One (1962) #9", 19_620_805),
            ("Two (1969) #1", 19_690_101), ("Two (1969) #4", nil), ("Two (1969) #6", 19_700_105),
            ("Two (1969) #99", nil), ("Three (1990) #1", 19_900_101), ("Three (1990) #2", nil), ("Three #1", nil),
            ("Three (1990)", nil),
        ])
    func days(title: String, day: Int?) async throws {
        let found = try await Self.client.get().gateway.archive.database.read { db in
            let series = [("One", 20), ("Two", 21)].first { title.hasPrefix($0.0) }.map { ObjectKey(.series, $0.1) }
            let key = title == "One (1962) #1" ? ObjectKey(.comics, 10) : series
            return try FirstDays(db).day(of: title, key)
        }
        #expect(found == day)
    }
}
