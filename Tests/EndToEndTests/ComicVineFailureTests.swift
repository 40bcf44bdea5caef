import Heroes
import Support
import Testing

@Suite("Failures of Comic Vine", .serialized, .timeLimit(.minutes(30)))
struct ComicVineFailureTests {
    private func loadedSite(_ server: ComicVineServer) async throws -> ComicVineSite {
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        return site
    }

    @Test("the limit of one path pauses that path only, also after a restart, and the page says for how long")
    func rateLimit() async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        server.replace("issues", by: .comicVine(error: 107, status: 420))
        let text = try await site.page("/heroes/1440-wolverine")
        #expect(text.contains("Wolverine") && text.contains(#"id="stories-heading""#))
        #expect(text.contains(/Try again in [^<]*minute/))
        _ = try await site.page("/heroes/1441-magneto")
        #expect(server.calls("issues").count == 1 && server.calls("character").count == 2)
        server.replace("issues", by: nil)
        let restarted = try await site.restarted()
        #expect(try await restarted.page("/heroes/1444-storm").contains("Storm"))
        #expect(server.calls("issues").count == 1 && server.calls("character").count == 3)
        #expect(try await restarted.heroes("/heroes?q=storm").first == 1444)
        _ = await restarted.stop()
    }

    @Test("a refused key costs one call, and the site runs from disk")
    func refusedKey() async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        _ = try await site.page("/heroes/1443-spider-man")
        let calls = server.calls.count
        let restarted = try await site.restarted(key: "wrong")
        #expect(try await Wait.until { server.calls.count > calls })
        #expect(try await Set(restarted.allHeroes()) == server.shownHeroes)
        let known = try await restarted.page("/heroes/1443-spider-man")
        #expect(known.contains("Spider-Man") && known.contains(#"id="comics-heading""#))
        _ = try await restarted.get("/heroes/1440-wolverine")
        #expect(try await restarted.heroes("/heroes?q=storm").contains(1444))
        let readiness = try await restarted.get("/readyz")
        #expect(readiness.status == 200 && readiness.text.contains("COMICVINE_API_KEY"))
        #expect(server.calls.count == calls + 1 && server.calls.last?.hasRightKey == false)
        let errors = await restarted.stop()
        #expect(errors.contains("Comic Vine refuses the key") && !errors.contains("wrong"))
    }

    @Test(
        "while the API fails, old answers stay, and nothing empty is stored",
        arguments: [
            LoopbackUpstream.Reply.abnormalTraffic, .challenge, .page(500), .json("{"), .cut, .json(#"{"results":7}"#),
            .comicVine(error: 107, status: 200), .text("", status: 301, headers: [("Location", "http://127.0.0.1:1/")]),
        ])
    func faults(_ fault: LoopbackUpstream.Reply) async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        let before = try await site.titles("/heroes/1443-spider-man")
        server.replace(by: fault)
        #expect(try await site.titles("/heroes/1443-spider-man") == before && before.count > 3)
        #expect(try await Set(site.allHeroes()) == server.shownHeroes)
        let (status, text) = try await site.get("/heroes/1440-wolverine")
        #expect(status == 200 && text.contains("Wolverine") && text.contains("Try again"))
        #expect(try await site.get("/heroes/1440-wolverine/comics").status >= 500)
        #expect(try await Set(site.allHeroes()) == server.shownHeroes)
        server.replace(by: nil)
        let calls = server.calls.count
        let restarted = try await site.restarted()
        // The limit of a path is remembered, so its next call comes later.
        guard try await restarted.get("/heroes/1440-wolverine/comics").status == 200 else {
            #expect(try await restarted.metric("heroes_comicvine_pause_seconds", ["path": "character"]) > 0)
            return _ = await restarted.stop()
        }
        #expect(try await restarted.titles("/heroes/1440-wolverine/comics").count == PageRange.pageLength)
        #expect(server.calls.count > calls)
        _ = await restarted.stop()
    }
}
