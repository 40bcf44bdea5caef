import Foundation
import HTTP
import HTTPTypes
import Heroes
import Storage
import Synchronization
import Testing

@testable import Site

@Suite("A visitor's list: order, undo, export, import, sharing, other devices")
struct FavouriteListTests {
    private let visitor = SiteUnderTest.keeper
    private let cookie = SiteUnderTest.keeperCookie
    private let three = SiteUnderTest.three

    @Test("favourites are newest first, or by name without regard to case, page by page")
    func order() async throws {
        let site = try await SiteUnderTest.keeping(three)
        #expect(try await site.names("/favourites", cookie) == ["Mo", "anna", "Zed"])
        #expect(try await site.names("/favourites?sort=name", cookie) == ["anna", "Mo", "Zed"])
        let many = try await SiteUnderTest.keeping((100..<145).map { Hero(id: $0, name: "N\($0)") })
        #expect(try await many.names("/favourites?sort=name&page=3", cookie).first == "N140")
        let text = try await many.get("/favourites?sort=name&page=2", cookie).text
        #expect(text.contains("href=\"/favourites?sort=name&amp;page=3\""))
        #expect(await many.get("/favourites?sort=age", cookie).status == .badRequest)
    }

    @Test("who has removed all can still be forgotten, and who keeps nothing yet is not asked to be")
    func forgetAfterAll() async throws {
        let site = try await SiteUnderTest.keeping(three)
        _ = await site.post("/favourites/clear", "", cookie)
        let text = try await site.get("/favourites", cookie).text
        #expect(text.contains("action=\"/favourites/forget\"") && !text.contains("action=\"/favourites/clear\""))
        #expect(try await !site.get("/favourites").text.contains("action=\"/favourites/forget\""))
    }

    @Test("what is exported as JSON or CSV is imported as it was", arguments: ["json", "csv"])
    func roundTrip(_ format: String) async throws {
        let heroes = three + [Hero(id: 10, name: "Comma, \"Quote\" & Söhne"), Hero(id: 11, name: "=SUM(A1)")]
        let site = try await SiteUnderTest.keeping(heroes)
        let exported = await site.get("/favourites.\(format)", cookie)
        #expect(exported.fields[.contentDisposition] == "attachment; filename=\"favourites.\(format)\"")
        #expect(exported.fields[.cacheControl] == "private, no-store")
        let before = try await site.names("/favourites", cookie)
        _ = await site.post("/favourites/clear", "", cookie)
        let answer = try await site.takeIn(try await exported.text, cookie).text
        #expect(answer.contains("5 added, 0 there already, 0 not imported."))
        #expect(try await site.names("/favourites", cookie) == before)
    }

    @Test("a name that a spreadsheet would run is a text in CSV", arguments: ["=1+1", "+1", "-1", "@x", "\tx"])
    func formula(_ name: String) async throws {
        let text = try await SiteUnderTest.keeping([Hero(id: 7, name: name)]).get("/favourites.csv", cookie).text
        #expect(text == "id,name,added\r\n7,'\(name),1600000000\r\n")
    }

    @Test(
        "a thousand favourites exported as CSV or JSON can be imported again, however long their names are",
        arguments: ["json", "csv"],
        ["Captain Marvel", "Captain Marvel (\"Carol\" Danvers), who was Ms. Marvel"])
    func size(_ format: String, _ name: String) async throws {
        let heroes = (0..<1000).map { Hero(id: 1_009_000 + $0, name: name) }
        let exported = try await SiteUnderTest.keeping(heroes).get("/favourites.\(format)", cookie).text
        #expect(exported.utf8.count < 64 * 1024 - 1024)
        #expect(exported.contains("Captain") == (name == "Captain Marvel"))
        let read = try #require(FavouriteEntries(Array(exported.utf8)))
        #expect(Set(read.entries.map(\.id)) == Set(heroes.map(\.id)) && read.bad.isEmpty)
        #expect(read.entries.allSatisfy { $0.added != nil })
    }

    @Test("a shared link shows its heroes in its order, without those that are gone, and pages them")
    func shared() async throws {
        let site = try await SiteUnderTest.keeping([])
        #expect(
            try await site.names("/heroes?ids=5,1009610,5555,3,5", [:]) == ["Hero 5", "Spider-Man", "Hero 3"])
        let many = "/heroes?ids=" + (1...43).map(String.init).joined(separator: ",")
        #expect(try await site.names(many + "&page=3", [:]) == ["Hero 41", "Hero 42", "Hero 43"])
        #expect(await site.get(many + "&page=4").status == .notFound)
        #expect(try await site.get("/heroes?ids=5555").text.contains("None of these heroes is on record"))
        #expect(try await site.get("/heroes?ids=5,5555").text.contains(">1 hero<"))
        for bad in ["/heroes?ids=", "/heroes?ids=a", "/heroes?ids=1,,2", "/heroes?ids=1&ids=2"] {
            #expect(await site.get(bad).status == .badRequest)
        }
        let text = try await site.get("/heroes?ids=5").text
        #expect(text.contains("name=\"robots\" content=\"noindex\""))
        let kept = try await SiteUnderTest.keeping(three).get("/favourites", cookie).text
        #expect(kept.contains("href=\"/heroes?ids=9,8,7\"") && kept.contains("shows others these heroes."))
        let long = try await SiteUnderTest.keeping((1...101).map { Hero(id: $0, name: "N") }).get("/favourites", cookie)
            .text
        #expect(long.contains("shows others the first 100 of these heroes."))
    }

    @Test("a code leads another device to the same list, once, and what it had goes along")
    func code() async throws {
        let site = try await SiteUnderTest.keeping(three)
        let page = try await site.post("/favourites/code", "", cookie).text
        let code = String(try #require(page.firstMatch(of: /<p class="code"><strong>([0-9A-Z]{5}-[0-9A-Z]{5})</)).1)
        #expect(page.contains("http://heroes.example/favourites/move?code=\(code)"))
        #expect(!page.contains(visitor))
        #expect(try await site.get("/favourites/move?code=\(code)").text.contains("value=\"\(code)\""))
        let other = await site.post("/favourites/1", "action=add&back=/heroes")
        let had: HTTPFields = [.cookie: other.cookies.joined(separator: "; ")]
        let moved = await site.post("/favourites/move", "code=\(code.lowercased().replacing("-", with: "+"))", had)
        #expect(moved.status == .seeOther && moved.cookies.contains("visitor=\(visitor)"))
        #expect(try await site.names("/favourites", cookie).first == "Hero 1")
        let again = await site.post("/favourites/move", "code=\(code)")
        #expect(again.status == .unprocessableContent && again.cookies.isEmpty)
    }

    @Test("a code whose list has no room for what the other device had stays good until it has")
    func codeForFull() async throws {
        let site = try await SiteUnderTest.keeping(three, store: MemoryStore(limit: 4))
        let code = try await site.code(cookie)
        var had: HTTPFields = [:]
        for id in [1, 2] {
            let added = await site.post("/favourites/\(id)", "action=add&back=/heroes", had)
            if had.isEmpty { had = [.cookie: added.cookies.joined(separator: "; ")] }
        }
        for _ in 1...2 {
            let full = await site.post("/favourites/move", "code=\(code)", had)
            #expect(full.status == .conflict && full.fields[.setCookie] == nil)
            #expect(try await full.text.contains("You can keep 4 heroes, and that would be more."))
        }
        _ = await site.post("/favourites/7", "action=remove&back=/favourites", cookie)
        let moved = await site.post("/favourites/move", "code=\(code)", had)
        #expect(moved.status == .seeOther && moved.cookies.contains("visitor=\(visitor)"))
        #expect(try await site.names("/favourites", cookie).count == 4)
    }

    @Test("a code of a visitor who was forgotten brings nobody back")
    func codeOfForgotten() async throws {
        let store = MemoryStore()
        let site = try await SiteUnderTest.keeping(three, store: store)
        let code = try await site.code(cookie)
        #expect(await site.post("/favourites/forget", "", cookie).status == .seeOther)
        let moved = await site.post("/favourites/move", "code=\(code)")
        #expect(moved.status == .unprocessableContent && moved.fields[.setCookie] == nil)
        #expect(try await store.favourites(of: #require(Visitor(token: visitor))) == [])
    }

    @Test("only the newest code of a visitor works, so that nobody's codes drive out another's")
    func manyCodes() throws {
        let codes = Passing<String, Int>(limit: 3)
        let start = Date(timeIntervalSince1970: 0)
        codes.keepOnly(1, for: "first", now: start)
        for number in 0..<100 { codes.keepOnly(2, for: "\(number)", now: start) }
        #expect(codes.take("first", now: start) == 1)
        #expect(codes.take("98", now: start) == nil && codes.take("99", now: start) == 2)
    }

    @Test("a code is ten letters and digits that cannot be mistaken for another")
    func codeText() {
        #expect(MoveCode.read("oil00 0000-0") == "01100-00000")
        for text in ["", "ABC", "ABCDE-ABCDEF", "ABCDE-ABCDU", "ABCDE_ABCDE", String(repeating: "-", count: 50)] {
            #expect(MoveCode.read(text) == nil)
        }
        let code = MoveCode.new(random: 0x0123_4567_89ab_cdef)
        #expect(MoveCode.read(code) == code)
    }

    @Test(
        "another site changes nothing",
        arguments: ["clear", "undo", "import", "code", "move"])
    func crossSite(_ action: String) async throws {
        let site = try await SiteUnderTest.keeping(three)
        var fields = cookie
        fields.append(contentsOf: HTTPFields.of(["Sec-Fetch-Site": "cross-site"]))
        #expect(await site.post("/favourites/\(action)", "code=x", fields).status == .forbidden)
        #expect(try await site.names("/favourites", cookie).count == 3)
    }
}
