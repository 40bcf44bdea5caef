import Foundation
import Heroes
import Testing

@testable import ComicVine

@Suite struct ComicVinePayloadTests {
    private func read<Value: Decodable>(_ json: String) throws -> Value {
        try JSONDecoder().decodeTolerantly(Array(json.utf8))
    }

    private func hero(_ fields: String) throws -> ComicVineObject { try read("{\"id\":7,\(fields)}") }

    private static let uploads = #"https:\/\/comicvine.gamespot.com\/a\/uploads\/original\/"#

    @Test func textsAreTrimmedAndPlaceholdersAreNil() throws {
        let hero = try hero(
            #"""
            "name":"Jakob ","real_name":"None","aliases":"The Smith\r\nHammer\n\n","deck":" Forges &amp; fights ",
            "count_of_issue_appearances":"12","publisher":{"id":31,"name":"M"},
            "site_detail_url":"https:\/\/comicvine.gamespot.com\/jakob\/4005-7\/"
            """#)
        #expect(hero.name == "Jakob")
        #expect(hero.realName == nil)
        #expect(hero.aliases == ["The Smith", "Hammer"])
        #expect(hero.deck == "Forges &amp; fights")
        #expect(hero.appearances == 12)
        #expect(hero.publisherID == 31)
        #expect(hero.page == "jakob/4005-7")
        #expect(try self.hero(#""site_detail_url":"https:\/\/example.org\/jakob\/4005-7\/""#).page == nil)
    }

    @Test func missingAndNullFieldsAreNil() throws {
        let hero = try hero(
            #"""
            "name":null,"real_name":null,"aliases":null,"deck":null,"description":"","image":null,"publisher":null,
            "issue_credits":null,"first_appeared_in_issue":null,"gender":null
            """#)
        #expect(hero.name == "")
        #expect([hero.realName, hero.deck, hero.description, hero.image, hero.page].compactMap(\.self) == [])
        #expect([hero.publisherID, hero.firstIssue?.id, hero.appearances].compactMap(\.self) == [])
        #expect(hero.aliases.isEmpty)
        #expect(hero.issues.isEmpty)
    }

    @Test(
        "a picture is the path behind its size, if it is Comic Vine's own and no placeholder",
        arguments: [
            ("\(uploads)1/15/99-jakob.jpg", "1/15/99-jakob.jpg"), ("\(uploads)11/6/50-150", "11/6/50-150"),
            ("\(uploads)1/2/3-a%28b%29..png", "1/2/3-a%28b%29..png"), ("\(uploads)1/2/3-a b.png", "1/2/3-a%20b.png"),
            ("\(uploads)11/1/6373148-blank.png", nil), ("\(uploads)11/1/1-point-blank.png", "11/1/1-point-blank.png"),
            ("\(uploads)", nil), ("\(uploads)a*b", nil), ("\(uploads)a'b", "a%27b"), ("\(uploads)a(b", nil),
            (#"https:\/\/comicvine.gamespot.com.example.org\/a\/uploads\/original\/1\/2.jpg"#, nil),
            (#"https:\/\/static.comicvine.com\/a\/uploads\/original\/1\/2.jpg"#, nil),
            (#"https:\/\/comicvine.gamespot.com\/a\/uploads\/scale_small\/1\/2.jpg"#, nil),
        ] as [(String, String?)])
    func pictures(url: String, path: String?) throws {
        #expect(try hero("\"image\":{\"original_url\":\"\(url)\"}").image == path)
    }

    @Test func anObjectWithoutAPositiveIDIsUnreadable() throws {
        for id in ["0", "-4", "null", "\"x\"", "[]"] {
            #expect(throws: DecodingError.self) { try read("{\"id\":\(id),\"name\":\"A\"}") as ComicVineObject }
        }
        let hero = try hero(#""issue_credits":[{"id":3,"name":"A; B"},{"name":"C"},{"id":2,"name":""},17,{"id":1}]"#)
        #expect(hero.issues.map(\.id) == [3, 2, 1])
        #expect(hero.issues.map(\.name) == ["A; B", nil, nil])
    }

    @Test func anIssueMayHaveAnyNumberAndNoName() throws {
        let issue: ComicVineObject = try read(
            #"""
            {"id":"5","name":null,"issue_number":"23.4","cover_date":"1994-03-01","store_date":null,"deck":"x",
            "has_staff_review":{"id":1},"volume":{"id":9,"name":"The Forge"},"character_credits":[{"id":7,"name":"J"}]}
            """#)
        #expect(issue.id == 5)
        #expect(issue.name == "")
        #expect(issue.reference.number == "23.4")
        #expect(issue.storeDate == nil)
        #expect(issue.coverDate == PartialDate(year: 1994, month: 3, day: 1))
        #expect(issue.volume?.title == "The Forge")
        #expect(issue.characters.map(\.id) == [7])
        #expect(issue.issues.isEmpty)
    }

    @Test func volumesAndArcsHaveYearsAndIssues() throws {
        let volume: ComicVineObject = try read(#"{"id":9,"name":"The Forge","start_year":"1994","issues":[{"id":5}]}"#)
        #expect(volume.startYear == 1994)
        #expect(volume.issues.map(\.id) == [5])
        #expect(volume.characters.isEmpty)
        let arc: ComicVineObject = try read(
            #"{"id":4,"name":"\"Forge\" Fire","publisher":null,"first_appeared_in_issue":{"id":5,"name":null}}"#)
        #expect(arc.name == "\"Forge\" Fire")
        #expect(arc.firstIssue?.id == 5)
        #expect(arc.issues.isEmpty)
    }

    @Test func aLongDescriptionEndsWithAParagraph() throws {
        let paragraph = "<p>" + String(repeating: "é", count: 500) + "</p>"
        let text = String(repeating: paragraph, count: 40)
        let description = try #require(try hero("\"description\":\"\(text)\"").description)
        #expect(description == String(repeating: paragraph, count: 16))
        let single = String(repeating: "é", count: 10_000)
        #expect(single.cutAfterParagraph(within: 1001) == String(repeating: "é", count: 500))
    }
}
