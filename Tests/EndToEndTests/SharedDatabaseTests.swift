import Curl
import Foundation
import Support
import Testing

@Suite("Several machines with one database", .timeLimit(.minutes(10)))
struct SharedDatabaseTests {
    private func site(_ database: String) async throws -> RunningSite {
        try await RunningSite(environment: ["HEROES_DATABASE": database])
    }

    @Test("a heart pressed on one machine shows on the others at once, also after a machine was killed")
    func machines() async throws {
        let database = try await PostgresServer.shared().newSchema()
        let machines = [try await site(database), try await site(database), try await site(database)]
        var client = FavouriteClient(curl: Curl())
        let heroes = FavouriteClient.heroes(in: try await client.page("/heroes", at: machines[0].url))
        for (index, hero) in heroes.prefix(12).enumerated() {
            if index == 6 { await machines[0].program.crash() }
            let others = index < 6 ? machines : Array(machines.dropFirst())
            try await client.set(hero, isFavourite: true, at: others[index % others.count].url)
            for machine in others {
                #expect(try await client.favourites(at: machine.url).first == hero)
            }
        }
        #expect(try await client.favourites(at: machines[1].url) == heroes.prefix(12).reversed())
        for machine in machines.dropFirst() { await machine.end() }
        machines[0].data.remove()
    }

    @Test("while the database is away, pages are shown, changes fail with 503, and nothing acknowledged is lost")
    func outage() async throws {
        let server = try await PostgresServer()
        let site = try await site(server.connectionString())
        let curl = Curl()
        var client = FavouriteClient(curl: curl)
        let heroes = FavouriteClient.heroes(in: try await client.page("/heroes", at: site.url))
        try await client.set(heroes[0], isFavourite: true, at: site.url)
        server.crash()
        let notice = "Your favourites can’t be loaded right now"
        // For two seconds the list in memory is shown.
        #expect(try await Wait.until { try await client.page("/heroes", at: site.url).contains(notice) })
        let error = await #expect(throws: FavouriteClient.UnexpectedStatus.self) {
            try await client.set(heroes[1], isFavourite: true, at: site.url)
        }
        #expect(error?.status == 503)
        let ready = try await curl.send(CurlRequest(url: site.url + "/readyz"))
        #expect(ready.status == 200 && String(decoding: ready.body, as: UTF8.self).contains("degraded: favourites"))
        try await server.start()
        let isBack = try await Wait.until {
            // Until the site is connected again, changes fail.
            (try? await client.set(heroes[1], isFavourite: true, at: site.url)) != nil
        }
        #expect(isBack)
        #expect(try await client.favourites(at: site.url) == [heroes[1], heroes[0]])
        await site.end()
    }

    @Test("a database that refuses the site ends the start with one sentence without the password")
    func refusal() async throws {
        let server = try await PostgresServer.shared()
        let cases = [
            (server.connectionString(password: "wr0ng-secret"), "password"),
            (server.connectionString(database: "missing"), "does not exist"),
            ("postgresql://heroes@db.example/heroes", "sslmode"),
        ]
        for (database, reason) in cases {
            let error = await #expect(throws: RunningSite.StartFailure.self) { _ = try await site(database) }
            let text = error?.errorOutput ?? ""
            #expect(text.contains("database of favourites cannot be used") && text.contains(reason), "\(text)")
            #expect(!text.contains("wr0ng-secret") && !text.contains(PostgresServer.password))
        }
    }
}
