import Curl
import Foundation
import Support
import Testing

@Suite("State of several machines", .timeLimit(.minutes(10)))
struct ClusterStateTests {
    /// Returns a visitor with these favourites.
    private func visitor(_ heroes: [Int], at url: String) async throws -> FavouriteClient {
        var client = FavouriteClient(curl: Curl())
        for hero in heroes { try await client.set(hero, isFavourite: true, at: url) }
        return client
    }

    @Test("transfer codes and the limit of new visitors are the same on all machines")
    func shared() async throws {
        let cluster = try await Cluster(PostgresServer.shared().newSchema(), ["--new-visitors", "4"])
        try await transferCode(cluster)
        try await newVisitors(cluster)
        await cluster.end()
    }

    /// Makes a code on one machine, sees it on another, and uses it once on the third.
    private func transferCode(_ cluster: Cluster) async throws {
        let urls = cluster.machines.map(\.url)
        var client = try await visitor([1_009_610], at: cluster.url)
        try await client.post("/favourites/code", "", at: urls[0])
        let page = try await client.page("/favourites/code", at: urls[1])
        let code = try #require(page.firstMatch(of: /<strong>([0-9A-Z]{5}-[0-9A-Z]{5})</)).1
        var devices = [FavouriteClient(curl: Curl()), FavouriteClient(curl: Curl())]
        try await devices[0].post("/favourites/move", "code=\(code)&join=yes", at: urls[2])
        #expect(try await devices[0].favourites(at: cluster.url) == [1_009_610])
        for url in urls {
            let error = await #expect(throws: FavouriteClient.UnexpectedStatus.self) {
                try await devices[1].post("/favourites/move", "code=\(code)&join=yes", at: url)
            }
            #expect(error?.status == 422)
        }
    }

    /// Creates visitors up to the limit on all machines; then every machine refuses another one.
    private func newVisitors(_ cluster: Cluster) async throws {
        let urls = cluster.machines.map(\.url)
        // One visitor is there.
        for url in urls { _ = try await visitor([1_009_610], at: url) }
        for url in urls + [cluster.url] {
            let error = await #expect(throws: FavouriteClient.UnexpectedStatus.self) {
                try await visitor([1_009_610], at: url)
            }
            #expect(error?.status == 429)
        }
    }

    @Test("a machine with another HEROES_SECRET stops at start, and does not print it")
    func secrets() async throws {
        let database = try await PostgresServer.shared().newSchema()
        func environment(_ secret: String) -> [String: String] {
            ["HEROES_DATABASE": database, "HEROES_SECRET": secret]
        }
        let first = try await RunningSite(environment: environment("a long random text"))
        let error = await #expect(throws: RunningSite.StartFailure.self) {
            try await RunningSite(environment: environment("an0ther text"))
        }
        let output = try #require(error).errorOutput
        #expect(output.contains("HEROES_SECRET is not that of the machines which use the database"), "\(output)")
        for phrase in ["an0ther", "random"] { #expect(!output.contains(phrase)) }
        let second = try await RunningSite(environment: environment("a long random text"))
        for site in [first, second] { await site.end() }
    }

    @Test("if a machine is killed before it answers, nginx repeats a heart on another one, but not a transfer code")
    func repeated() async throws {
        var cluster = try await Cluster(PostgresServer.shared().newSchema(), machineCount: 2)
        let url = cluster.url
        let client = try await visitor([1_009_610], at: url)
        for (path, form, expected) in [
            ("/favourites/1009351", "action=add&back=/favourites", Set([303])), ("/favourites/code", "", [303, 502]),
        ] {
            let machine = cluster.machines[0]
            kill(machine.program.id, SIGSTOP)
            async let statuses = statuses(path, form, client, at: url, until: machine)
            #expect(try await Wait.until { try Self.hasUnreadRequest(machine.url) })
            await machine.program.crash()
            #expect(try await statuses == expected)
            try await cluster.restart(0)
        }
        #expect(try await client.favourites(at: url).contains(1_009_351))
        await cluster.end()
    }

    /// Sends the form again and again until the machine has ended.
    private func statuses(
        _ path: String, _ form: String, _ client: FavouriteClient, at url: String, until machine: RunningSite
    ) async throws -> Set<Int> {
        var (client, statuses) = (client, Set<Int>())
        repeat {
            do {
                try await client.post(path, form, at: url)
                statuses.insert(303)
            } catch let error as FavouriteClient.UnexpectedStatus {
                statuses.insert(error.status)
            }
        } while !machine.program.hasExited
        return statuses
    }

    /// Returns true if a connection to the site has bytes that the site has not read (proc(5), /proc/net/tcp).
    private static func hasUnreadRequest(_ site: String) throws -> Bool {
        let port = site.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        // `String(contentsOfFile:)` reads only the first page of it.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/net/tcp"))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").contains { line in
            // The socket's number, its address, the peer's address, its state (1 is connected) and both queues.
            let fields = line.split(separator: " ").prefix(5)
            return fields.count == 5 && fields[1].hasSuffix(String(format: ":%04X", port)) && fields[3] == "01"
                && !fields[4].hasSuffix(":00000000")
        }
    }
}
