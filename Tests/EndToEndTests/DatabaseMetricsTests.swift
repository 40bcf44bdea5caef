import Foundation
import Support
import Testing

@Suite("Metrics and log of a site with a database", .timeLimit(.minutes(10)))
struct DatabaseMetricsTests {
    private func untilConnected(_ site: RunningSite) async throws {
        let isConnected = try await Wait.until {
            let page = try await site.metrics()
            let limit = page["heroes_database_connections_limit"]
            return limit != nil && page["heroes_database_connections_open"] == limit
        }
        #expect(isConnected)
    }

    private func isDegraded(_ site: RunningSite) async throws -> Bool {
        try await RawConnection.response(from: site.url, "GET /readyz").text.contains("degraded")
    }

    @Test("metrics cover connections and statements, and the log has one line for a loss and one for its end")
    func database() async throws {
        let server = try await PostgresServer()
        let site = try await RunningSite(
            withoutSource + ["--log-level", "notice"], environment: ["HEROES_DATABASE": server.connectionString()])
        try await untilConnected(site)
        // The check of the store is a write.
        #expect(try await !isDegraded(site))
        let page = try await site.metrics()
        #expect(try #require(page[#"heroes_database_statements_total{kind="write",outcome="ok"}"#]) >= 1)
        #expect(page[#"heroes_database_statements_total{kind="read",outcome="unconfirmed"}"#] == 0)
        #expect(page["heroes_database_statements_waiting"] == 0)
        #expect(try #require(page[#"heroes_database_statement_seconds_total{kind="write"}"#]) > 0)
        server.crash()
        #expect(try await Wait.until { try await site.metrics()["heroes_database_connections_open"] == 0 })
        let hasFailed = try await Wait.until {
            let failures = #"heroes_database_statements_total{kind="write",outcome="failed"}"#
            _ = try await isDegraded(site)
            return try await site.metrics()[failures] ?? 0 >= 3
        }
        #expect(hasFailed)
        try await server.start()
        try await untilConnected(site)
        #expect(try await Wait.until { try await !isDegraded(site) })
        #expect(try await site.metrics()["heroes_database_connections_lost_total"] == 8)
        await site.end()
        let log = await site.program.errorOutput()
        for line in [
            "database lost: ", "database connected again", "degraded: favourites cannot be written",
            "store: ready again",
        ] { #expect(log.components(separatedBy: line).count == 2, "\(line)") }
        for phrase in ["not ready: favourites", PostgresServer.password] { #expect(!log.contains(phrase)) }
    }
}
