import Foundation
import Support
import Testing

@Suite("A site with Comic Vine", .serialized, .timeLimit(.minutes(30)))
struct ComicVineSiteTests {
    private let server: ComicVineServer

    init() throws { server = try ComicVineServer(members: 230) }

    private func loadedSite(_ options: [String] = []) async throws -> ComicVineSite {
        let site = try await ComicVineSite(server, options)
        try await site.waitUntilLoaded()
        return site
    }

    @Test(
        "the first start reads the heroes, pages and searches cost their calls once, and a restart reads them from disk"
    )
    func start() async throws {
        var site = try await loadedSite()
        #expect(server.requestedHeroes == server.ids("characters"))
        let paths = ["publisher", "character", "issues", "volumes", "search"]
        for _ in 1...2 {
            let heroes = try await site.allHeroes()
            #expect(heroes.count == Set(heroes).count)
            #expect(Set(heroes) == server.shownHeroes)
            let page = try await site.page("/heroes/1443-spider-man")
            for phrase in ["Peter Parker", #"<span class="total">260</span>"#, "Comic Vine</a>"] {
                #expect(page.contains(phrase), "\(phrase)")
            }
            #expect(try await site.titles("/heroes/1443-spider-man/comics").first == "Volume 3 #260 (1983)")
            #expect(try await site.heroes("/heroes?q=storm") == [1444, 14_695])
            #expect(try await site.get("/heroes/1253").status == 404)
            #expect(paths.map { server.calls($0).count } == [1, 1, 1, 1, 1])
            site = try await site.restarted()
        }
        #expect(server.calls.allSatisfy { $0.hasRightKey })
        #expect(server.calls.allSatisfy { $0.userAgent.hasPrefix("MarvelHeroes/") })
        #expect(await site.stop() == "")
    }

    @Test("a refused key costs one call, and the site runs from disk and tells the operator what to set")
    func refusedKey() async throws {
        let site = try await loadedSite()
        _ = try await site.page("/heroes/1443-spider-man")
        let calls = server.calls.count
        let restarted = try await site.restarted(key: "wrong")
        #expect(try await Wait.until { server.calls.count > calls })
        #expect(try await Set(restarted.allHeroes()) == server.shownHeroes)
        #expect(try await restarted.page("/heroes/1443-spider-man").contains(#"id="comics-heading""#))
        _ = try await restarted.get("/heroes/1440-wolverine")
        #expect(try await restarted.heroes("/heroes?q=storm").contains(1444))
        #expect(try await restarted.page("/readyz").contains("COMICVINE_API_KEY"))
        #expect(server.calls.count == calls + 1)
        #expect(server.calls.last?.hasRightKey == false)
        let errors = await restarted.stop()
        #expect(errors.contains("Comic Vine refuses the key"))
        #expect(!errors.contains("wrong"))
    }

    @Test("the key is in no log, file or page")
    func key() async throws {
        let site = try await loadedSite(["--log-level", "trace"])
        var texts = [try await site.page("/metrics"), try await site.page("/heroes/1443")]
        server.replace(by: .text("", status: 301, headers: [("Location", "http://127.0.0.1:1/api/")]))
        for path in ["/heroes/1440", "/heroes?q=storm", "/readyz"] { texts.append(try await site.get(path).text) }
        for fault in [LoopbackUpstream.Reply.cut, .comicVine(error: 100, status: 401)] {
            server.replace(by: fault)
            texts.append(try await site.get("/heroes/1441").text)
        }
        texts.append(await site.stop())
        texts.append(await site.site.program.remainingOutput())
        let files = FileManager.default.enumerator(atPath: site.site.data.path)?.compactMap { $0 as? String } ?? []
        // Folders cannot be read as files.
        texts += files.compactMap { FileManager.default.contents(atPath: "\(site.site.data.path)/\($0)") }
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(files.count > 2)
        #expect(texts.allSatisfy { !$0.contains(ComicVineServer.key) })
    }
}
