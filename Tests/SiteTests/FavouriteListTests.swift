import Foundation
import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("The list of favourites: order, export, import, sharing")
struct FavouriteListTests {
    private let cookie = SiteUnderTest.visitorCookie
    private let three = SiteUnderTest.three

    @Test("favourites are newest first, or by name without regard to case, on every page")
    func order() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        #expect(try await site.names("/favourites", cookie) == ["Mo", "anna", "Zed"])
        #expect(try await site.names("/favourites?sort=name", cookie) == ["anna", "Mo", "Zed"])
        let marked = ["Éclair", "Zed", "Ozone", "Łuk", " Eco", "Ødin", "Lyra"]
        let alphabet = try await SiteUnderTest.withFavourites(marked.enumerated().map { Hero(id: 100 + $0, name: $1) })
        #expect(
            try await alphabet.names("/favourites?sort=name", cookie)
                == ["Éclair", " Eco", "Łuk", "Lyra", "Ødin", "Ozone", "Zed"])
        let many = try await SiteUnderTest.withFavourites((100..<200).map { Hero(id: $0, name: "N\($0)") })
        #expect(
            try await many.names("/favourites?sort=name&page=3", cookie).first == "N\(100 + 2 * PageRange.pageLength)")
        let text = try await many.get("/favourites?sort=name&page=2", cookie).text
        #expect(text.contains("href=\"/favourites?sort=name&amp;page=3\""))
        #expect(await many.get("/favourites?sort=age", cookie).status == .ok)
    }

    @Test("a visitor without favourites can still be forgotten")
    func forgetAfterAll() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        _ = await site.post("/favourites/clear", "", cookie)
        let text = try await site.get("/favourites", cookie).text
        expectText(text, has: ["action=\"/favourites/forget\""], lacks: ["action=\"/favourites/clear\""])
    }

    @Test("an exported JSON or CSV file is imported unchanged", arguments: ["json", "csv"])
    func roundTrip(_ format: String) async throws {
        let heroes = three + [Hero(id: 10, name: "Comma, \"Quote\" & Söhne"), Hero(id: 11, name: "=SUM(A1)")]
        let site = try await SiteUnderTest.withFavourites(heroes)
        let exported = await site.get("/favourites.\(format)", cookie)
        let name = "attachment; filename=\"favourites.\(format)\"; filename*=UTF-8''favourites.\(format)"
        #expect(exported.fields[.contentDisposition] == name)
        #expect(exported.fields[.cacheControl] == "private, no-store")
        let before = try await site.names("/favourites", cookie)
        _ = await site.post("/favourites/clear", "", cookie)
        let answer = try await site.importResult(try await exported.text, cookie)
        #expect(answer.contains("5 heroes were added to your favourites."))
        #expect(try await site.names("/favourites", cookie) == before)
    }

    @Test(
        "a name that a spreadsheet would evaluate is text in CSV, also with another separator",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"),
            ("\u{FF1D}1+1", "'\u{FF1D}1+1"), ("\u{FF20}x", "'\u{FF20}x"), (" =1+1", "' =1+1"),
            ("\u{A0}\u{200B}@x", "'\u{A0}\u{200B}@x"), ("x;=1+1;y", "x;'=1+1;y"), ("x; -1", "x;' -1"),
            ("x\t@y", "x\t'@y"), ("x;\"=1", "x;'\"\"=1"), ("Hulk (1=1); x-y", "Hulk (1=1); x-y"),
            ("Spider-Man, +", "Spider-Man, +"),
        ])
    func formula(name: String, cell: String) async throws {
        let text = try await SiteUnderTest.withFavourites([Hero(id: 7, name: name)]).get("/favourites.csv", cookie).text
        #expect(text == "\u{FEFF}id,name,added\r\n7,\"\(cell)\",2020-09-13T12:26:40Z\r\n")
    }

    @Test(
        "a thousand favourites exported as CSV or JSON can be imported again, however long their names are",
        arguments: ["json", "csv"],
        ["Captain Marvel", "Captain Marvel (\"Carol\" Danvers), who was Ms. Marvel"])
    func size(_ format: String, _ name: String) async throws {
        let heroes = (0..<1000).map { Hero(id: 1_009_000 + $0, name: name) }
        let exported = try await SiteUnderTest.withFavourites(heroes).get("/favourites.\(format)", cookie).text
        #expect(exported.utf8.count < 64 * 1024 - 1024)
        #expect(exported.contains("Captain") == (name == "Captain Marvel"))
        let read = try #require(ImportedList(Array(exported.utf8)))
        #expect(Set(read.entries.map(\.id)) == Set(heroes.map(\.id)))
        #expect(read.invalid.isEmpty)
        #expect(read.entries.allSatisfy { $0.added != nil })
    }

    @Test("a shared link shows its heroes in its order, without missing ones, in pages")
    func shared() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        #expect(
            try await site.names("/heroes?ids=5,1009610,5555,3,5", [:]) == ["Hero 5", "Spider-Man", "Hero 3"])
        let many = "/heroes?ids=" + (1...ScriptedSource.lastHero).map(String.init).joined(separator: ",")
        #expect(try await site.names(many + "&page=3", [:]) == (1...3).map { "Hero \(2 * PageRange.pageLength + $0)" })
        #expect(await site.get(many + "&page=4").status == .notFound)
        #expect(try await site.get("/heroes?ids=5,5555").text.contains("picked <bdi>Hero 5</bdi> for you"))
        for bad in ["/heroes?ids=", "/heroes?ids=a"] { #expect(await site.get(bad).status == .badRequest) }
        let page = try await SiteUnderTest.withFavourites(three).get("/favourites", cookie).text
        #expect(page.contains("href=\"http://heroes.example/heroes?ids=9,8,7\""))
        let long = try await SiteUnderTest.withFavourites((1...101).map { Hero(id: $0, name: "N") })
        #expect(try await long.get("/favourites", cookie).text.contains("sees the first 100 of these heroes."))
    }
}
