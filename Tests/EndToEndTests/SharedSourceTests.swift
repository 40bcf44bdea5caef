import Curl
import Foundation
import Support
import Testing

@Suite("One source for several machines", .timeLimit(.minutes(10)))
struct SharedSourceTests {
    private func sites(_ count: Int, _ upstream: LoopbackUpstream, _ options: [String] = []) async throws
        -> [RunningSite]
    {
        let database = try await PostgresServer.shared().newSchema()
        var sites: [RunningSite] = []
        for _ in 0..<count {
            sites.append(
                try await RunningSite(
                    ["--source", upstream.url] + options, environment: ["HEROES_DATABASE": database]))
        }
        return sites
    }

    @Test("three machines that are asked for the same pages at once make each call once")
    func claims() async throws {
        let upstream = try LoopbackUpstream { target, _ in .marvel(target) }
        let sites = try await sites(3, upstream)
        let curl = Curl()
        try await withThrowingTaskGroup { tasks in
            for number in 0..<30 {
                let url = "\(sites[number % 3].url)/heroes/\(1 + number % 5)"
                tasks.addTask { try await curl.send(CurlRequest(url: url)).status }
            }
            for try await status in tasks { #expect(status == 200 || status == 301) }
        }
        for id in 1...5 {
            let calls = upstream.requests.count { $0.target.hasPrefix("/v1/public/characters/\(id)?") }
            #expect(calls == 1, "hero \(id)")
        }
        for site in sites { await site.end() }
    }

    @Test("machines share the daily budget, and its metric is the same on all of them")
    func budget() async throws {
        let upstream = try LoopbackUpstream { target, _ in .marvel(target) }
        let sites = try await sites(2, upstream, ["--daily-budget", "12"])
        let curl = Curl()
        for id in 1...30 {
            _ = try await curl.send(CurlRequest(url: "\(sites[id % 2].url)/heroes/\(id)"))
        }
        let count = upstream.requests.count
        #expect((9...12).contains(count))
        for site in sites {
            let isShown = try await Wait.until {
                let metrics = try await curl.send(CurlRequest(url: site.url + "/metrics"))
                return String(decoding: metrics.body, as: UTF8.self).contains("heroes_upstream_budget_spent \(count)\n")
            }
            #expect(isShown)
        }
        for site in sites { await site.end() }
    }

    @Test("two machines with Comic Vine read its heroes once, show the same lists, and request a hero's page once")
    func comicVine() async throws {
        let server = try ComicVineServer(ComicVineData(members: 230), limits: .init(perHour: 200, perSecond: 8))
        let database = try await PostgresServer.shared().newSchema()
        let first = try await ComicVineSite(server, database: database)
        let second = try await ComicVineSite(server, database: database)
        try await first.waitUntilLoaded()
        try await second.waitUntilLoaded()
        #expect(server.calls("publisher").count == 1)
        #expect(server.requestedHeroes.sorted() == server.data.characterIDs(of: .marvel))
        let heroes = try await first.allHeroes()
        #expect(try await second.allHeroes() == heroes)
        let hero = try #require(heroes.first)
        async let one = first.page("/heroes/\(hero)")
        async let other = second.page("/heroes/\(hero)")
        _ = try await (one, other)
        #expect(server.calls("character").count == 1)
        // A machine that comes later has its heroes from the database.
        let third = try await ComicVineSite(server, database: database)
        try await third.waitUntilLoaded()
        #expect(try await third.allHeroes() == heroes)
        #expect(server.calls("publisher").count == 1)
        for site in [first, second, third] { #expect(await site.stop() == "") }
    }
}
