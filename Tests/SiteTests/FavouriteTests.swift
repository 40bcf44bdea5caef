import HTTP
import HTTPTypes
import Heroes
import Storage
import Support
import Testing

@Suite("Favourites")
struct FavouriteTests {
    @Test("a favourite shows on every page, and after its removal on none")
    func toggle() async throws {
        let site = try SiteUnderTest()
        let added = await site.post("/favourites/1009610", "action=add&back=/heroes%3Fq%3Dspi")
        #expect(added.status == .seeOther)
        #expect(added.fields[.location] == "/heroes?q=spi&first=1009610#hero-1009610")
        let visitor = added.cookieFields
        for target in ["/heroes", "/heroes?q=spi", "/heroes/1009610-spider-man", "/favourites"] {
            let text = try await site.get(target, visitor).text
            let button = "value=\"remove\" aria-pressed=\"true\">"
            let heart = "<span aria-hidden=\"true\">♥ </span>Favourite Spider-Man</button>"
            expectText(text, has: [button + heart, "id=\"favourites-count\">1<"])
        }
        #expect(try await !site.get("/heroes").text.contains("aria-pressed=\"true\""))
        let removed = await site.post("/favourites/1009610", "action=remove&back=/favourites", visitor)
        #expect(removed.fields[.location] == "/favourites#hero-1009610")
        #expect(try await !site.get("/heroes", visitor).text.contains("aria-pressed=\"true\""))
        #expect(try await site.get("/favourites", visitor).text.contains("No favourites yet"))
    }

    @Test("the cookie is HttpOnly, lasts 400 days and keeps its value")
    func cookieAttributes() async throws {
        let site = try SiteUnderTest()
        let added = await site.post("/favourites/1009610", "action=add&back=/heroes")
        let line = try #require(added.fields[values: .setCookie].first { $0.hasPrefix("visitor=") })
        expectText(line, has: ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"], lacks: ["Secure"])
        let second = await site.post("/favourites/66", "action=add&back=/heroes", added.cookieFields)
        #expect(second.cookies.first == added.cookies.first)
        let secure = try SiteUnderTest(publicURL: "https://heroes.example")
        let overHTTPS = await secure.post("/favourites/1009610", "action=add&back=/heroes")
        let strict = try #require(overHTTPS.fields[values: .setCookie].first { $0.hasPrefix("__Host-visitor=") })
        #expect(strict.contains("Secure"))
        #expect(try await secure.get("/heroes?q=spi", overHTTPS.cookieFields).text.contains("aria-pressed=\"true\""))
    }

    @Test(
        "an invalid form changes nothing",
        arguments: ["", "action=", "action=toggle", "action=%zz", "back=/heroes", "action=add&action=remove"].map {
            ("1009610", $0)
        } + ["change=", "change=x", "change=1&change=1"].map { ("undo", $0) })
    func badForm(_ target: String, _ form: String) async throws {
        let response = try await SiteUnderTest().post("/favourites/" + target, form)
        #expect(response.status == .badRequest)
        #expect(response.fields[.setCookie] == nil)
    }

    @Test("a cached hero is added without a request to the source")
    func addFromCache() async throws {
        var source = ScriptedSource()
        source.cachedHeroes = [ScriptedSource.spider]
        source.before = { _ throws(HeroError) in throw .timedOut("requested") }
        let response = try await SiteUnderTest(source).post("/favourites/1009610", "action=add&back=/heroes")
        #expect(response.status == .seeOther)
    }

    @Test("removing all twice at once can be undone")
    func clearedTwice() async throws {
        let store = RecordingStore()
        let site = try SiteUnderTest(favourites: store)
        let visitor = await site.post("/favourites/1009610", "action=add&back=/heroes").cookieFields
        _ = await site.post("/favourites/66", "action=add&back=/heroes", visitor)
        let owner = try #require(
            visitor[.cookie]?.firstMatch(of: /visitor=(\w+)/).flatMap { Visitor(token: String($0.1)) })
        store.freeze(owner)
        for _ in 1...2 { #expect(await site.post("/favourites/clear", "", visitor).status == .seeOther) }
        #expect(store.ids(of: owner) == [])
        #expect(await site.post("/favourites/undo", "change=1700000000000", visitor).status == .seeOther)
        #expect(store.ids(of: owner) == [66, 1_009_610])
    }

    @Test(
        "a failing store and a full list are reported, pages still work, and no cookie is set",
        arguments: [
            (FavouritesError.unavailable("disk full at /secret"), 503, "couldn’t save that"),
            (.full(limit: 1000), 409, "1,000 heroes"),
        ])
    func failingStore(_ error: FavouritesError, _ status: Int, _ words: String) async throws {
        let store = RecordingStore()
        store.fail(with: error)
        let site = try SiteUnderTest(favourites: store)
        let response = await site.post("/favourites/1009610", "action=add&back=/heroes")
        #expect(response.status.code == status)
        #expect(response.fields[.setCookie] == nil)
        #expect(try await response.text.contains(words))
        let list = await site.get("/heroes", SiteUnderTest.visitorCookie)
        #expect(list.status == .ok)
        #expect(try await list.text.contains("can’t be loaded right now"))
        if status == 503 { #expect(site.log.lines.contains { $0.contains("disk full") }) }
    }

    @Test("forgetting deletes the favourites and the cookies")
    func forget() async throws {
        let store = MemoryStore()
        let site = try SiteUnderTest(favourites: store)
        let visitor = await site.post("/favourites/1009610", "action=add&back=/heroes").cookieFields
        let response = await site.post("/favourites/forget", "", visitor)
        #expect(response.status == .seeOther)
        #expect(response.fields[.location] == "/favourites/forget")
        #expect(response.fields[values: .setCookie].allSatisfy { $0.contains("Max-Age=0") })
        #expect(try await site.get("/favourites", visitor).text.contains("No favourites yet"))
        let other = await site.post("/favourites/66", "action=add&back=/heroes").cookieFields
        #expect(await site.get("/favourites/forget", other).fields[.location] == "/favourites")
    }

    @Test("removing the last card of the last page redirects to the page before it")
    func lastCard() async throws {
        let site = try await SiteUnderTest.withFavourites(
            (1...PageRange.pageLength + 1).map { Hero(id: $0, name: "Hero \($0)") })
        let visitor = SiteUnderTest.visitorCookie
        #expect(try await site.get("/favourites?page=2", visitor).text.contains("<span>Page </span>2 of 2"))
        let response = await site.post("/favourites/1", "action=remove&back=/favourites?page%3D2", visitor)
        #expect(response.fields[.location] == "/favourites#hero-1")
    }

    @Test("a favourite without a page has the likely reason on its 404, and can be removed")
    func otherSource() async throws {
        let cookie = SiteUnderTest.visitorCookie
        let store = MemoryStore()
        let old = Hero(id: 5555, name: "Old Hero")
        _ = try await SiteUnderTest.withFavourites([old], store: store)
        let site = try SiteUnderTest(favourites: store)
        #expect(try await site.names("/favourites", cookie) == ["Old Hero"])
        let response = await site.get("/heroes/5555-old-hero", cookie)
        let reason = "This hero is still in your favourites, but no longer has a page here."
        #expect(response.status == .notFound)
        let way = "<a class=\"button\" href=\"/favourites\">See your favourites</a>"
        expectText(try await response.text, has: [reason, way])
        #expect(try await !site.get("/heroes/5556-x", cookie).text.contains(reason))
        #expect(await site.post("/favourites/5555", "action=remove&back=/favourites", cookie).status == .seeOther)
        #expect(try await site.names("/favourites", cookie).isEmpty)
        #expect(await site.post("/favourites/5555", "action=add&back=/favourites", cookie).status == .notFound)
        #expect(try await !site.get("/heroes/5555-old-hero", cookie).text.contains(reason))
    }

    @Test("after a change to HTTPS favourites are still there, and the next change sets the safer cookie")
    func toHTTPS() async throws {
        let store = MemoryStore()
        let old = await (try SiteUnderTest(favourites: store)).post("/favourites/1", "action=add&back=/heroes").cookies
        let secure = try SiteUnderTest(favourites: store, publicURL: "https://nas.example")
        let fields: HTTPFields = [.cookie: old.joined(separator: "; ")]
        #expect(try await secure.names("/favourites", fields) == ["Hero 1"])
        let added = await secure.post("/favourites/2", "action=add&back=/heroes", fields)
        #expect(added.cookies.first == old.first.map { "__Host-" + $0 })
        #expect(try await secure.names("/favourites", added.cookieFields) == ["Hero 2", "Hero 1"])
        let both: HTTPFields = [.cookie: (old + added.cookies).joined(separator: "; ")]
        let forgotten = await secure.post("/favourites/forget", "", both).fields[values: .setCookie]
        for name in ["visitor", "__Host-visitor"] {
            #expect(forgotten.contains { $0.hasPrefix(name + "=") && $0.contains("Max-Age=0") }, "\(name)")
        }
        // A cookie that the store does not have is replaced.
        let forged = await secure.post("/favourites/3", "action=add&back=/heroes", SiteUnderTest.visitorCookie)
        #expect(forged.cookies.first?.hasSuffix(SiteUnderTest.visitorToken) == false)
    }
}
