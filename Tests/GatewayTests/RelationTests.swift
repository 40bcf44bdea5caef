import Testing

@testable import Gateway

@Suite("Relations")
struct RelationTests {
    @Test("are valid in both directions and match the filters", arguments: Kind.allCases)
    func symmetric(kind: Kind) async throws {
        let client = try GatewayClient()
        for id in try await client.ids("\(kind.rawValue)?limit=100") {
            for other in kind.related {
                let related = try await client.ids("\(kind.rawValue)/\(id)/\(other.rawValue)?limit=100")
                #expect(try await client.ids("\(other.rawValue)?\(kind.rawValue)=\(id)&limit=100") == related)
                for relatedID in related {
                    let back = try await client.ids("\(other.rawValue)/\(relatedID)/\(kind.rawValue)?limit=100")
                    #expect(back.contains(id), "\(kind) \(id) – \(other) \(relatedID)")
                }
            }
        }
    }

    @Test(
        "are derived from the catalogue",
        arguments: [
            ("characters/1/comics", [1000, 1001, 1002, 1003, 1005]), ("characters/1/series", [100, 101, 102]),
            ("characters/1/events", [200, 201]), ("characters/1/stories", [5000, 5002]),
            ("characters/1/creators", [30, 31]), ("characters/2/stories", [5001]), ("characters/3/comics", []),
            ("comics/1001/characters", [1, 2]), ("comics/1001/stories", [5001]), ("comics/1003/events", [201]),
            ("comics/1002/series", [101]), ("events/200/comics", [1002]), ("events/201/comics", [1003]),
            ("events/201/characters", [1, 8, 9]), ("events/201/series", [101]), ("events/201/stories", [5002]),
            ("series/102/characters", [1, 8, 9]), ("series/101/creators", [30]), ("series/100/creators", [30, 31]),
            ("stories/5000/characters", [1]), ("stories/5001/characters", [2]), ("stories/5002/comics", [1003]),
            ("stories/5002/series", [101]), ("stories/5002/events", [201]), ("stories/5000/creators", [31]),
            ("creators/30/comics", [1000, 1001]), ("creators/31/stories", [5000]), ("creators/32/events", [201]),
        ])
    func derived(path: String, expected: [Int]) async throws {
        #expect(try await GatewayClient().ids(path).sorted() == expected)
    }

    @Test("are summarised by their total and the first items", arguments: Kind.allCases)
    func summaries(kind: Kind) async throws {
        let client = try GatewayClient()
        for object in try await client.results("\(kind.rawValue)?limit=100") {
            let id = try #require(object["id"]?.int)
            for other in Kind.allCases where object[other.rawValue]?["available"] != nil {
                let summary = try #require(object[other.rawValue])
                let path = "/v1/public/\(kind.rawValue)/\(id)/\(other.rawValue)"
                let related = try await client.ids("\(kind.rawValue)/\(id)/\(other.rawValue)?limit=100")
                #expect(summary["collectionURI"]?.text == "http://test" + path)
                #expect(summary["available"]?.int == related.count)
                let uris = (summary["items"]?.elements ?? []).compactMap { $0["resourceURI"]?.text }
                #expect(Set(uris) == Set(related.map { "http://test/v1/public/\(other.rawValue)/\($0)" }))
                #expect(summary["returned"]?.int == uris.count)
            }
        }
    }

    @Test("have the role of creators and the type of stories in summaries")
    func items() async throws {
        let client = try GatewayClient()
        let comic = try #require(try await client.results("comics/1000").first)
        let creators = comic["creators"]?["items"]?.elements ?? []
        #expect(creators.map { $0["name"]?.text } == ["Steve Ditko", "Stan Lee"])
        #expect(creators.map { $0["role"]?.text } == ["penciler, inker, artist", "writer"])
        #expect(comic["stories"]?["items"]?.elements.first?["type"]?.text == "interiorStory")
        let second = try #require(try await client.results("comics/1001").first)
        #expect(second["stories"]?["items"]?.elements.first?["type"]?.text == "cover")
        #expect(second["series"]?["name"]?.text == "The Amazing Spider-Man (1963 - 1998)")
        let event = try #require(try await client.results("events/200").first)
        #expect(event["next"]?["name"]?.text == "Acts of Vengeance!")
        #expect(event["previous"] == .null)
        #expect(event["start"]?.text == "1984-05-10 00:00:00")
    }

    @Test("are limited to twenty in summaries, sorted by title and issue number")
    func long() async throws {
        let client = try GatewayClient.withOwnArchive()
        let comics = (1...45).map { number in
            ArchiveEntry(
                kind: .comics, id: 100_000 - number, fields: ["title": .string("Long (2001) #\(number)")],
                links: [ArchiveEntry.Link(kind: .characters, id: 11)])
        }
        try client.gateway.archive.add(comics, marvel: false)
        let character = try #require(try await client.results("characters/11").first)
        #expect(character["comics"]?["available"]?.int == 45)
        #expect(character["comics"]?["returned"]?.int == 20)
        let names = (character["comics"]?["items"]?.elements ?? []).map { $0["name"]?.text }
        #expect(names == (1...20).map { "Long (2001) #\($0)" })
        #expect(try await client.ids("characters/11/comics?limit=100").count == 45)
        let last = try await client.data("characters/11/comics?limit=20&offset=40")
        #expect(last["count"]?.int == 5)
        #expect(last["total"]?.int == 45)
    }

    @Test("of a replaced object remain")
    func replaced() async throws {
        let client = try GatewayClient.withOwnArchive()
        let renamed = ArchiveEntry(kind: .characters, id: 1, fields: ["name": .string("Aardvark")])
        try client.gateway.archive.add([renamed], marvel: false)
        #expect(try await client.ids("characters?limit=3") == [10, 4, 1])
        #expect(try await client.ids("characters?name=spider-man") == [])
        #expect(try await client.ids("characters/1/events") == [201, 200])
        let event = try #require(try await client.results("events/200").first)
        #expect(event["characters"]?["items"]?.elements.first?["name"]?.text == "Aardvark")
        #expect(try await client.data("characters")["total"]?.int == 11)
    }
}
