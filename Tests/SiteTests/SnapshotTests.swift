import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@Suite("Pages from request to response")
struct SnapshotTests {
    private let visitor = "0123456789abcdef0123456789abcdef"

    @Test("the frame of all pages matches its snapshot")
    func frame() async throws { try await Snapshot.checkFrame() }

    @Test(
        "every page matches its snapshot",
        arguments: [
            ("list", "/heroes"), ("search", "/heroes?q=spi"),
            ("search-nothing", "/heroes?q=%3Cb%3E"),
            ("detail", "/heroes/1009610-spider-man"),
            ("detail-hostile", "/heroes/66-script-alert-doom-script-sohne"),
            ("section", "/heroes/1009610-spider-man/comics"),
            ("work", "/series/1-series-sons"), ("section-none", "/heroes/1009610-spider-man/events"),
            ("favourites-none", "/favourites"),
            ("unknown-path", "/nowhere"), ("unknown-hero", "/heroes/5555-nobody"), ("past-the-end", "/heroes?page=3"),
            ("malformed-page", "/heroes?page=x"), ("about", "/about"),
        ])
    func page(_ name: String, _ target: String) async throws {
        var source = ScriptedSource.usual
        source.heroes.removeSubrange(3...)
        source.works[.comics]?.removeSubrange(4...)
        try await Snapshot.check(try SiteUnderTest(source).get(target, .of(["Host": "heroes.example"])), name)
    }

    @Test("a wrong method has a page")
    func wrongMethod() async throws {
        let request = Request(
            method: .delete, target: "/favourites/clear", fields: .of(["Host": "heroes.example"]))
        try await Snapshot.check(await SiteUnderTest().site.respond(to: request), "wrong-method")
    }

    @Test("the favourites page and the hearts of the list show the visitor's favourites")
    func favourites() async throws {
        let site = try SiteUnderTest(
            favourites: try await storeWithFavourites([ScriptedSource.spider, ScriptedSource.hostile]))
        let cookie: HTTPFields = [.cookie: "visitor=\(visitor)"]
        try await Snapshot.check(await site.get("/favourites", cookie), "favourites")
        try await Snapshot.check(await site.get("/heroes?q=spi", cookie), "search-with-heart")
    }

    @Test("a toggle responds with a redirect and cookies")
    func toggle() async throws {
        let site = try SiteUnderTest()
        let added = await site.post("/favourites/1009610", "action=add&back=/heroes?page%3D2")
        try await Snapshot.check(added, "toggle-add")
    }

    @Test("a failure is JSON for a client that prefers it")
    func problem() async throws {
        try await Snapshot.check(try SiteUnderTest().get("/nowhere", [.accept: "application/json"]), "problem")
    }

    private func storeWithFavourites(_ heroes: [Hero]) async throws -> MemoryStore {
        let store = MemoryStore()
        guard let visitor = Visitor(token: visitor) else { return store }
        for hero in heroes {
            try await store.add(
                Favourite(id: hero.id, name: hero.name, thumbnail: hero.thumbnail, added: .distantPast), for: visitor)
        }
        return store
    }
}
