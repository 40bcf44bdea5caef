import Support
import Testing

@Suite("Searching Comic Vine", .serialized, .timeLimit(.minutes(30)))
struct ComicVineSearchTests {
    private static let notice = "Search is limited"

    private func searches(_ server: ComicVineServer) -> [String] {
        server.calls("characters").compactMap { $0["filter"] }.filter { $0.hasPrefix("name:") }
    }

    @Test("a search asks the API once: names that start with the text first, and inside a word from four letters on")
    func search() async throws {
        let server = try ComicVineServer()
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        let short = try await site.heroes("/heroes?q=sto")
        #expect(short.contains(1444) && short.contains(11_943) && !short.contains(14_695))
        let long = try await site.heroes("/heroes?q=storm")
        #expect(long.first == 1444 && long.last == 14_695)
        #expect(searches(server) == ["name:sto", "name:storm"])
        #expect(try await site.heroes("/heroes?q=storm") == long)
        #expect(try await site.heroes("/heroes?q=sto") == short)
        #expect(try await !site.page("/heroes?q=storm").contains(Self.notice))
        #expect(searches(server).count == 2)
        #expect(await site.stop() == "")
    }

    @Test("the text is cut at a comma, and special characters reach the API unchanged")
    func specialCharacters() async throws {
        let server = try ComicVineServer()
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        _ = try await site.get("/heroes?q=lo,%20this")
        #expect(searches(server) == ["name:lo"])
        #expect(try await site.heroes("/heroes?q=salt%20%26%20pepper") == [190_007])
        #expect(try await site.heroes("/heroes?q=d%E2%80%99%C3%A9t%C3%A9").contains(190_010))
        #expect(!searches(server).contains { $0.dropFirst(5).contains(",") })
        #expect(await site.stop() == "")
    }

    @Test("a search before the details are loaded fills the index on its way")
    func coldSearch() async throws {
        let server = try ComicVineServer(members: 3000)
        let site = try await ComicVineSite(server)
        #expect(try await Wait.until { !server.requestedHeroes.isEmpty })
        #expect(try await site.heroes("/heroes?q=unwritten") == [190_011])
        #expect(!server.requestedHeroes.contains(190_011))
        #expect(try await site.page("/heroes?q=unwritten").contains("Unwritten"))
        _ = await site.stop()
    }

    @Test("when the hour's calls are used up, the index answers and the page says so")
    func budget() async throws {
        let server = try ComicVineServer()
        let site = try await ComicVineSite(server, ["--hourly-budget", "3"])
        try await site.waitUntilLoaded()
        for name in ["magneto", "hulk", "daredevil", "wolverine"] {
            #expect(try await site.heroes("/heroes?q=\(name)").count >= 1, "\(name)")
        }
        #expect(server.calls("characters").count <= 3)
        let text = try await site.page("/heroes?q=spider")
        #expect(text.contains(Self.notice) && text.contains("Spider-Man"))
        // A search that the API answered before is complete.
        #expect(try await !site.page("/heroes?q=magneto").contains(Self.notice))
        _ = await site.stop()
    }

    @Test("while the API fails, the index answers, the page says so, and nothing is stored")
    func outage() async throws {
        let server = try ComicVineServer()
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        for fault in [LoopbackUpstream.Reply.json("{}"), .json(""), .comicVine(error: 101, status: 404), .page(500)] {
            server.replace("characters", by: fault)
            let text = try await site.page("/heroes?q=spider")
            #expect(text.contains(Self.notice) && text.contains("Spider-Man"), "\(fault)")
        }
        server.replace("characters", by: nil)
        // Pages are cached for ten seconds.
        #expect(try await Wait.until { try await !site.page("/heroes?q=spider").contains(Self.notice) })
        _ = await site.stop()
    }
}
