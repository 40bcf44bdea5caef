import Heroes
import Testing

@testable import MarvelAPI

@Suite struct MentionTests {
    private func mentions(_ characters: String) throws -> [Work.Mention] {
        let text = #"{"data":{"results":[{"id":1,"title":"War","characters":\#(characters)}]}}"#
        return try Payload<WorkPayload>(Array(text.utf8)).items.first.map { $0.work(.events, []).heroes } ?? []
    }

    private func item(_ uri: String, _ name: String) -> String { #"{"resourceURI":"\#(uri)","name":"\#(name)"}"# }

    @Test("an event has its first heroes, with the id at the end of their URIs")
    func named() throws {
        let items = [
            item("http://gateway.marvel.com/v1/public/characters/1009610", " Spider-Man "),
            item("/characters/7/", "Nova"),
        ]
        #expect(
            try mentions(#"{"available":40,"items":[\#(items.joined(separator: ","))]}"#) == [
                Work.Mention(id: 1_009_610, name: "Spider-Man"), Work.Mention(id: 7, name: "Nova"),
            ])
    }

    @Test(
        "items without a hero are skipped",
        arguments: [
            "null", "7", "[]", "{}", #"{"items":null}"#, #"{"items":{}}"#, #"{"items":[null,7,{},{"name":"A"}]}"#,
            #"{"items":[{"resourceURI":"","name":"A"},{"resourceURI":"/characters/x","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/-1","name":"A"},{"resourceURI":"/characters/0","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/99999999999999999999","name":"A"}]}"#,
            #"{"items":[{"resourceURI":"/characters/1","name":" "},{"resourceURI":7,"name":"A"}]}"#,
        ])
    func skipped(characters: String) throws {
        #expect(try mentions(characters).isEmpty)
    }

    @Test("at most twenty heroes are read")
    func many() throws {
        let items = (1...5000).map { item("/characters/\($0)", "A") }.joined(separator: ",")
        #expect(try mentions(#"{"items":[\#(items)]}"#).map(\.id) == Array(1...20))
    }

    private func work(_ kind: WorkKind, _ fields: String) throws -> Work {
        let text = #"{"data":{"results":[{"id":1,"title":"War",\#(fields)}]}}"#
        return try #require(try Payload<WorkPayload>(Array(text.utf8)).items.first).work(kind, [])
    }

    @Test("a comic belongs to its series and events, and a story to its comic")
    func parents() throws {
        let series = item("http://gateway.marvel.com/v1/public/series/3", "Run (1999 - 2013)")
        let event = #"{"available":1,"items":[\#(item("/v1/public/events/4", "War")),{"name":"Unknown"}]}"#
        #expect(
            try work(.comics, #""series":\#(series),"events":\#(event)"#).parents == [
                WorkReference("Run (1999 - 2013)", WorkID(.series, 3)), WorkReference("War", WorkID(.events, 4)),
            ])
        let comic = item("/v1/public/comics/5", "Run (1999) #1")
        #expect(
            try work(.stories, #""originalIssue":\#(comic),"events":\#(event)"#).parents
                == [WorkReference("Run (1999) #1", WorkID(.comics, 5))])
        #expect(try work(.events, #""series":{"items":[\#(series)]}"#).parents.isEmpty)
    }

    @Test("dates come from the on-sale date of a comic, the days of an event and the years of a series")
    func dates() throws {
        let comic = try work(
            .comics,
            #""dates":[{"type":"focDate","date":"2013-02-20T00:00:00-0500"},7,"#
                + #"{"type":"onsaleDate","date":"2013-03-06T00:00:00-0500"}]"#)
        #expect(comic.start == PartialDate(year: 2013, month: 3, day: 6) && comic.end == nil)
        let event = try work(.events, #""start":"1989-12-10 00:00:00","end":"2008-01-04 00:00:00""#)
        #expect(event.start == PartialDate("1989-12-10") && event.end == PartialDate("2008-01-04"))
        let series = try work(.series, #""startYear":1999,"endYear":2099"#)
        #expect(series.start == PartialDate(year: 1999) && series.end == nil)
        #expect(try work(.series, #""startYear":0,"endYear":2013"#).end == PartialDate(year: 2013))
        #expect(
            try work(.comics, #""dates":[{"type":"onsaleDate","date":"-0001-11-30T00:00:00-0500"}]"#).start == nil)
    }
}
