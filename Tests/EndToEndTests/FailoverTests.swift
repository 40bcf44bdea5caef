import Curl
import Foundation
import Support
import Testing

@Suite("Failover of the database", .timeLimit(.minutes(10)))
struct FailoverTests {
    @Test("after the promotion of the synchronous standby, every acknowledged heart is there, and hearts work again")
    func promotion() async throws {
        let primary = try await PostgresServer()
        let standby = try await primary.standby()
        try await primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'")
        try await primary.sql("SELECT pg_reload_conf()")
        let isSynchronous = try await Wait.until {
            try await primary.sql("SELECT sync_state FROM pg_stat_replication") == "quorum"
        }
        #expect(isSynchronous)
        let database = PostgresServer.connectionString([primary, standby])
        let site = try await RunningSite(environment: ["HEROES_DATABASE": database])
        let page = try await FavouriteClient(curl: Curl()).page("/heroes", at: site.url)
        let heroes = Array(FavouriteClient.heroes(in: page).prefix(12))
        let ledger = Ledger()
        async let changing = LedgerVisitor(heroes[0], at: site.url, ledger).changing(heroes, at: site.url)
        try await ledger.waitForChanges()
        primary.crash()
        #expect(try await standby.sql("SELECT pg_promote()") == "t")
        try await ledger.waitForChanges()
        ledger.close()
        var visitor = try await changing
        #expect(try await visitor.agrees(with: site.url))
        #expect(ledger.failures.allSatisfy { $0 == 503 })
        await site.end()
    }
}
