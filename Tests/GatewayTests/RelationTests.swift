import Testing

@testable import Gateway

@Suite("Relations")
struct RelationTests {
    @Test("hold in both directions, and filters agree with them", arguments: Kind.allCases)
    func symmetric(kind: Kind) async throws {
        let served = try Served()
        for id in try await served.ids("\(kind.rawValue)?limit=100") {
            for other in Kind.allCases where other != kind {
                let related = try await served.ids("\(kind.rawValue)/\(id)/\(other.rawValue)?limit=100")
                #expect(try await served.ids("\(other.rawValue)?\(kind.rawValue)=\(id)&limit=100") == related)
                for found in related {
                    let back = try await served.ids("\(other.rawValue)/\(found)/\(kind.rawValue)?limit=100")
                    #expect(back.contains(id), "\(kind) \(id) – \(other) \(found)")
                }
            }
        }
    }

    @Test(
        "follow from what the catalogue declares",
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
        #expect(try await Served().ids(path).sorted() == expected)
    }

    @Test("summaries tell how many there are and the first of them", arguments: Kind.allCases)
    func summaries(kind: Kind) async throws {
        let served = try Served()
        for object in try await served.results("\(kind.rawValue)?limit=100") {
            let id = try #require(object["id"]?.int)
            for other in Kind.allCases where object[other.rawValue]?["available"] != nil {
                let summary = try #require(object[other.rawValue])
                let path = "/v1/public/\(kind.rawValue)/\(id)/\(other.rawValue)"
                let related = try await served.ids("\(kind.rawValue)/\(id)/\(other.rawValue)?limit=100")
                #expect(summary["collectionURI"]?.text == "http://test" + path)
                #expect(summary["available"]?.int == related.count)
                let uris = (summary["items"]?.elements ?? []).compactMap { $0["resourceURI"]?.text }
                #expect(Set(uris) == Set(related.map { "http://test/v1/public/\(other.rawValue)/\($0)" }))
                #expect(summary["returned"]?.int == uris.count)
            }
        }
    }

    @Test("items carry the role of creators and the type of stories")
    func items() async throws {
        let served = try Served()
        let comic = try #require(try await served.results("comics/1000").first)
        let creators = comic["creators"]?["items"]?.elements ?? []
        #expect(creators.map { $0["name"]?.text } == ["Steve Ditko", "Stan Lee"])
        #expect(creators.map { $0["role"]?.text } == ["penciler, inker, artist", "writer"])
        #expect(comic["stories"]?["items"]?.elements.first?["type"]?.text == "interiorStory")
        let second = try #require(try await served.results("comics/1001").first)
        #expect(second["stories"]?["items"]?.elements.first?["type"]?.text == "cover")
        #expect(second["series"]?["name"]?.text == "The Amazing Spider-Man (1963 - 1998)")
        let event = try #require(try await served.results("events/200").first)
        #expect(event["next"]?["name"]?.text == "Acts of Vengeance!")
        #expect(event["previous"] == .null)
        #expect(event["start"]?.text == "1984-05-10 00:00:00")
    }

    @Test("summaries stop at twenty items, in the order of titles and their numbers")
    func long() async throws {
        let served = try Served.alone()
        let comics = (1...45).map { number in
            Entry(
                kind: .comics, id: 100_000 - number, fields: ["title": .string("Long (2001) #\(number)")],
                links: [Entry.Link(kind: .characters, id: 11)])
        }
        try served.gateway.archive.add(comics, marvel: false)
        let character = try #require(try await served.results("characters/11").first)
        #expect(character["comics"]?["available"]?.int == 45)
        #expect(character["comics"]?["returned"]?.int == 20)
        let names = (character["comics"]?["items"]?.elements ?? []).map { $0["name"]?.text }
        #expect(names == (1...20).map { "Long (2001) #\($0)" })
        #expect(try await served.ids("characters/11/comics?limit=100").count == 45)
        let last = try await served.data("characters/11/comics?limit=20&offset=40")
        #expect(last["count"]?.int == 5)
        #expect(last["total"]?.int == 45)
    }

    @Test("a later copy of an object replaces the one before and keeps what was known of its relations")
    func replaced() async throws {
        let served = try Served.alone()
        let renamed = Entry(kind: .characters, id: 1, fields: ["name": .string("Aardvark")])
        try served.gateway.archive.add([renamed], marvel: false)
        #expect(try await served.ids("characters?limit=3") == [10, 4, 1])
        #expect(try await served.ids("characters?name=spider-man") == [])
        #expect(try await served.ids("characters/1/events") == [201, 200])
        let event = try #require(try await served.results("events/200").first)
        #expect(event["characters"]?["items"]?.elements.first?["name"]?.text == "Aardvark")
        #expect(try await served.data("characters")["total"]?.int == 11)
    }
}
