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
    private let visitor = "00112233445566778899aabbccddeeff"
    private var cookie: HTTPFields { .of(["Cookie": "visitor=\(visitor)", "Host": "heroes.example"]) }

    private func site(_ heroes: [Hero] = [], store: MemoryStore = MemoryStore()) async throws -> SiteUnderTest {
        let keeper = try #require(Visitor(token: visitor))
        for (index, hero) in heroes.enumerated() {
            try await store.add(
                Favourite(
                    id: hero.id, name: hero.name, thumbnail: hero.thumbnail,
                    added: Date(timeIntervalSince1970: 1_600_000_000 + Double(index))),
                for: keeper)
        }
        var source = ScriptedSource.usual
        source.heroes = heroes + source.heroes
        return try SiteUnderTest(source, favourites: store)
    }

    private let three = [Hero(id: 7, name: "Zed"), Hero(id: 8, name: "anna"), Hero(id: 9, name: "Mo")]

    private func names(_ site: SiteUnderTest, _ target: String, _ fields: HTTPFields) async throws -> [String] {
        try await site.get(target, fields).text.matches(of: /<span class="name">(.*?)<\/span>/).map { String($0.1) }
    }

    private func multipart(_ site: SiteUnderTest, _ file: String, _ fields: HTTPFields) async -> Response {
        var fields = fields
        fields[.contentType] = "multipart/form-data; boundary=XyZ"
        let body = """
            --XyZ\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--XyZ\r\nContent-Disposition: form-data; \
            name="list"; filename="f.csv"\r\nContent-Type: text/csv\r\n\r\n\(file)\r\n--XyZ--\r\n
            """
        return await site.site.respond(
            to: Request(method: .post, target: "/favourites/import", fields: fields, body: Array(body.utf8)))
    }

    @Test("favourites are newest first, or by name without regard to case, page by page")
    func order() async throws {
        let site = try await site(three)
        #expect(try await names(site, "/favourites", cookie) == ["Mo", "anna", "Zed"])
        #expect(try await names(site, "/favourites?sort=name", cookie) == ["anna", "Mo", "Zed"])
        let many = try await self.site((100..<145).map { Hero(id: $0, name: "N\($0)") })
        #expect(try await names(many, "/favourites?sort=name&page=3", cookie).first == "N140")
        let text = try await many.get("/favourites?sort=name&page=2", cookie).text
        #expect(text.contains("href=\"/favourites?sort=name&amp;page=3\""))
        #expect(await many.get("/favourites?sort=age", cookie).status == .badRequest)
    }

    @Test("a hero removed can be taken back to its old place, once")
    func undoOne() async throws {
        let site = try await site(three)
        _ = await site.post("/favourites/8", "action=remove&back=/favourites", cookie)
        let text = try await site.get("/favourites", cookie).text
        #expect(text.contains("anna was removed from your favourites.") && text.contains("action=\"/favourites/undo\""))
        let undone = await site.post("/favourites/undo", "", cookie)
        #expect(undone.status == .seeOther && undone.fields[.location] == "/favourites")
        #expect(try await names(site, "/favourites", cookie) == ["Mo", "anna", "Zed"])
        #expect(try await !site.get("/favourites", cookie).text.contains("was removed"))
        #expect(await site.post("/favourites/undo", "", cookie).cookies.isEmpty)
    }

    @Test("a hero removed and added again is not told of as removed")
    func undoneByHand() async throws {
        let site = try await site(three)
        _ = await site.post("/favourites/8", "action=remove&back=/favourites", cookie)
        _ = await site.post("/favourites/8", "action=add&back=/favourites", cookie)
        #expect(try await !site.get("/favourites", cookie).text.contains("removed from"))
        _ = await site.post("/favourites/clear", "", cookie)
        _ = await site.post("/favourites/8", "action=add&back=/favourites", cookie)
        #expect(try await site.get("/favourites", cookie).text.contains("2 heroes were removed"))
    }

    @Test("a heart pressed again brings the hero back to the old place")
    func pressedAgain() async throws {
        let site = try await site(three)
        for action in ["remove", "add"] {
            _ = await site.post("/favourites/8", "action=\(action)&back=/favourites", cookie)
        }
        #expect(try await names(site, "/favourites", cookie) == ["Mo", "anna", "Zed"])
    }

    @Test("who has removed all can still be forgotten, and who keeps nothing yet is not asked to be")
    func forgetAfterAll() async throws {
        let site = try await site(three)
        _ = await site.post("/favourites/clear", "", cookie)
        let text = try await site.get("/favourites", cookie).text
        #expect(text.contains("action=\"/favourites/forget\"") && !text.contains("action=\"/favourites/clear\""))
        #expect(try await !site.get("/favourites").text.contains("action=\"/favourites/forget\""))
    }

    @Test("all can be removed and taken back")
    func undoAll() async throws {
        let site = try await site(three)
        #expect(await site.post("/favourites/clear", "", cookie).status == .seeOther)
        let text = try await site.get("/favourites", cookie).text
        #expect(text.contains("No favourites yet") && text.contains("3 heroes were removed"))
        _ = await site.post("/favourites/undo", "", cookie)
        #expect(try await names(site, "/favourites", cookie) == ["Mo", "anna", "Zed"])
    }

    @Test("a removal is nobody else's to take back, and not for ever")
    func passing() throws {
        let passing = Passing<String, Int>(limit: 2)
        let start = Date(timeIntervalSince1970: 0)
        passing.keep(1, for: "a", now: start)
        #expect(passing.value(for: "a", now: start + 599) == 1)
        #expect(passing.value(for: "a", now: start + 600) == nil)
        #expect(passing.take("b", now: start) == nil)
        #expect(passing.take("a", now: start) == 1 && passing.take("a", now: start) == nil)
        for (index, key) in ["a", "b", "c"].enumerated() { passing.keep(index, for: key, now: start) }
        #expect(passing.value(for: "a", now: start) == nil && passing.value(for: "c", now: start) == 2)
    }

    @Test("what is exported as JSON or CSV is imported as it was", arguments: ["json", "csv"])
    func roundTrip(_ format: String) async throws {
        let heroes = three + [Hero(id: 10, name: "Comma, \"Quote\" & Söhne"), Hero(id: 11, name: "=SUM(A1)")]
        let site = try await site(heroes)
        let exported = await site.get("/favourites.\(format)", cookie)
        #expect(exported.fields[.contentDisposition] == "attachment; filename=\"favourites.\(format)\"")
        #expect(exported.fields[.cacheControl] == "private, no-store")
        let before = try await names(site, "/favourites", cookie)
        _ = await site.post("/favourites/clear", "", cookie)
        let answer = try await multipart(site, try await exported.text, cookie).text
        #expect(answer.contains("5 added, 0 there already, 0 not imported."))
        #expect(try await names(site, "/favourites", cookie) == before)
    }

    @Test("a name that a spreadsheet would run is a text in CSV", arguments: ["=1+1", "+1", "-1", "@x", "\tx"])
    func formula(_ name: String) async throws {
        let text = try await site([Hero(id: 7, name: name)]).get("/favourites.csv", cookie).text
        #expect(text == "id,name,added\r\n7,'\(name),1600000000\r\n")
    }

    @Test(
        "a thousand favourites exported as CSV or JSON can be imported again, however long their names are",
        arguments: ["json", "csv"],
        ["Captain Marvel", "Captain Marvel (\"Carol\" Danvers), who was Ms. Marvel"])
    func size(_ format: String, _ name: String) async throws {
        let heroes = (0..<1000).map { Hero(id: 1_009_000 + $0, name: name) }
        let exported = try await site(heroes).get("/favourites.\(format)", cookie).text
        #expect(exported.utf8.count < 64 * 1024 - 1024)
        #expect(exported.contains("Captain") == (name == "Captain Marvel"))
        let read = try #require(FavouriteEntries(Array(exported.utf8)))
        #expect(Set(read.entries.map(\.id)) == Set(heroes.map(\.id)) && read.bad.isEmpty)
        #expect(read.entries.allSatisfy { $0.added != nil })
    }

    @Test("lines that cannot be imported are named, and the others are")
    func badLines() async throws {
        let site = try await site(three)
        let csv = "id,name,added\n1,Hero 1,\n7,Zed,1\nx,y,z\n-4,,\n5555,Nobody,\n1,again,\n\"2\",\"a, b\",5\n"
        let text = try await multipart(site, csv, cookie).text
        #expect(text.contains("2 added, 2 there already, 3 not imported."))
        for line in ["line 4", "line 5", "line 6 (hero 5555)"] { #expect(text.contains("<li>\(line)</li>")) }
        let json = "[{\"id\":3,\"added\":7},{\"id\":\"4\"},5,{\"id\":6,\"added\":\"x\"},null]"
        let answer = try await multipart(site, json, cookie).text
        #expect(
            answer.contains("2 added") && answer.contains("<li>entry 2</li>") && answer.contains("<li>entry 5</li>"))
    }

    @Test("lines may end as they ended on old computers", arguments: ["\r", "\n", "\r\n"])
    func lineEnds(_ end: String) async throws {
        let csv = ["id,name,added", "1,\"A, b\",5", "7,Zed,1", "x,,"].joined(separator: end)
        let text = try await multipart(site(three), csv, cookie).text
        #expect(text.contains("1 added, 1 there already, 1 not imported.") && text.contains("<li>line 4</li>"))
    }

    @Test(
        "what is no list changes nothing and says so",
        arguments: [
            "", "   ", "{\"id\":1}", "[1,", "{", "[[[[[[", "\u{FFFD}PNG\r\n\u{1A}\n",
            String(repeating: "x\n", count: 9000),
        ])
    func noList(_ text: String) async throws {
        let response = try await multipart(site(three), text, cookie)
        #expect(response.status == .badRequest && response.cookies.isEmpty)
    }

    @Test("a list can be pasted into a form too, and a body of another kind is refused")
    func pasted() async throws {
        let site = try await site()
        let pasted = await site.post("/favourites/import", "list=%5B%7B%22id%22%3A1%7D%5D")
        #expect(try await pasted.text.contains("1 added") && pasted.cookies.contains { $0.hasPrefix("visitor=") })
        for type in ["text/plain", "multipart/form-data", "multipart/form-data; boundary="] {
            let request = Request(
                method: .post, target: "/favourites/import", fields: [.contentType: type], body: Array("[{}]".utf8))
            #expect(await site.site.respond(to: request).status == .badRequest)
        }
    }

    @Test("a list of heroes nobody has met asks the source for a bounded number of them")
    func bounded() async throws {
        let asked = Mutex(0)
        var source = ScriptedSource.usual
        source.before = { question throws(HeroError) in if case .hero = question { asked.withLock { $0 += 1 } } }
        let site = try SiteUnderTest(source)
        let list = (1...43).map { "\($0)" }.joined(separator: "\n")
        let text = try await multipart(site, list, [:]).text
        #expect(text.contains("20 added, 0 there already, 23 not imported.") && asked.withLock { $0 } == 20)
    }

    @Test("a shared link shows its heroes in its order, without those that are gone, and pages them")
    func shared() async throws {
        let site = try await site()
        #expect(
            try await names(site, "/heroes?ids=5,1009610,5555,3,5", [:]) == ["Hero 5", "Spider-Man", "Hero 3"])
        let many = "/heroes?ids=" + (1...43).map(String.init).joined(separator: ",")
        #expect(try await names(site, many + "&page=3", [:]) == ["Hero 41", "Hero 42", "Hero 43"])
        #expect(await site.get(many + "&page=4").status == .notFound)
        #expect(try await site.get("/heroes?ids=5555").text.contains("None of these heroes is on record"))
        #expect(try await site.get("/heroes?ids=5,5555").text.contains(">1 hero<"))
        for bad in ["/heroes?ids=", "/heroes?ids=a", "/heroes?ids=1,,2", "/heroes?ids=1&ids=2"] {
            #expect(await site.get(bad).status == .badRequest)
        }
        let text = try await site.get("/heroes?ids=5").text
        #expect(text.contains("name=\"robots\" content=\"noindex\""))
        let kept = try await self.site(three).get("/favourites", cookie).text
        #expect(kept.contains("href=\"/heroes?ids=9,8,7\"") && kept.contains("shows others these heroes."))
        let long = try await self.site((1...101).map { Hero(id: $0, name: "N") }).get("/favourites", cookie).text
        #expect(long.contains("shows others the first 100 of these heroes."))
    }

    @Test("a code leads another device to the same list, once, and what it had goes along")
    func code() async throws {
        let site = try await site(three)
        let page = try await site.post("/favourites/code", "", cookie).text
        let code = String(try #require(page.firstMatch(of: /<p class="code"><strong>([0-9A-Z]{5}-[0-9A-Z]{5})</)).1)
        #expect(page.contains("http://heroes.example/favourites/move?code=\(code)"))
        #expect(!page.contains(visitor))
        #expect(try await site.get("/favourites/move?code=\(code)").text.contains("value=\"\(code)\""))
        let other = await site.post("/favourites/1", "action=add&back=/heroes")
        let had: HTTPFields = [.cookie: other.cookies.joined(separator: "; ")]
        let moved = await site.post("/favourites/move", "code=\(code.lowercased().replacing("-", with: "+"))", had)
        #expect(moved.status == .seeOther && moved.cookies.contains("visitor=\(visitor)"))
        #expect(try await names(site, "/favourites", cookie).first == "Hero 1")
        let again = await site.post("/favourites/move", "code=\(code)")
        #expect(again.status == .unprocessableContent && again.cookies.isEmpty)
    }

    @Test("a code whose list has no room for what the other device had stays good until it has")
    func codeForFull() async throws {
        let site = try await site(three, store: MemoryStore(limit: 4))
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
        #expect(try await names(site, "/favourites", cookie).count == 4)
    }

    @Test("a code of a visitor who was forgotten brings nobody back")
    func codeOfForgotten() async throws {
        let store = MemoryStore()
        let site = try await site(three, store: store)
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
        let site = try await site(three)
        var fields = cookie
        fields.append(contentsOf: HTTPFields.of(["Sec-Fetch-Site": "cross-site"]))
        #expect(await site.post("/favourites/\(action)", "code=x", fields).status == .forbidden)
        #expect(try await names(site, "/favourites", cookie).count == 3)
    }
}
