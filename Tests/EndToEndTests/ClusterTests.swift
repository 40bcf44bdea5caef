import Curl
import Foundation
import Support
import Testing

@Suite("Three machines behind nginx", .timeLimit(.minutes(10)))
struct ClusterTests {
    @Test("favourites are one list, whichever process is killed, and nothing acknowledged is lost")
    func failures() async throws {
        let server = try await PostgresServer()
        var cluster = try await Cluster(server.connectionString())
        let url = cluster.url
        let page = try await FavouriteClient(curl: Curl()).page("/heroes", at: url)
        let heroes = Array(FavouriteClient.heroes(in: page).prefix(12))
        let ledger = Ledger()
        async let changes = visitors(heroes, at: url, ledger)
        try await killMachine(&cluster, ledger)
        try await server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'heroes' LIMIT 1")
        try await ledger.waitForChanges()
        // nginx has repeated what was interrupted.
        #expect(ledger.failures.allSatisfy { $0 == 503 })
        try await killServer(server, cluster, heroes, ledger)
        try await stopMachine(&cluster, ledger)
        ledger.close()
        for var visitor in try await changes {
            for machine in cluster.machines { #expect(try await visitor.agrees(with: machine.url)) }
        }
        await cluster.end()
    }

    /// Changes favourites of six visitors through nginx until the ledger is closed.
    private func visitors(_ heroes: [Int], at url: String, _ ledger: Ledger) async throws -> [LedgerVisitor] {
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<6 {
                tasks.addTask { try await LedgerVisitor(heroes[0], at: url, ledger).changing(heroes, at: url) }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
    }

    /// Kills a machine, and starts it again.
    private func killMachine(_ cluster: inout Cluster, _ ledger: Ledger) async throws {
        try await ledger.waitForChanges()
        await cluster.machines[0].program.crash()
        try await ledger.waitForChanges()
        try await cluster.restart(0)
        try await ledger.waitForChanges()
    }

    /// Kills the database, and starts it again. In between, every machine shows pages with a notice.
    private func killServer(
        _ server: PostgresServer, _ cluster: Cluster, _ heroes: [Int], _ ledger: Ledger
    ) async throws {
        var visitor = FavouriteClient(curl: Curl())
        try await visitor.set(heroes[0], isFavourite: true, at: cluster.url)
        server.crash()
        for machine in cluster.machines {
            // For two seconds, the list in memory is shown.
            let isShown = try await Wait.until {
                try await visitor.page("/heroes", at: machine.url).contains(LedgerVisitor.notice)
            }
            #expect(isShown)
            let error = await #expect(throws: FavouriteClient.UnexpectedStatus.self) {
                try await visitor.set(heroes[1], isFavourite: true, at: machine.url)
            }
            #expect(error?.status == 503)
            #expect(try await Wait.until { try await visitor.page("/readyz", at: machine.url).contains("degraded") })
        }
        try await server.start()
        for machine in cluster.machines {
            #expect(try await Wait.until { try await !visitor.page("/readyz", at: machine.url).contains("degraded") })
        }
        try await ledger.waitForChanges()
        #expect(Set(ledger.failures) == [503])
    }

    /// Stops a machine as for an upgrade, and starts it again. No visitor notices.
    private func stopMachine(_ cluster: inout Cluster, _ ledger: Ledger) async throws {
        let incompletePages = ledger.incompletePages
        #expect(await cluster.machines[1].program.stop() == 0)
        try await ledger.waitForChanges()
        try await cluster.restart(1)
        try await ledger.waitForChanges()
        #expect(ledger.failures.allSatisfy { $0 == 503 } && ledger.incompletePages == incompletePages)
    }
}
