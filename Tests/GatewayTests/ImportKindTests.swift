import Support
import Testing

@testable import Gateway

@Suite("A recorded object's kind is determined")
struct ImportKindTests {
    @Test(
        "by its URL first",
        arguments: Kind.marvel)
    func url(kind: Kind) async throws {
        let text =
            #"{"id":5,"title":"T","name":"T","fullName":"T","resourceURI":"\#(RecordedJSON.base)/\#(kind.rawValue)/5"}"#
        let imported = try ImportFixture(text)
        #expect(imported.report.counts == [kind: ImportReport.Counts(new: 1)])
        #expect(try await imported.client.ids(kind.rawValue) == [5])
    }

    @Test(
        "by the URLs of its summaries, or by fields that no other kind has",
        arguments: [
            (Kind.characters, #"{"id":5,"name":"N","modified":"2014-04-29"}"#),
            (.characters, #"{"id":5,"name":"N","thumbnail":{"path":"x","extension":"jpg"}}"#),
            (.comics, #"{"id":5,"title":"T","issueNumber":1}"#), (.comics, #"{"id":5,"title":"T","diamondCode":""}"#),
            (.comics, #"{"id":5,"title":"T","format":"Comic","modified":"2014-04-29"}"#),
            (.creators, #"{"id":5,"fullName":"N","urls":[{"type":"detail","url":"x"}]}"#),
            (.creators, #"{"id":5,"firstName":"N","middleName":"","lastName":"M"}"#),
            (.series, #"{"id":5,"title":"T","startYear":1}"#),
            (.series, #"{"id":5,"title":"T","type":"","rating":"A","endYear":2099}"#),
            (.events, #"{"id":5,"title":"T","start":null,"thumbnail":{"path":"","extension":""}}"#),
            (.stories, #"{"id":5,"title":"T","type":"cover","originalIssue":null}"#),
            (
                .events,
                #"{"id":5,"title":"T","creators":{"available":0,"collectionURI":"http://x/v1/public/events/5/creators"}}"#
            ),
        ])
    func fields(kind: Kind, text: String) async throws {
        let imported = try ImportFixture(text)
        #expect(imported.problems == [])
        #expect(imported.report.counts == [kind: ImportReport.Counts(new: 1)])
    }

    @Test(
        "by the name of its list or of a wrapper, in JSON and in source files",
        arguments: [
            (#"{"comics":[§]}"#, [Kind.comics]), (#"[{"events":{"data":{"results":[§]}}}]"#, [.events]),
            (#"{"x":{"story":§}}"#, [.stories]), (#"{"comics":{"x":[§]},"series":[§]}"#, [.comics, .series]),
            ("module.exports.series = { results: [ § ] };", [.series]), ("exports.comics = [\n  §,\n];", [.comics]),
            ("export const events: Item[] = [§];\nconst mockStories = [§];\n", [.events, .stories]),
            ("final comicList = {'data': {'results': [§]}};", [.comics]), ("let eventData = `[§]`;", [.events]),
            (#"{"preventDefault":{"creators":[{"stories":[§]}]}}"#, [.stories]),
            (#"{"state":\#(RecordedJSON.quoted(#"{"series":[\#(record)]}"#))}"#, [.series]),
        ])
    func named(text: String, kinds: [Kind]) throws {
        let imported = try ImportFixture(text.replacing("§", with: Self.record))
        #expect(imported.report.badCount == 0, "\(imported.problems)")
        #expect(Set(imported.report.counts.keys) == Set(kinds))
    }

    private static let record = #"{"id":5,"title":"T","thumbnail":{"path":"p","extension":"jpg"}}"#

    @Test("by its own fields before the name of its list")
    func misnamed() throws {
        let text = #"{"comics":[{"id":5,"name":"N","modified":"2014-04-29"},{"id":6,"title":"T","startYear":1990}]}"#
        #expect(Set(try ImportFixture(text).report.counts.keys) == [.characters, .series])
    }

    @Test("for each object of a file")
    func mixed() async throws {
        let imported = try ImportFixture(
            "[\(RecordedJSON.character(1, "A")),\(RecordedJSON.comic(2, "B")),"
                + #"{"id":3,"fullName":"C","middleName":""},{"id":4,"title":"D","startYear":1990}]"#)
        #expect(imported.report.goodCount == 4)
        #expect(imported.report.counts.count == 4)
        #expect(try await imported.only("creators/3")["fullName"]?.text == "C")
    }

    @Test(
        "and its id may be missing if a URL has it, or be a string, or have a fraction of zeros",
        arguments: [
            #"{"name":"N","resourceURI":"http://gateway.marvel.com/v1/public/characters/5"}"#,
            #"{"id":null,"name":"N","resourceURI":"http://gateway.marvel.com/v1/public/characters/5"}"#,
            #"{"id":"5","name":"N","modified":"2014-04-29"}"#, #"{"id":5.0,"name":"N","modified":"2014-04-29"}"#,
            #"{"id":4,"name":"N","id":5,"modified":"2014-04-29"}"#,
            #"{"id":"5.0","name":"N","modified":"2014-04-29"}"#,
        ])
    func ids(text: String) async throws {
        let object = try await ImportFixture(text).only("characters/5")
        #expect(object["id"] == .integer(5))
        #expect(object["name"]?.text == "N")
    }
}
