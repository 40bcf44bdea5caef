import Basics
import GRDB
import Testing

@testable import Gateway

@Suite("The catalogue's objects in the wire format")
struct CatalogueFieldTests {
    @Test("dates are in New York's time, with daylight saving time from April to October")
    func dates() throws {
        for (month, offset) in [("03", "-0500"), ("04", "-0400"), ("10", "-0400"), ("11", "-0500")] {
            var catalogue = Catalogue()
            let record = #"[{"id":1,"title":"A #1","issueNumber":1,"series":2,"onsale":"1964-\#(month)-05"}]"#
            try catalogue.add(Array(record.utf8), file: "comics.json")
            let fields = try #require(catalogue.entries.first?.fields)
            let date = fields["dates"]?.elements.first
            #expect(date?["type"]?.text == "onsaleDate")
            #expect(date?["date"]?.text == "1964-\(month)-05T00:00:00\(offset)")
        }
    }

    @Test(
        "a comic of which only a month is known has its first day, and a text that says which month it is",
        arguments: [("onsale", "onsale_month"), ("coverDate", "cover_month")])
    func months(field: String, type: String) throws {
        var catalogue = Catalogue()
        let record = #"[{"id":1,"title":"A #1","issueNumber":1,"series":2,"\#(field)":"1963-09"}]"#
        try catalogue.add(Array(record.utf8), file: "comics.json")
        let fields = catalogue.entries.first?.fields
        let date: JSON = ["type": "onsaleDate", "date": "1963-09-01T00:00:00-0400"]
        #expect(fields?["dates"]?.elements == [date])
        let text: JSON = ["type": .string(type), "language": "en-us", "text": "1963-09"]
        #expect(fields?["textObjects"]?.elements == [text])
    }

    @Test("the archive knows the role of each character in a work, and which comics are an event's own")
    func roles() async throws {
        var catalogue = Catalogue()
        let heroes = (1...3).map {
            #"{"id":\#($0),"name":"Hero \#($0)","thumbnail":false\#($0 == 2 ? #","firstAppearance":"A (2006) #1""# : "")}"#
        }
        let comics = #"""
            [{"id":5,"title":"A (2006) #1","issueNumber":1,"series":6,"characters":[1,2,3],"main":[2],"guests":[3],"events":[7],
              "creators":[{"id":4,"role":"writer"}]},
            {"id":8,"title":"A (2006) #2","issueNumber":2,"series":6,"characters":[1],"events":[7]}]
            """#
        try catalogue.add(Array("[\(heroes.joined(separator: ","))]".utf8), file: "characters.json")
        try catalogue.add(Array(comics.utf8), file: "comics.json")
        let series = #"[{"id":6,"title":"A (2006)","startYear":2006,"endYear":2006,"characters":[1],"main":[1]}]"#
        try catalogue.add(Array(series.utf8), file: "series.json")
        let sides = #"[{"label":"For","heroes":[2]},{"label":"Against","heroes":[1]}]"#
        let event = #"[{"id":7,"title":"War","core":[5],"characters":[1,2],"sides":\#(sides)}]"#
        try catalogue.add(Array(event.utf8), file: "events.json")
        try catalogue.add(
            Array(#"[{"id":9,"title":"story from A (2006) #1","type":"story","comic":5}]"#.utf8), file: "stories.json")
        let creator = #"[{"id":4,"firstName":"Ann","lastName":"Maker"}]"#
        try catalogue.add(Array(creator.utf8), file: "creators.json")
        let archive = try Archive()
        // An addition derives all relations again.
        for _ in 0..<2 { try archive.add(catalogue) }
        func roles(_ subject: ObjectKey, _ kind: Kind) async throws -> [String] {
            try await archive.database.read { db in
                try String.fetchAll(
                    db, sql: "SELECT role FROM link WHERE subject = ? AND kind = ? ORDER BY object",
                    arguments: [subject, kind.code])
            }
        }
        #expect(try await roles(ObjectKey(.comics, 5), .characters) == ["supporting", "main", "guest"])
        #expect(try await roles(ObjectKey(.stories, 9), .characters) == ["supporting", "main", "guest"])
        #expect(try await roles(ObjectKey(.series, 6), .characters) == ["main", "supporting", "guest"])
        #expect(try await roles(ObjectKey(.events, 7), .characters) == ["side: Against", "side: For", "guest"])
        #expect(try await roles(ObjectKey(.characters, 2), .events) == ["side: For"])
        #expect(try await roles(ObjectKey(.characters, 2), .comics) == ["main"])
        #expect(try await roles(ObjectKey(.characters, 1), .comics) == ["supporting", ""])
        #expect(try await roles(ObjectKey(.events, 7), .comics) == ["core", "tie-in"])
        #expect(try await roles(ObjectKey(.comics, 8), .events) == ["tie-in"])
        let client = GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
        func list(_ target: String) async throws -> [String] {
            try await client.results("\(target)?orderBy=role&facts=true").map { object in
                "\(object["id"]?.int ?? 0) \(object["role"]?.text ?? "")"
            }
        }
        #expect(try await list("events/7/comics") == ["5 core", "8 tie-in"])
        #expect(try await list("events/7/characters") == ["1 side: Against", "2 side: For", "3 guest"])
        #expect(try await list("creators/4/characters") == ["2 creator", "1 ", "3 "])
        #expect(try await list("comics/5/characters") == ["2 main", "1 supporting", "3 guest"])
        #expect(try await list("characters/1/comics") == ["5 supporting", "8 "])
        #expect(try await list("characters/3/series") == ["6 guest"])
        #expect(try await client.results("comics/5/characters").allSatisfy { $0["role"] == nil })
        #expect(try await client.ids("comics?orderBy=role,title") == [5, 8])
    }

    @Test("a comic without a date has the live service's date for it")
    func unknownDate() throws {
        var catalogue = Catalogue()
        try catalogue.add(
            Array(#"[{"id":1,"title":"A #1","issueNumber":1,"series":2}]"#.utf8), file: "comics.json")
        let dates = try #require(catalogue.entries.first?.fields["dates"]?.elements)
        #expect(dates.map { $0["date"]?.text } == ["-0001-11-30T00:00:00-0500"])
    }

    @Test(
        "a comic has a text with the series' name in comic libraries, its own or the series', if the title has another")
    func indicia() throws {
        var catalogue = Catalogue()
        let series = #"[{"id":2,"title":"A (1962 - 1999)","startYear":1962,"endYear":1999,"indicia":"The A (1968)"}]"#
        let comics = #"""
            [{"id":1,"title":"A (1962) #1","issueNumber":1,"series":2,"indicia":"The A (1962)"},
            {"id":3,"title":"A (1962) #102","issueNumber":102,"series":2},
            {"id":4,"title":"B #1","issueNumber":1,"series":5}]
            """#
        try catalogue.add(Array(series.utf8), file: "series.json")
        try catalogue.add(Array(comics.utf8), file: "comics.json")
        let texts = catalogue.entries.map { $0.fields["textObjects"]?.elements.compactMap { $0["text"]?.text } }
        #expect(texts == [nil, ["The A (1962)"], ["The A (1968)"], nil])
        #expect(throws: CatalogueError.self) {
            try catalogue.add(Array(comics.replacing("The A (1962)", with: "The A").utf8), file: "comics.json")
        }
    }

    @Test("a hero without an address on marvel.com has links to a search there")
    func searchLinks() throws {
        var catalogue = Catalogue()
        let record = #"[{"id":9000001,"name":"D'Ken & Co","thumbnail":false}]"#
        try catalogue.add(Array(record.utf8), file: "characters.json")
        let urls = try #require(catalogue.entries.first?.fields["urls"]?.elements)
        #expect(urls.map { $0["type"]?.text } == ["detail", "comiclink"])
        #expect(urls.allSatisfy { $0["url"]?.text == "http://marvel.com/search?query=D%27Ken%20%26%20Co" })
    }

    @Test("a hero without a picture has the placeholder's path, all others a picture")
    func thumbnails() async throws {
        let client = try GatewayClient()
        let without = try #require(try await client.results("characters/4").first?["thumbnail"])
        #expect(without["path"]?.text == "http://test/images/image_not_available")
        #expect(without["extension"]?.text == "jpg")
        let with = try #require(try await client.results("comics/1000").first)
        #expect(with["thumbnail"]?["path"]?.text == "http://test/images/comics/1000")
        #expect(with["thumbnail"]?["extension"]?.text == "png")
        #expect(with["images"]?.elements == [try #require(with["thumbnail"])])
        #expect(try await client.results("stories/5000").first?["thumbnail"] == .null)
    }

    @Test("a comic has its numbers, codes, price and series")
    func comic() async throws {
        let comic = try #require(try await GatewayClient().results("comics/1000").first)
        #expect(comic["upc"] == .string("75960607905600110"))
        #expect(comic["issueNumber"] == .number("15"))
        #expect(comic["prices"]?.elements.first?["price"] == .number("0.12"))
        #expect(comic["pageCount"] == .number("36"))
        #expect(comic["series"]?["resourceURI"]?.text == "http://test/v1/public/series/100")
        #expect(comic["description"]?.text == "A bite.")
        let other = try #require(try await GatewayClient().results("comics/1001").first)
        #expect(other["description"] == .null)
        #expect(other["format"]?.text == "Comic")
        #expect(try await GatewayClient().results("comics/1004").first?["issueNumber"] == .number("1.5"))
    }

    @Test("a creator has a full name, a hero has the catalogue's links")
    func names() async throws {
        let creator = try #require(try await GatewayClient().results("creators/32").first)
        #expect(creator["fullName"]?.text == "Louise Jane Simonson Jr.")
        let hero = try #require(try await GatewayClient().results("characters/1").first)
        #expect(hero["urls"]?.elements.map { $0["type"]?.text } == ["detail", "wiki", "comiclink"])
        for link in [hero["urls"]?.elements.first, hero["urls"]?.elements.last] {
            #expect(link?["url"]?.text == "http://marvel.com/comics/characters/1/spider-man")
        }
        #expect(hero["description"]?.text == "A student with a <b>spider's</b> gifts.")
        #expect(hero["modified"]?.text == "2014-04-29T14:18:17-0400")
    }
}
