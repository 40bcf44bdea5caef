import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite("The issue that a comic is")
struct IssueTests {
    private func issue(_ fields: String) throws -> Topic.Issue? {
        let body = #"{"data":{"results":[{"id":1,\#(fields)}]}}"#
        return try #require(Payload<EntityPayload>(Array(body.utf8), []).items.first).topic(.comics).issue
    }

    private static func inSeries(_ name: String) -> String {
        #","series":{"resourceURI":"/v1/series/3","name":"\#(name)"}"#
    }

    private static func sold(_ date: String) -> String {
        #","dates":[{"type":"focDate"},{"type":"onsaleDate","date":"\#(date)"}]"#
    }

    @Test(
        "has the name and the first year of its series, by the series or else by the title",
        arguments: [
            ("Run (2006) #1", inSeries("Run (2006 - 2007)"), "Run", 2006),
            ("Run (2006) #1", inSeries("Run (2006)"), "Run", 2006),
            ("Run (2020) #1", inSeries("Run (2020 - Present)"), "Run", 2020), ("Run (2006) #1", "", "Run", 2006),
            ("Run (2006) #1", inSeries("Run"), "Run", 2006),
            ("Run #1 (2006)", inSeries("Run (2005–2007)"), "Run", 2005),
            ("Run #1", inSeries("Run"), "Run", nil), ("Run (Again) #1", "", "Run (Again)", nil),
            ("A (Spanish) (2000) #8", inSeries("A (Spanish) (2000 - 2009)"), "A (Spanish)", 2000),
            ("Run 2099 (1992) #1", inSeries("Run 2099 (1992 - 1996)"), "Run 2099", 1992),
            ("(2006) #1", "", "(2006)", nil),
            ("Run (20061) #1", "", "Run (20061)", nil), ("Run (2006x) #1", "", "Run (2006x)", nil),
            ("Run (2006) #1", #","series":null"#, "Run", 2006),
            ("Run (2006) #1", #","series":{"name":" "}"#, "Run", 2006),
            (
                "Run (2006) #1",
                inSeries("Run (2006)") + #","textObjects":[7,{"type":"indicia","text":"The Run (2007)"}]"#,
                "The Run", 2007
            ),
            ("Run (2006) #1", #","textObjects":[{"type":"issue_preview_text","text":"A run."}]"#, "Run", 2006),
        ] as [(String, String, String, Int?)])
    func series(title: String, fields: String, name: String, volume: Int?) throws {
        let issue = try #require(try issue(#""title":"\#(title)"\#(fields)"#))
        #expect(issue.series == name)
        #expect(issue.volume == volume)
    }

    @Test(
        "has the number as printed, without the variant",
        arguments: [
            ("Run (2006) #1", "1"), ("Run (2006) #1 (Zombie Variant)", "1"), ("Run #1 (2ND PRINTING VARIANT)", "1"),
            ("Run (2006) #1 (Director's Cut)", "1"), ("Run #1(Variant)", "1"), ("Run #1: Part One", "1"),
            ("Run #½", "½"), ("Run #-1", "-1"), ("Run #1.MU", "1.MU"), ("Run #1AU", "1AU"), ("Run #0", "0"),
            ("Run #33.1", "33.1"), ("Run # 7", "7"), ("Run (2010) #1 (Cover #2)", "1"), ("Run #007", "007"),
        ])
    func number(title: String, number: String) throws {
        #expect(try issue(#""title":"\#(title)","format":"Comic","issueNumber":5"#)?.number == number)
        #expect(try issue(#""title":"\#(title)""#)?.number == number)
    }

    @Test("has no number in the title of a one-shot, which is the first")
    func oneShot() throws {
        #expect(try issue(#""title":"Run (2006)","format":"Comic","issueNumber":0"#)?.number == "1")
        #expect(try issue(#""title":"Run (2006)","format":"Magazine""#)?.number == "1")
        #expect(try issue(#""title":"Run (2006)","format":"Comic","issueNumber":4"#)?.number == "4")
    }

    @Test(
        "is none for a collection, and for a comic that may be one",
        arguments: [
            (#""Run (2006) #1","format":"Trade Paperback""#), #""Run","format":"Hardcover""#,
            #""Run","format":"Digest""#,
            #""Run","format":"Graphic Novel""#, #""Run","format":"Digital Collection""#, #""Run (Trade Paperback)""#,
            #""Run (Trade Paperback)","format":"Comic""#, #""Run (Hardcover)","format":"Comic""#,
            #""RUN VOL. 1 TPB","format":"Comic""#, #""Run HC #1""#, #""Run Omnibus #1""#, #""Run (2006)""#, #""""#,
            #""Run (2006)","format":"Digital Comic""#, #""Run (Graphic Novel - Softcover)","format":"Comic""#,
        ])
    func collection(fields: String) throws {
        #expect(try issue(#""title":\#(fields)"#) == nil)
    }

    @Test(
        "has the year of its sale, unless its series begins in the next one, or it is unknown",
        arguments: [
            (sold("1973-06-10T00:00:00-0400"), 1973), (sold("2029-12-31T00:00:00-0500"), nil), ("", nil),
            (sold("-0001-11-30T00:00:00-0500"), nil), (sold("soon"), nil), (#","dates":null"#, nil),
            (sold("1962-12-10T00:00:00-0500"), 1963),
        ] as [(String, Int?)])
    func year(fields: String, year: Int?) throws {
        #expect(try issue(#""title":"Run (1963) #121"\#(fields)"#)?.year == year)
    }

    @Test("is known of a comic to start with")
    func firstRead() throws {
        let read = #"""
            {"resourceURI":"/v1/public/series/5","name":"Run (1963) #121","text":"Good.",
            "series":{"name":"Run (1963 - 1998)"},
            "textObjects":[{"type":"indicia","text":"The Run (1963)"}],
            "dates":[{"type":"onsaleDate","date":"1973-06-10T00:00:00-0400"}]}
            """#
        let body = #"{"data":{"results":[{"id":7,"name":"Nova","facts":{"firstReads":[\#(read)]}}]}}"#
        let hero = try #require(Payload<CharacterPayload>(Array(body.utf8), []).items.first).hero
        let issue = Topic.Issue(series: "The Run", number: "121", volume: 1963, year: 1973)
        #expect(hero.firstReads.map(\.topic.issue) == [issue])
    }
}
