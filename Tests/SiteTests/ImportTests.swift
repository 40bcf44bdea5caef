import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes
import Storage
import Support
import Synchronization
import Testing

@testable import Site

@Suite("Importing a list of favourites")
struct ImportTests {
    private let cookie = SiteUnderTest.visitorCookie
    private let three = SiteUnderTest.three

    @Test("invalid lines are listed, and the others are imported")
    func invalidLines() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let csv = "id,name,added\n1,Hero 1,\n7,Zed,1\nx,y,z\n-4,,\n5555,Nobody,\n1,again,\n\"2\",\"a, b\",5\n"
        let text = try await site.importResult(csv, cookie)
        let lines = ["Line 4", "Line 5", "Line 6: no hero with ID 5555"].map { "<li>\($0)</li>" }
        expectText(text, has: ["2 added, 2 already there, 3 skipped."] + lines)
    }

    @Test("the response to a list is a redirect, and the result can be reloaded until the next import")
    func redirect() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        for _ in 1...2 {
            let imported = await site.importList("id\n7\n5555\n", cookie)
            #expect(imported.status == .seeOther)
            #expect(imported.fields[.location] == "/favourites/import")
            for _ in 1...2 {
                let text = try await site.get("/favourites/import", cookie).text
                expectText(text, has: ["<h1>Nothing was added</h1>", "1 already there, 1 skipped."])
            }
        }
        _ = await site.importList("id\n1\n", cookie)
        let after = await site.get("/favourites/import", cookie)
        #expect(after.fields[.location] == "/favourites")
        #expect(await site.get("/favourites/import").fields[.location] == "/favourites")
    }

    @Test("if all heroes were added, the favourites say so, and the import can be undone and redone")
    func undo() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let names = ["Hero 1", "Hero 2", "Mo", "anna", "Zed"]
        var text = try await site.importResult("id\n1\n2\n", cookie)
        for (sentence, after) in [
            ("added to", Array(names[2...])), ("removed from", names), ("added to", Array(names[2...])),
        ] {
            #expect(text.contains("2 heroes were \(sentence) your favourites."))
            let change = try #require(text.firstMatch(of: /name="change" value="(\d+)"/)).1
            // Pressing it twice does the same.
            for _ in 1...2 {
                #expect(await site.post("/favourites/undo", "change=\(change)", cookie).status == .seeOther)
                #expect(try await site.names("/favourites", cookie) == after)
            }
            text = try await site.get("/favourites", cookie).text
        }
    }

    @Test("a new visitor is redirected to the cookie check")
    func newVisitor() async throws {
        let site = try SiteUnderTest()
        let imported = await site.importList("[1]", [:])
        #expect(imported.fields[.location] == "/favourites/import?first=1")
        let shown = await site.shown(after: imported, [:])
        #expect(try await shown.text.contains("Hero 1 was added to your favourites."))
        let refused = await site.get("/favourites/import?first=1")
        #expect(refused.status == .forbidden)
        #expect(try await refused.text.contains("need a cookie"))
        let nothing = await site.importList("id\n5555\n", [:])
        #expect(nothing.status == .unprocessableContent)
        #expect(nothing.cookies.isEmpty)
    }

    @Test("all heroes of a shared list are added at once, and then not offered again")
    func sharedList() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        let link = "/heroes?ids=1,7,2"
        let text = try await site.get(link, cookie).text
        let list = try #require(
            text.firstMatch(of: /action="\/favourites\/import">\s*<input type="hidden" name="list" value="(.*?)">/)
        ).1
        for fields in [cookie, [:]] {
            let added = await site.post("/favourites/import", "list=\(list)", fields)
            let shown = try await site.shown(after: added, fields).text
            #expect(shown.contains("\(fields == cookie ? 2 : 3) heroes were added to your favourites."))
        }
        #expect(try await site.names("/favourites", cookie) == ["Hero 1", "Hero 2", "Mo", "anna", "Zed"])
        #expect(try await !site.get(link, cookie).text.contains("Add all to favourites"))
    }

    @Test("a list can be pasted into a form, and a body of another type is rejected")
    func pasted() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        let pasted = await site.post("/favourites/import", "list=%5B%7B%22id%22%3A1%7D%5D")
        #expect(pasted.status == .seeOther)
        #expect(pasted.cookies.contains { $0.hasPrefix("visitor=") })
        for type in ["text/plain", "multipart/form-data", "multipart/form-data; boundary="] {
            let request = Request(
                method: .post, target: "/favourites/import", fields: [.contentType: type], body: Array("[{}]".utf8))
            #expect(await site.site.respond(to: request).status == .badRequest)
        }
    }

    /// Returns a source that records the heroes it is requested for.
    private func source(
        failing error: HeroError? = nil
    ) -> (source: ScriptedSource, requested: @Sendable () -> [Hero.ID]) {
        let requested = SiteUnderTest.Log()
        var source = ScriptedSource.usual
        source.before = { query throws(HeroError) in
            if case .hero(let id) = query { requested.write("\(id)") }
            if let error { throw error }
        }
        return (source, { requested.lines.compactMap { Int($0) } })
    }

    @Test("an import of unknown heroes makes a bounded number of requests to the source")
    func bounded() async throws {
        let (source, requested) = source()
        let site = try SiteUnderTest(source)
        let list = "[" + (1...43).map(String.init).joined(separator: ",") + "]"
        let text = try await site.importResult(list, [:])
        #expect(requested().count == 20)
        let parts = ["20 added, 23 skipped.", "23 heroes couldn’t be looked up yet.", "add the list again"]
        expectText(text, has: parts, lacks: ["<li>"])
    }

    @Test("a visitor's imports are limited, and a rejected one changes nothing")
    func manyLists() async throws {
        let site = try SiteUnderTest()
        for _ in 0..<60 { #expect(await site.importList("id\n0\n1\n", [:]).status == .seeOther) }
        let refused = await site.importList("id\n1\n", [:])
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields[.retryAfter] == "60")
        #expect(refused.cookies.isEmpty)
        #expect(try await refused.text.contains("Nothing was changed. Try again in 1 minute."))
    }

    @Test("unreadable lists of one client hardly count, and not for the other visitors of its network")
    func junk() async throws {
        let site = try SiteUnderTest()
        for _ in 0..<580 { #expect(await site.importList("x", [:]).status == .badRequest) }
        #expect(await site.importList("id\n1\n", [:]).status == .seeOther)
        for _ in 0..<20 { _ = await site.importList("x", [:]) }
        #expect(await site.importList("x", [:]).status == .tooManyRequests)
        #expect(await site.importList("id\n1\n", SiteUnderTest.visitorCookie).status == .seeOther)
    }

    @Test("the visitors of a network have a limit far above that of one")
    func manyVisitors() async throws {
        let site = try SiteUnderTest(configure: { $0.newVisitorsPerHour = 10_000 })
        var statuses: [HTTPResponse.Status] = []
        for number in 0...1200 {
            let token = String(repeating: "0", count: 28) + String(1000 + number)
            statuses.append(await site.importList("id\n1\n", .of(["Cookie": "visitor=\(token)"])).status)
        }
        #expect(statuses.firstIndex(of: .tooManyRequests) == 1200)
    }

    @Test("if the source fails for a hero, the line is not reported as invalid")
    func brokenSource() async throws {
        var source = ScriptedSource.usual
        source.before = { query throws(HeroError) in if case .hero(2) = query { throw .timedOut("slow") } }
        let text = try await SiteUnderTest(source).importResult("id\n1\n2\n5555\n", [:])
        let parts = ["1 added, 2 skipped.", "1 hero couldn’t be looked up yet."]
        expectText(text, has: parts + ["<li>Line 4: no hero with ID 5555</li>"], lacks: ["<li>Line 3"])
    }

    @Test("of thousands of invalid lines the first hundred are listed")
    func manyInvalidLines() async throws {
        let text = try await SiteUnderTest().importResult("id\n1\n" + String(repeating: "x\n", count: 4000), [:])
        expectText(text, has: ["1 added, 4,000 skipped.", "<li>and 3,900 more</li>"])
        #expect(text.matches(of: /<li>Line/).count == 100)
    }

    @Test("a repeated import reaches every hero")
    func repeated() async throws {
        let (source, requested) = source(failing: .timedOut("slow"))
        let bits = DistinctNumbers()
        let site = try SiteUnderTest(source, random: { bits.next() &* 0x9E37_79B9_7F4A_7C15 })
        let list = "[" + (1...30).map(String.init).joined(separator: ",") + "]"
        for _ in 1...30 { _ = await site.importList(list, [:]) }
        #expect(Set(requested()) == Set(1...30))
    }

    @Test("heroes of a list are looked up concurrently", .timeLimit(.minutes(1)))
    func concurrentLookups() async throws {
        let gate = Gate()
        let requested = Mutex(0)
        var source = ScriptedSource.usual
        source.before = { _ throws(HeroError) in
            requested.withLock { $0 += 1 }
            if requested.withLock({ $0 }) == 3 { gate.open() }
            await gate.wait()
        }
        let text = try await SiteUnderTest(source).importResult("id\n1\n2\n3\n", [:])
        #expect(text.contains("3 heroes were added"))
    }

    @Test("a time in the future becomes now, so that later favourites come before the hero")
    func future() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        let imported = await site.importList("id,name,added\n1,x,4000000000\n2,x,1600000000\n", [:])
        _ = await site.post("/favourites/3", "action=add&back=/heroes", imported.cookieFields)
        #expect(try await site.names("/favourites", imported.cookieFields) == ["Hero 3", "Hero 1", "Hero 2"])
    }
}

@Suite("Reading lists of heroes")
struct ImportedListTests {
    private static let csv =
        "id,name,added\r\n1009610,\"Man, \"\"Spider\"\"\",1700000000\r\n1009368,Iron,1600000000\r\n"

    @Test(
        "an export can be read again, with the line ends and separators that a spreadsheet writes",
        arguments: [
            csv, "\u{FEFF}" + csv, csv.replacing("\r\n", with: "\n"), csv.replacing("\r\n", with: "\r"),
            csv.replacing(",", with: ";"), csv.replacing(",", with: "\t"),
            "\"id\";\"added\"\n\"1009610\";\"1700000000\"\n1009368;1600000000\n\n",
            #"[{"id":1009610,"name":"x","added":1700000000},{"id":1009368,"added":1600000000}]"#,
        ])
    func export(_ text: String) throws {
        let list = try #require(ImportedList(Array(text.utf8)))
        #expect(list.entries.map(\.id) == [1_009_610, 1_009_368])
        #expect(list.invalid.isEmpty)
        #expect(list.entries.map(\.added?.timeIntervalSince1970) == [1_700_000_000, 1_600_000_000])
    }

    @Test(
        "a link to shared heroes is read with all its heroes",
        arguments: [
            "https://heroes.example/heroes?ids=1009610,1009368,9",
            " http://[::1]:8080/heroes?ids=1009610%2C1009368,9\n",
            "/heroes?page=1&ids=1009610,1009368,9", "[1009610,1009368,9]",
        ])
    func link(_ text: String) throws {
        let list = try #require(ImportedList(Array(text.utf8)))
        #expect(list.entries.map(\.id) == [1_009_610, 1_009_368, 9])
        #expect(list.entries.allSatisfy { $0.added == nil })
    }

    @Test("invalid entries are located by their lines, as a text editor counts them")
    func lines() throws {
        let csv = "id,name,added\r\n1,\"two\r\nlines\",\r\n-4,,\r\nx,\"a\rb\nc\",\r\n2,\"open,\r\n3,x,5\r\n"
        let list = try #require(ImportedList(Array(csv.utf8)))
        #expect(list.entries.map(\.id) == [1, 2])
        #expect(list.invalid.map(\.description) == ["Line 4", "Line 5"])
        let json = try #require(ImportedList(Array(#"[{"id":1,"added":"x"},{"id":"2"},true,null,{"id":0}]"#.utf8)))
        #expect(json.entries.map(\.id) == [1])
        #expect(json.invalid.map(\.description) == ["Entry 2", "Entry 3", "Entry 4", "Entry 5"])
    }

    @Test(
        "anything else is no list",
        arguments: [
            "", "   ", "{\"id\":1}", "[1,", "[[[[[[", "\u{FFFD}PNG\r\n\u{1A}\n", "Spider-Man", "1009610\n1009368",
            "name;number\nx;1", "https://heroes.example/heroes/1009610-spider-man",
            "[1" + String(repeating: ",0", count: 5000) + "]", "id\n" + String(repeating: "1\n", count: 5001),
        ])
    func notAList(_ text: String) { #expect(ImportedList(Array(text.utf8)) == nil) }
}
