import Foundation
import Heroes
import Support
import Testing

@Suite("The start with Comic Vine", .serialized, .timeLimit(.minutes(30)))
struct ComicVineStartTests {
    @Test("an empty folder fills with one call for the members and a hundred heroes per call, none twice")
    func firstStart() async throws {
        let server = try ComicVineServer(members: 230)
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        #expect(server.calls("publisher").count == 1)
        #expect(server.requestedHeroes == server.ids("characters"))
        #expect(server.calls("characters").map(\.ids.count).dropLast() == [100, 100])
        let times = server.calls.map(\.time)
        #expect(times.allSatisfy { start in times.count { $0 >= start && $0 < start + 1 } <= 5 })
        #expect(server.calls.allSatisfy { $0.hasRightKey && $0.userAgent.hasPrefix("MarvelHeroes/") })
        #expect(server.calls.allSatisfy { $0["field_list"] != nil && $0["format"] == "json" })
        #expect(await site.stop() == "")
    }

    @Test("lists show Marvel's heroes in ten comics or more, and others have no page")
    func publisher() async throws {
        let server = try ComicVineServer(members: 150)
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        #expect(try await site.heroes("/heroes?page=2").count == PageRange.pageLength)
        let heroes = try await site.allHeroes()
        #expect(heroes.count == Set(heroes).count && Set(heroes) == server.shownHeroes)
        for (id, name) in [(1253, "lightning lad"), (1289, "naiad"), (190_006, "stray signal"), (999_999, "x")] {
            #expect(try await site.get("/heroes/\(id)").status == 404)
            let query = name.replacing(" ", with: "%20")
            #expect(try await !site.heroes("/heroes?q=\(query)").contains(id), "\(name)")
        }
        #expect(server.calls("character").isEmpty)
        // Heroes in few comics are found by search and have a page.
        #expect(try await site.heroes("/heroes?q=bystander") == [190_009])
        #expect(try await site.page("/heroes/190009-bystander-bob").contains("Bystander Bob"))
        #expect(await site.stop() == "")
    }

    @Test("a restart in the middle asks for nothing twice, and for the changes first")
    func restart() async throws {
        let server = try ComicVineServer(members: 450)
        let first = try await ComicVineSite(server)
        let pending = Double(server.ids("characters").count - 200)
        #expect(
            try await Wait.until {
                try await first.metric("heroes_comicvine_heroes", ["state": "pending"]) == pending
            })
        let second = try await first.restarted()
        try await second.waitUntilLoaded()
        #expect(server.calls("publisher").count == 1)
        #expect(server.requestedHeroes.sorted() == server.ids("characters"))
        #expect(server.calls("characters").count { $0["filter"]?.hasPrefix("date_last_updated:") == true } == 1)
        #expect(await second.stop() == "")
    }

    @Test("forty thousand members arrive in one response")
    func allMembers() async throws {
        let server = try ComicVineServer(members: 40_000)
        let members = Double(server.ids("characters").count)
        let site = try await ComicVineSite(server)
        #expect(
            try await Wait.until {
                try await site.metric("heroes_comicvine_heroes", ["state": "member"]) == members
                    && !server.requestedHeroes.isEmpty
            })
        #expect(try await Wait.until { try await site.get("/heroes").text.contains("so far") })
        #expect(server.calls("publisher").count == 1)
        #expect(await site.stop() == "")
    }

    @Test("members that are cut off in the middle leave a site with what searches find, which the next start fills")
    func cutMembers() async throws {
        let server = try ComicVineServer()
        server.replace("publisher", by: .cut)
        let site = try await ComicVineSite(server)
        let (status, text) = try await site.get("/heroes")
        #expect(status == 502 && text.contains("Try again"))
        #expect(try await site.metric("heroes_comicvine_heroes", ["state": "member"]) == 0)
        #expect(try await site.heroes("/heroes?q=storm").first == 1444)
        #expect(try await site.page("/heroes").contains("2 heroes so far"))
        #expect(try await site.get("/readyz").text.contains("degraded: Comic Vine's heroes cannot be updated"))
        server.replace("publisher", by: nil)
        let next = try await site.restarted()
        #expect(try await Wait.until { try await !next.page("/heroes").contains("so far") })
        #expect(try await Wait.until { try await !next.get("/readyz").text.contains("degraded") })
        #expect(try await Set(next.allHeroes()) == server.shownHeroes)
        #expect(await next.stop() == "")
    }

    @Test("the next start takes Marvel's changes only: names, new heroes and heroes of another publisher now")
    func changes() async throws {
        let server = try ComicVineServer()
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        let calls = server.calls("characters").count
        let today = "\(Date.now.formatted(.iso8601.year().month().day())) 00:00:00"
        let changes: [(id: Int, fields: ComicVineServer.Record)] = [
            (1443, ["name": "Spider-Man of Today"]), (1253, ["name": "Lightning Lad of Today"]),
            (1455, ["publisher": ["id": 18]]),
            (195_000, ["name": "Newcomer", "publisher": ["id": 31], "count_of_issue_appearances": 50]),
        ]
        for (id, fields) in changes {
            server.edit("characters", id) { $0.merge(fields.merging(["date_last_updated": today]) { $1 }) { $1 } }
        }
        let next = try await site.restarted()
        #expect(try await Wait.until { try await next.allHeroes().contains(195_000) })
        #expect(server.calls("characters").count == calls + 1)
        #expect(try await Set(next.allHeroes()) == server.shownHeroes)
        let text = try await next.page("/heroes/1443")
        #expect(text.contains("Spider-Man of Today"))
        for id in [1253, 1455] { #expect(try await next.get("/heroes/\(id)").status == 404) }
        #expect(await next.stop() == "")
    }

    @Test("the key is in no log, file or page")
    func key() async throws {
        let server = try ComicVineServer()
        let site = try await ComicVineSite(server, ["--log-level", "trace"])
        try await site.waitUntilLoaded()
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
