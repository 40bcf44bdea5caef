import Basics
import FoundationEssentials
import HTTPTypes
import Testing

@testable import Gateway

@Suite("Facts of a character")
struct FactsTests {
    private static let heroes = #"""
        [{"id":1,"name":"Spider-Man","thumbnail":false,"realName":"Peter Parker","aliases":["Spidey","Webhead"],
        "teams":["Avengers"],"firstAppearance":"Amazing Fantasy (1962) #15"},
        {"id":2,"name":"Beast","thumbnail":false,"firstAppearance":"X-Men (1963) #1"},
        {"id":4,"name":"Bishop","thumbnail":false,"firstAppearance":"Uncanny X-Men (1981) #282"},{"id":3,"name":"Cable","thumbnail":false},
        {"id":5,"name":"Domino","thumbnail":false}]
        """#
    private static let comics = #"""
        [{"id":7,"title":"Amazing Fantasy (1962) #15","issueNumber":15,"series":5,"characters":[1,3]},
        {"id":6,"title":"Amazing Fantasy (1962) #150","issueNumber":150,"series":5,"characters":[1,3]}]
        """#
    private static let spiderMan = #"""
        ,"facts":{"realName":"Peter Parker","aliases":["Spidey","Webhead"],"teams":[
        {"resourceURI":"http://test/v1/public/teams/1939208551","name":"Avengers"}],
        "firstAppearance":{"resourceURI":"http://test/v1/public/comics/7","name":"Amazing Fantasy (1962) #15"},
        "companions":[{"resourceURI":"http://test/v1/public/characters/3","name":"Cable",
        "thumbnail":{"path":"http://test/images/image_not_available","extension":"jpg"}}]}}
        """#.replacing("\n", with: "")
    private static let series = #"[{"id":5,"title":"X-Men (1963 - 1981)","startYear":1963,"endYear":1981}]"#

    private func add(_ archive: Archive) throws {
        var catalogue = Catalogue()
        try catalogue.add(Array(Self.heroes.utf8), file: "characters.json")
        try catalogue.add(Array(Self.comics.utf8), file: "comics.json")
        try catalogue.add(Array(Self.series.utf8), file: "series.json")
        try archive.add(catalogue)
    }

    private func client(_ archive: Archive) -> GatewayClient {
        GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    private func client() throws -> GatewayClient {
        let archive = try Archive()
        try add(archive)
        return client(archive)
    }

    @Test("follow the other members if they are requested")
    func member() async throws {
        let client = try client()
        let plain = await client.get("/v1/public/characters/1").text
        let withFacts = await client.get("/v1/public/characters/1?facts=true").text
        let urls = #"spider-man"}]"#
        #expect(plain.hasSuffix(urls + "}]}}"))
        #expect(withFacts.hasSuffix(#"\#(urls)\#(Self.spiderMan)]}}"#), "\(withFacts)")
    }

    @Test("that are unknown are absent, and a first appearance without a comic has the link to its series, if any")
    func unknown() async throws {
        let client = try client()
        let beast = try await client.results("characters/2?facts=true")[0]["facts"]
        let first: JSON = ["resourceURI": "http://test/v1/public/series/5", "name": "X-Men (1963) #1"]
        #expect(beast == ["firstAppearance": first])
        let bishop = try await client.results("characters/4?facts=true")[0]["facts"]
        #expect(bishop == ["firstAppearance": ["name": "Uncanny X-Men (1981) #282"]])
        #expect(try await client.results("characters/5?facts=true")[0]["facts"] == nil)
    }

    @Test("have the makers of the first comic but of its cover, and the characters with the same name before brackets")
    func makers() async throws {
        var catalogue = Catalogue()
        let files = [
            "characters": #"""
            [{"id":1,"name":"Nova","thumbnail":false,"firstAppearance":"Nova (1976) #1"},
            {"id":2,"name":"Nova (Sam Alexander)","thumbnail":false,"realName":"Sam"},
            {"id":3,"name":"Novak","thumbnail":false,"firstAppearance":"Nova (1976) #2"}]
            """#,
            "comics": #"""
            [{"id":7,"title":"Nova (1976) #1","issueNumber":1,"series":5,"characters":[1],"creators":[
            {"id":30,"role":"penciller"},{"id":31,"role":"writer"},{"id":32,"role":"letterer"}]}]
            """#,
            "series": #"[{"id":5,"title":"Nova (1976 - 1979)","startYear":1976,"endYear":1979}]"#,
            "creators": #"""
            [{"id":30,"firstName":"John","lastName":"Buscema"},{"id":31,"firstName":"Marv","lastName":"Wolfman"},
            {"id":32,"firstName":"Joe","lastName":"Rosen"},
                {"id":33,"firstName":"Rich","lastName":"Buckler"}]
            """#,
            "stories": #"""
            [{"id":8,"title":"cover","type":"cover","comic":7,"creators":[{"id":33,"role":"penciller"}]},
            {"id":9,"title":"story","type":"story","comic":7,"creators":[{"id":30,"role":"penciller"}]}]
            """#,
        ]
        for (kind, text) in files { try catalogue.add(Array(text.utf8), file: "\(kind).json") }
        let archive = try Archive()
        try archive.add(catalogue)
        func names(_ id: Int, _ list: String) async throws -> [String]? {
            try await client(archive).results("characters/\(id)?facts=true")[0]["facts"]?[list]?.elements
                .compactMap { $0["name"]?.text }
        }
        #expect(try await names(1, "creators") == ["Marv Wolfman", "John Buscema"])
        #expect(try await names(1, "namesakes") == ["Nova (Sam Alexander)"])
        #expect(try await names(2, "namesakes") == ["Nova"])
        #expect(try await names(3, "creators") == nil, "only the series is known")
        #expect(try await names(3, "namesakes") == nil)
    }

    @Test("are sent by every list of characters", arguments: ["characters", "comics/7/characters"])
    func lists(list: String) async throws {
        let client = try client()
        let plain = try await client.results(list)
        let withFacts = try await client.results(list + "?facts=true")
        #expect(plain.count == withFacts.count)
        #expect(plain.count > 1)
        #expect(plain.allSatisfy { $0["facts"] == nil })
        let hero = withFacts.first { $0["id"]?.int == 1 }
        #expect(hero?["facts"]?["aliases"]?.elements == [.string("Spidey"), .string("Webhead")])
    }

    @Test(
        "are refused with other values and by other endpoints",
        arguments: [
            ("characters?facts=", "facts cannot be blank if it is set"),
            ("characters/1?facts=", "facts cannot be blank if it is set"),
            ("characters?facts=1", "You must pass at least one valid facts if you set the facts filter."),
            ("characters/1?facts=false", "You must pass at least one valid facts if you set the facts filter."),
            ("characters/1?facts=true&name=x", "We don't recognize the parameter name"),
            ("comics?facts=true", "We don't recognize the parameter facts"),
            ("comics/7?facts=true", "We don't recognize the parameter facts"),
            ("characters/1/comics?facts=1", "You must pass at least one valid facts if you set the facts filter."),
        ])
    func refused(target: String, message: String) async throws {
        let response = await (try client()).get("/v1/public/" + target)
        #expect(response.status == .conflict)
        #expect(response.text == #"{"code":409,"status":"\#(message)"}"#)
    }

    @Test("are announced by a link in responses with characters")
    func link() async throws {
        let link = try #require(HTTPField.Name("Link"))
        let client = try client()
        for target in ["characters", "characters/1", "comics/7/characters"] {
            let fields = await client.get("/v1/public/" + target).fields
            let links = [("search?q=", "search"), ("teams", "teams"), ("characters?decade=1960", "decade")]
                .map { #"<http://test/v1/public/\#($0)>; rel="\#($1)""# }
            #expect(fields[link] == links.joined(separator: ", "))
        }
        for target in ["comics", "characters/1/comics", "characters/99"] {
            #expect(await client.get("/v1/public/" + target).fields[link] == nil)
        }
        let fields = try await GatewayClient().get("/v1/public/characters").fields
        #expect(fields[link]?.hasSuffix(#"rel="search", <http://test/v1/public/creators>; rel="creators""#) == true)
    }

    @Test("are imported from recorded responses, and stay if another copy has none")
    func imported() async throws {
        let recorded = await (try client()).get("/v1/public/characters?facts=true").text
        let imported = try ImportFixture(["a.json": recorded, "b.json": RecordedJSON.character(1, "Spider-Man")])
        let facts = try await imported.client.results("characters/1?facts=true")[0]["facts"]
        #expect(facts?["realName"]?.text == "Peter Parker")
        #expect(facts?["firstAppearance"]?["resourceURI"]?.text == "http://test/v1/public/comics/7")
        let invalid =
            RecordedJSON.character(2, "B").dropLast()
            + #","facts":{"realName":5,"aliases":[1,"Bee"],"teams":["X-Men"]}}"#
        let client = try ImportFixture(String(invalid)).client
        let bee = try await client.results("characters/2?facts=true")[0]["facts"]
        #expect(bee?["realName"] == nil)
        #expect(bee?["aliases"] == .array(["Bee"]))
        #expect(bee?["teams"]?.elements.map { $0["name"] } == ["X-Men"])
    }

    @Test(
        "are checked when the catalogue is loaded",
        arguments: [
            (#""realName":5"#, #""realName" must be a string that is not blank"#),
            (#""realName":" ""#, #""realName" must be a string that is not blank"#),
            (#""aliases":"Spidey""#, #""aliases" must be a list of strings that are not blank"#),
            (#""teams":[""]"#, #""teams" must be a list of strings that are not blank"#),
            (#""side":"evil""#, #""side" must be hero, villain or both"#),
            (#""gender":true"#, #""gender" must be female or male"#),
            (#""firstAppearance":["A"]"#, #""firstAppearance" must be a string that is not blank"#),
        ])
    func checked(field: String, message: String) throws {
        var catalogue = Catalogue()
        do throws(CatalogueError) {
            try catalogue.add(
                Array(#"[{"id":1,"name":"A","thumbnail":false,\#(field)}]"#.utf8), file: "characters-a.json")
            Issue.record("\(field) was accepted")
        } catch {
            #expect(error.description == "characters-a.json: record 1 (id 1): \(message)")
        }
    }
}
