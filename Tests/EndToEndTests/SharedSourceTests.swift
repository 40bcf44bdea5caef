import Curl
import Foundation
import Support
import Testing

@Suite("One source for several machines", .timeLimit(.minutes(10)))
struct SharedSourceTests {
    @Test("two machines with Comic Vine read its heroes once, and show the same lists")
    func comicVine() async throws {
        let server = try ComicVineServer(members: 230)
        let database = try await PostgresServer.shared().newSchema()
        let first = try await ComicVineSite(server, database: database)
        let second = try await ComicVineSite(server, database: database)
        try await first.waitUntilLoaded()
        try await second.waitUntilLoaded()
        #expect(server.calls("publisher").count == 1)
        #expect(server.requestedHeroes.sorted() == server.ids("characters"))
        let heroes = try await first.allHeroes()
        #expect(try await second.allHeroes() == heroes)
        let hero = try #require(heroes.first)
        async let one = first.page("/heroes/\(hero)")
        async let other = second.page("/heroes/\(hero)")
        _ = try await (one, other)
        #expect((1...2).contains(server.calls("character").count), "both may ask in the same second")
        // A machine that comes later has its heroes from the database.
        let third = try await ComicVineSite(server, database: database)
        try await third.waitUntilLoaded()
        #expect(try await third.allHeroes() == heroes)
        #expect(server.calls("publisher").count == 1)
        for site in [first, second, third] { #expect(await site.stop() == "") }
    }
}
