import Curl
import Support
import Testing

@Suite("Metrics and log of a site with a database", .timeLimit(.minutes(10)))
struct DatabaseMetricsTests {
    private func metrics(_ site: RunningSite) async throws -> MetricsPage {
        let response = try await Curl().send(CurlRequest(url: site.url + "/metrics"))
        try #require(response.status == 200)
        return try MetricsPage(String(decoding: response.body, as: UTF8.self))
    }

    private func readiness(_ site: RunningSite) async throws -> String {
        String(decoding: try await Curl().send(CurlRequest(url: site.url + "/readyz")).body, as: UTF8.self)
    }

    private func untilConnected(_ site: RunningSite) async throws {
        let isConnected = try await Wait.until {
            let page = try await metrics(site)
            let limit = page.value("heroes_database_connections_limit")
            return limit != nil && page.value("heroes_database_connections_open") == limit
        }
        #expect(isConnected)
    }

    @Test("metrics cover connections and statements, and the log has one line for a loss and one for its end")
    func database() async throws {
        let server = try await PostgresServer()
        let site = try await RunningSite(
            withoutSource + ["--log-level", "notice"], environment: ["HEROES_DATABASE": server.connectionString()])
        try await untilConnected(site)
        // The check of the store is a write.
        #expect(try await !readiness(site).contains("degraded"))
        let page = try await metrics(site)
        let labels = ["kind": "write", "outcome": "ok"]
        #expect(page.value("heroes_database_statements_total", labels).map { $0 >= 1 } == true)
        #expect(page.value("heroes_database_statements_total", ["kind": "read", "outcome": "conflict"]) == 0)
        #expect(page.value("heroes_database_statements_waiting") == 0)
        #expect(page.value("heroes_database_statement_seconds_total", ["kind": "write"]).map { $0 > 0 } == true)
        server.crash()
        #expect(try await Wait.until { try await metrics(site).value("heroes_database_connections_open") == 0 })
        let failures = try await Wait.until {
            _ = try await readiness(site)
            let labels = ["kind": "write", "outcome": "unavailable"]
            return try await metrics(site).value("heroes_database_statements_total", labels).map { $0 >= 3 } == true
        }
        #expect(failures)
        try await server.start()
        try await untilConnected(site)
        #expect(try await Wait.until { try await !readiness(site).contains("degraded") })
        #expect(try await metrics(site).value("heroes_database_connections_lost_total") == 8)
        await site.end()
        let log = await site.program.errorOutput()
        #expect(log.matches(of: /database lost: ./).count == 1)
        #expect(log.matches(of: /database connected again/).count == 1)
        #expect(!log.contains("not ready: favourites"))
        #expect(log.matches(of: /degraded: favourites cannot be written/).count == 1)
        #expect(log.matches(of: /store: ready again/).count == 1)
        #expect(!log.contains(PostgresServer.password))
    }

    @Test("a site without a database has no metrics of one")
    func withoutDatabase() async throws {
        let site = try await RunningSite(withoutSource)
        #expect(try await metrics(site).samples.allSatisfy { !$0.name.hasPrefix("heroes_database_") })
        await site.end()
    }
}
