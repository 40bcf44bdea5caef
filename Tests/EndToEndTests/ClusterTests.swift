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
        let heroes = Array(try FavouriteClient.firstHeroes(in: page).prefix(12))
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
        #expect(ledger.failures.allSatisfy { $0 == 503 })
        #expect(ledger.incompletePages == incompletePages)
    }
}

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
        let heroes = Array(try FavouriteClient.firstHeroes(in: page).prefix(12))
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

/// Several machines with one database behind nginx, configured as in the committed example. nginx takes turns, so that
/// most requests of a visitor come to another machine than the one before.
struct Cluster {
    private(set) var machines: [RunningSite] = []
    /// The URL of nginx.
    let url: String
    private let proxy: Program
    private let folder: TemporaryFolder
    private let arguments: [String]
    private let environment: [String: String]

    init(_ database: String, machineCount: Int = 3, _ arguments: [String] = []) async throws {
        folder = try TemporaryFolder()
        let port = try FreePort.find()
        url = "http://127.0.0.1:\(port)"
        self.arguments =
            ["--public-url", "http://heroes.example:\(port)", "--trusted-proxy", "127.0.0.1"] + arguments
        environment = ["HEROES_DATABASE": database, "HEROES_SECRET": "the same on all machines"]
        for _ in 0..<machineCount {
            machines.append(try await RunningSite(self.arguments, environment: environment))
        }
        try await ReverseProxy.makeCertificate(folder.path)
        proxy = try ReverseProxy.nginx(folder.path, machines.map(\.url), port, try FreePort.find())
        try await ReverseProxy.waitUntilListening(proxy, port)
    }

    /// Starts an ended machine again, on the same port.
    mutating func restart(_ index: Int) async throws {
        let port = String(machines[index].url.split(separator: ":").last ?? "")
        machines[index] = try await RunningSite(
            data: machines[index].data, arguments + ["--port", port], environment: environment)
    }

    func end() async {
        _ = await proxy.stop()
        for machine in machines { await machine.end() }
        folder.remove()
    }
}
