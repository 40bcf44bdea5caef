import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("Favourites during and after a failure of the store")
struct FavouriteFailureTests {
    private let cookie = SiteUnderTest.visitorCookie

    /// Favourites on two pages.
    private static let count = PageRange.pageLength + 10

    private func prepared() async throws -> (site: SiteUnderTest, store: RecordingStore) {
        let store = RecordingStore()
        let heroes = (1...Self.count).map { Hero(id: $0, name: "Hero \($0)") }
        return (try await SiteUnderTest.withFavourites(heroes, store: store), store)
    }

    @Test(
        "a list that cannot be read is not shown or exported as empty, and its pages are not reported as missing",
        arguments: ["/favourites", "/favourites.json", "/favourites.csv", "/favourites?page=2"])
    func unread(target: String) async throws {
        let (site, store) = try await prepared()
        store.fail(with: .unavailable("broken"))
        let response = await site.get(target, cookie)
        #expect(response.status == .serviceUnavailable)
        #expect(response.fields[.retryAfter] == "30")
        let parts = ["Your favourites can’t be loaded", "Your list was not changed."]
        expectText(try await response.text, has: parts, lacks: ["No favourites yet"])
        store.fail(with: nil)
        #expect(await site.get(target, cookie).status == .ok)
    }

    @Test("removing all favourites always asks the store, even if none are shown")
    func removeNothing() async throws {
        let (site, store) = try await prepared()
        #expect(await site.post("/favourites/clear", "", cookie).status == .seeOther)
        store.fail(with: .unavailable("broken"), onlyChanges: true)
        #expect(await site.get("/favourites.json", cookie).status == .ok)
        #expect(await site.post("/favourites/clear", "", cookie).status == .serviceUnavailable)
        store.fail(with: nil)
        let response = await site.post("/favourites/clear", "", cookie)
        #expect(response.status == .seeOther)
        #expect(response.fields[values: .setCookie].isEmpty)
    }

    @Test("every page shows the visitor's number of favourites if it is known, or that they cannot be read")
    func count() async throws {
        let (site, store) = try await prepared()
        let own = Request(method: .post, target: "/favourites/import", fields: cookie)
        let stranger = Request(target: "/favourites/import")
        for (status, request, count) in [
            (.contentTooLarge, own, "\(Self.count)"), (.contentTooLarge, stranger, "0"), (.badRequest, nil, ""),
            (.uriTooLong, nil, ""), (.init(code: 431), nil, ""), (.tooManyRequests, own, ""),
            (.serviceUnavailable, own, ""),
        ] as [(HTTPResponse.Status, Request?, String)] {
            let text = try await site.site.errorPage(status, for: request).text
            expectText(text, has: ["id=\"favourites-count\">\(count)<"], lacks: ["can’t be loaded right now"])
        }
        store.fail(with: .unavailable("broken"))
        for (request, isUnread) in [(own, true), (stranger, false)] {
            let text = try await site.site.errorPage(.contentTooLarge, for: request).text
            #expect(text.contains("can’t be loaded right now") == isUnread)
        }
        let text = try await site.get("/favourites", cookie).text
        expectText(text, has: ["id=\"favourites-count\"></span>", "can’t be loaded right now"])
    }

    @Test("a list that cannot be read can be deleted from its page, and the page in JSON is a problem")
    func forgetUnread() async throws {
        let (site, store) = try await prepared()
        store.fail(with: .unavailable("broken"))
        #expect(try await site.get("/favourites", cookie).text.contains("action=\"/favourites/forget\""))
        let problem = await site.get(
            "/favourites", .of(["Cookie": SiteUnderTest.visitorCookie[.cookie] ?? "", "Accept": "application/json"]))
        #expect(problem.status == .serviceUnavailable)
        #expect(problem.fields[.contentType] == "application/problem+json")
        _ = store.takeCalls()
        store.fail(with: nil)
        #expect(await site.post("/favourites/forget", "", cookie).status == .seeOther)
        // The list may be unreadable, or the disk full, so nothing is written first.
        #expect(store.takeCalls().filter { $0 != "favourites of" } == ["forget"])
    }

    @Test("actions change nothing while the store fails, and a code stays valid")
    func unchanged() async throws {
        let (site, store) = try await prepared()
        let other = await site.post("/favourites/1009610", "action=add&back=/heroes")
        let code = try await site.code(other.cookieFields)
        store.fail(with: .unavailable("broken"))
        for (target, form) in [
            ("clear", ""), ("code", ""), ("move", "code=\(code)"), ("import", "list=[{\"id\":1}]"),
            ("1", "action=remove"), ("forget", ""),
        ] {
            let response = await site.post("/favourites/\(target)", form, cookie)
            #expect(response.status == .serviceUnavailable, "\(target)")
            #expect(response.fields[.setCookie] == nil, "\(target)")
        }
        store.fail(with: nil)
        #expect(try await site.get("/favourites", cookie).text.contains("id=\"favourites-count\">\(Self.count)<"))
        #expect(await site.post("/favourites/move", "code=\(code)&join=yes", cookie).status == .seeOther)
        #expect(
            try await site.get("/favourites", other.cookieFields).text.contains(
                "id=\"favourites-count\">\(Self.count + 1)<"))
    }

    @Test("a new visitor that could not be stored does not count against the limit")
    func newVisitors() async throws {
        let (site, store) = try await prepared()
        for error in [FavouritesError.unavailable("broken"), .full(limit: 1000)] {
            store.fail(with: error)
            for _ in 0...SiteConfiguration().newVisitorsPerHour {
                let response = await site.post("/favourites/1009610", "action=add&back=/heroes")
                if response.status == .tooManyRequests { Issue.record("refused") }
            }
        }
        #expect(site.site.newVisitorCount == 0)
        store.fail(with: nil)
        #expect(await site.post("/favourites/1009610", "action=add&back=/heroes").status == .seeOther)
        #expect(site.site.newVisitorCount == 1)
    }
}
