import FoundationEssentials
import HTTP
import HTTPTypes
import Heroes
import Storage
import Synchronization
import Testing

@testable import Site

@Suite("Undoing removals")
struct UndoTests {
    private let cookie = SiteUnderTest.visitorCookie
    private let three = SiteUnderTest.three

    /// Presses the page's Undo button.
    private func undo(
        _ page: String, on site: SiteUnderTest, _ fields: HTTPFields = SiteUnderTest.visitorCookie
    ) async throws -> Response {
        let change = try #require(page.firstMatch(of: /name="change" value="(\d+)"/)).1
        return await site.post("/favourites/undo", "change=\(change)", fields)
    }

    @Test("a removed hero returns to its old position, once")
    func undoOne() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        _ = await site.post("/favourites/8", "action=remove&back=/favourites", cookie)
        let text = try await site.get("/favourites", cookie).text
        // Pressing it twice does the same.
        for _ in 1...2 {
            let undone = try await undo(text, on: site)
            #expect(undone.status == .seeOther)
            #expect(undone.fields[.location] == "/favourites")
            #expect(try await site.names("/favourites", cookie) == ["Mo", "anna", "Zed"])
            #expect(try await !site.get("/favourites", cookie).text.contains("was removed"))
        }
    }

    @Test("each page undoes the removal that it shows, whatever was removed since")
    func twoTabs() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        _ = await site.post("/favourites/7", "action=remove&back=/favourites", cookie)
        let first = try await site.get("/favourites", cookie).text
        _ = await site.post("/favourites/8", "action=remove&back=/favourites", cookie)
        let second = try await site.get("/favourites", cookie).text
        #expect(first.contains("Zed was removed"))
        #expect(second.contains("anna was removed"))
        #expect(try await undo(first, on: site).status == .seeOther)
        #expect(try await site.names("/favourites", cookie) == ["Mo", "Zed"])
        #expect(try await site.get("/favourites", cookie).text.contains("anna was removed"))
        #expect(try await undo(second, on: site).status == .seeOther)
        #expect(try await site.names("/favourites", cookie) == ["Mo", "anna", "Zed"])
        #expect(try await !site.get("/favourites", cookie).text.contains("was removed"))
    }

    @Test("after an undo the removal before it can be undone, also without a number in the form")
    func undoTwice() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        for id in [7, 8] { _ = await site.post("/favourites/\(id)", "action=remove&back=/favourites", cookie) }
        for list in [["Mo", "anna"], ["Mo", "anna", "Zed"]] {
            #expect(await site.post("/favourites/undo", "", cookie).status == .seeOther)
            #expect(try await site.names("/favourites", cookie) == list)
        }
        #expect(await site.post("/favourites/undo", "", cookie).status == .conflict)
    }

    @Test("an unknown removal is reported, and nothing changes")
    func pastUndo() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        for fields in [cookie, [:], HTTPFields.of(["Cookie": "visitor=ffffffffffffffffffffffffffffffff"])] {
            let response = await site.post("/favourites/undo", "change=5", fields)
            #expect(response.status == .conflict)
            #expect(response.fields[.setCookie] == nil)
            #expect(try await response.text.contains("Too late to undo"))
        }
        #expect(try await site.names("/favourites", cookie) == ["Mo", "anna", "Zed"])
    }

    @Test("an undo does not restore a deleted visitor")
    func forgotten() async throws {
        let store = MemoryStore()
        let site = try await SiteUnderTest.withFavourites(three, store: store)
        _ = await site.post("/favourites/8", "action=remove&back=/favourites", cookie)
        let text = try await site.get("/favourites", cookie).text
        // Deleted by another process on the same folder, without notice to this one.
        try await store.forget(#require(Visitor(token: SiteUnderTest.visitorToken)))
        #expect(try await undo(text, on: site).status == .conflict)
        #expect(try await site.names("/favourites", cookie) == [])
    }

    @Test("a network can have changes of a few thousand favourites undone in ten minutes, and a wide one more")
    func undoLimit() throws {
        let site = try SiteUnderTest().site
        let now = Date(timeIntervalSince1970: 1)
        func count(_ peer: String) throws -> Int {
            let request = Request(target: "/", peer: peer)
            let visit = Visit(site, request, try site.assets())
            return (0..<100).count { _ in site.undoLimit.allows(998, visit, now) }
        }
        let counts = try (0..<6).map { try count("2001:db8:0:\($0)::1") }
        #expect(counts == [5, 5, 5, 5, 0, 0])
        #expect(try count("2001:db8:1::1") == 5)
    }

    @Test("the history is bounded by the number of heroes, and always contains the last removal")
    func bounded() {
        let now = Date(timeIntervalSince1970: 1)
        let many = (0..<600).map { Favourite(id: $0, name: "", thumbnail: nil, added: now) }
        var history = UndoHistory()
        for list in [Array(many[..<3]), many, Array(many[..<400])] { history.append(list, now: now) }
        #expect(history.list.map(\.favourites.count) == [600, 400])
        history.append(many + many, now: now)
        #expect(history.list.map(\.favourites.count) == [1200])
        #expect(history.list.map(\.number) == [1003])
    }

    @Test("removed heroes return to their old positions if their hearts are pressed again")
    func pressedAgain() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        for action in ["remove", "add"] {
            for id in [8, 7] { _ = await site.post("/favourites/\(id)", "action=\(action)&back=/heroes", cookie) }
        }
        #expect(try await site.names("/favourites", cookie) == ["Mo", "anna", "Zed"])
    }

    @Test("a hero that was added again is not shown as removed")
    func addedAgain() async throws {
        let site = try await SiteUnderTest.withFavourites(three)
        _ = await site.post("/favourites/8", "action=remove&back=/favourites", cookie)
        _ = await site.post("/favourites/8", "action=add&back=/favourites", cookie)
        #expect(try await !site.get("/favourites", cookie).text.contains("removed from"))
        _ = await site.post("/favourites/clear", "", cookie)
        _ = await site.post("/favourites/8", "action=add&back=/favourites", cookie)
        #expect(try await site.get("/favourites", cookie).text.contains("2 heroes were removed"))
    }

    @Test(
        "heroes added within one second keep their order through undo, export and import")
    func sameSecond() async throws {
        let site = try await SiteUnderTest.withFavourites([])
        let visitor = await site.importList("[3,1,2,5,4]", [:]).cookieFields
        let names = ["Hero 3", "Hero 1", "Hero 2", "Hero 5", "Hero 4"]
        #expect(try await site.names("/favourites", visitor) == names)
        let exported = try await site.get("/favourites.csv", visitor).text
        for (path, form) in [("clear", ""), ("1", "action=remove&back=/favourites")] {
            _ = await site.post("/favourites/\(path)", form, visitor)
            _ = try await undo(site.get("/favourites", visitor).text, on: site, visitor)
            #expect(try await site.names("/favourites", visitor) == names)
        }
        _ = await site.post("/favourites/clear", "", visitor)
        _ = await site.importList(exported, visitor)
        #expect(try await site.names("/favourites", visitor) == names)
    }

    @Test("a value in memory expires after ten minutes, is taken once, and the oldest are evicted")
    func expiry() async throws {
        let time = Mutex(0.0)
        let store = MemoryExpiringStore { Date(timeIntervalSince1970: time.withLock { $0 }) }
        func value(_ key: UInt8) async throws -> Int? { try await store.value(.transferCode, for: [key]) }
        func take(_ key: UInt8) async throws -> Int? { try await store.take(.transferCode, for: [key]) }
        try await store.store(1, .transferCode, for: [1])
        time.withLock { $0 = 599 }
        #expect(try await [value(1), value(2)] == [1, nil])
        time.withLock { $0 = 600 }
        #expect(try await [value(1), take(1)] == [nil, nil])
        try await store.store(2, .transferCode, for: [1])
        #expect(try await [take(1), take(1)] == [2, nil])
        for number in 0...10_000 { try await store.store(number, .importResult, for: Array("\(number)".utf8)) }
        for (number, value) in [(0, nil), (1, 1), (10_000, 10_000)] as [(Int, Int?)] {
            #expect(try await store.value(.importResult, for: Array("\(number)".utf8)) == value)
        }
    }
}
