import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("Favourites during and after a failure of the store")
struct FavouriteFailureTests {
    private static let cookie: HTTPFields = .of(["Cookie": "visitor=00112233445566778899aabbccddeeff"])

    /// Returns a site with a store in which the visitor has thirty favourites.
    /// Favourites on two pages.
    private static let count = PageRange.pageLength + 10

    private func prepared() async throws -> (site: SiteUnderTest, store: RecordingStore) {
        let store = RecordingStore()
        let visitor = try #require(Visitor(token: "00112233445566778899aabbccddeeff"))
        for id in 1...Self.count {
            try await store.add(
                Favourite(id: id, name: "Hero \(id)", thumbnail: nil, added: .distantPast), for: visitor)
        }
        return (try SiteUnderTest(favourites: store), store)
    }

    @Test(
        "a list that cannot be read is not shown or exported as empty, and its pages are not reported as missing",
        arguments: ["/favourites.json", "/favourites.csv", "/favourites?page=2"])
    func unread(target: String) async throws {
        let (site, store) = try await prepared()
        store.fail(with: .unavailable("broken"))
        let response = await site.get(target, Self.cookie)
        #expect(response.status == .serviceUnavailable && response.fields[.retryAfter] == "30")
        #expect(try await response.text.contains("Your favourites can’t be loaded"))
        store.fail(with: nil)
        #expect(await site.get(target, Self.cookie).status == .ok)
    }

    @Test("a list that cannot be read is not shown as one that was never begun")
    func unreadPage() async throws {
        let (site, store) = try await prepared()
        store.fail(with: .unavailable("broken"))
        let text = try await site.get("/favourites", Self.cookie).text
        #expect(text.contains("can’t be loaded right now") && !text.contains("No favourites yet"))
    }

    @Test("removing all favourites always asks the store, even if none are shown")
    func removeNothing() async throws {
        let (site, store) = try await prepared()
        #expect(await site.post("/favourites/clear", "", Self.cookie).status == .seeOther)
        store.fail(with: .unavailable("broken"), onlyChanges: true)
        #expect(await site.get("/favourites.json", Self.cookie).status == .ok)
        #expect(await site.post("/favourites/clear", "", Self.cookie).status == .serviceUnavailable)
        store.fail(with: nil)
        let response = await site.post("/favourites/clear", "", Self.cookie)
        #expect(response.status == .seeOther && response.fields[values: .setCookie].isEmpty)
    }

    @Test("a failed removal is not reported as a favourite that was not saved", arguments: ["1", "forget"])
    func failedRemoval(_ target: String) async throws {
        let (site, store) = try await prepared()
        store.fail(with: .unavailable("broken"))
        let text = try await site.post("/favourites/\(target)", "action=remove", Self.cookie).text
        #expect(text.contains("Your change was not saved"))
        #expect(text.contains("are unchanged"))
    }

    @Test("an error page shows the visitor's number of favourites, or that they cannot be read")
    func errorPage() async throws {
        let (site, store) = try await prepared()
        var request = Request(method: .post, target: "/favourites/import", fields: Self.cookie)
        let text = try await site.site.errorPage(.contentTooLarge, for: request).text
        #expect(text.contains("id=\"favourites-count\">\(Self.count)<") && text.contains("Nothing was changed"))
        store.fail(with: .unavailable("broken"))
        #expect(
            try await site.site.errorPage(.contentTooLarge, for: request).text.contains("can’t be loaded right now"))
        request.fields = [:]
        #expect(
            try await !site.site.errorPage(.contentTooLarge, for: request).text.contains("can’t be loaded right now"))
    }

    @Test("if the number of favourites is unknown, a page shows none rather than 0")
    func unknownCount() async throws {
        let (site, store) = try await prepared()
        for status in [HTTPResponse.Status.badRequest, .uriTooLong, .init(code: 431)] {
            let text = try await site.site.errorPage(status, for: nil).text
            #expect(text.contains("id=\"favourites-count\"></span>") && !text.contains("can’t be loaded right now"))
        }
        let stranger = Request(target: "/favourites/import")
        #expect(try await site.site.errorPage(.contentTooLarge, for: stranger).text.contains("id=\"favourites-count\">0<"))
        store.fail(with: .unavailable("broken"))
        #expect(try await site.get("/heroes", Self.cookie).text.contains("id=\"favourites-count\"></span>"))
    }

    @Test("actions that need the list change nothing while it cannot be read, and a code stays valid")
    func unchanged() async throws {
        let (site, store) = try await prepared()
        let other = await site.post("/favourites/1009610", "action=add&back=/heroes")
        let code = try await site.code(other.cookieFields)
        store.fail(with: .unavailable("broken"))
        for (target, form) in [
            ("clear", ""), ("code", ""), ("move", "code=\(code)"), ("import", "list=[{\"id\":1}]"),
        ] {
            let response = await site.post("/favourites/\(target)", form, Self.cookie)
            #expect(response.status == .serviceUnavailable && response.fields[.setCookie] == nil, "\(target)")
        }
        store.fail(with: nil)
        #expect(try await site.get("/favourites", Self.cookie).text.contains("id=\"favourites-count\">\(Self.count)<"))
        #expect(await site.post("/favourites/move", "code=\(code)&join=yes", Self.cookie).status == .seeOther)
        #expect(
            try await site.get("/favourites", other.cookieFields).text.contains("id=\"favourites-count\">\(Self.count + 1)<"))
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
