import Curl
import Foundation
import Support
import Testing

@Suite("Favourites of the running program", .timeLimit(.minutes(30)))
struct FavouritesFolderTests {
    private func heroes(_ site: RunningSite, _ curl: Curl) async throws -> [Int] {
        let heroes = FavouriteClient.heroes(in: try await FavouriteClient(curl: curl).page("/heroes", at: site.url))
        try #require(heroes.count == 20)
        return heroes
    }

    @Test("a second process on one folder is refused with a sentence, and works when the first has ended")
    func twoProcesses() async throws {
        let first = try await RunningSite()
        let second = try Program(
            Paths.heroes, ["serve", "--port", "0", "--data", first.data.path] + withoutSource)
        #expect(await second.status() == 1)
        let complaint = await second.errorOutput()
        #expect(complaint.contains(first.data.path + "/favourites") && complaint.contains("--database"), "\(complaint)")
        #expect(await first.program.stop() == 0)
        let third = try await RunningSite(data: first.data)
        #expect(await third.program.stop() == 0)
        first.data.remove()
    }

    @Test(
        "while files can be neither written nor opened it says so, keeps what there was, and works again afterwards",
        arguments: ["--fsize=0:", "--nofile=1:"])
    func faults(limit: String) async throws {
        let site = try await RunningSite()
        let curl = Curl(concurrency: 1)
        let heroes = try await heroes(site, curl)
        var client = FavouriteClient(curl: curl)
        try await client.set(heroes[0], kept: true, at: site.url)
        try await restrict(site, limit)
        let refusal = await #expect(throws: FavouriteClient.Refused.self) {
            try await client.set(heroes[1], kept: true, at: site.url)
        }
        #expect(refusal?.status == 503)
        #expect(refusal?.page.contains("was not saved") == true)
        try await restrict(site, limit.hasPrefix("--fsize") ? "--fsize=unlimited:" : "--nofile=1024:")
        #expect(try await client.kept(at: site.url) == [heroes[0]])
        try await client.set(heroes[1], kept: true, at: site.url)
        #expect(try await client.kept(at: site.url) == [heroes[1], heroes[0]])
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    /// Sets one of the running program's limits with prlimit(1).
    private func restrict(_ site: RunningSite, _ limit: String) async throws {
        let change = try Program("/usr/bin/prlimit", ["--pid", String(site.program.id), limit])
        #expect(await change.status() == 0)
    }

    @Test("no cookie is ever logged or part of a file's name")
    func secrecy() async throws {
        var site = try await RunningSite(["--log-level", "trace"])
        let curl = Curl(concurrency: 1)
        let heroes = try await heroes(site, curl)
        var client = FavouriteClient(curl: curl)
        for hero in heroes.prefix(2) { try await client.set(hero, kept: true, at: site.url) }
        let token = try #require(client.token)
        #expect(await site.program.stop() == 0)
        #expect(await !site.program.errorOutput().contains(token))
        try await damage(site)
        site = try await RunningSite(data: site.data, ["--log-level", "trace"])
        #expect(try await client.kept(at: site.url) == [heroes[0]])
        try await restrict(site, "--fsize=0:")
        for path in ["/nowhere", "/heroes?page=x"] { _ = try? await client.page(path, at: site.url) }
        _ = try? await client.set(heroes[3], kept: true, at: site.url)
        try await restrict(site, "--fsize=unlimited:")
        #expect(try !files(site).contains { $0.contains(token) })
        try await client.forget(at: site.url)
        #expect(await site.program.stop() == 0)
        let log = await site.program.errorOutput()
        #expect(log.contains("set aside") && log.contains("File too large") && !log.contains(token))
        #expect(try files(site).filter { $0.contains(".jsonl") } == [])
        site.data.remove()
    }

    /// Empties the files that visitors have.
    private func damage(_ site: RunningSite) async throws {
        for name in try files(site) where name.hasSuffix(".jsonl") && !name.hasSuffix(".previous.jsonl") {
            try Data().write(to: URL(filePath: site.data.path + "/" + name))
        }
    }

    private func files(_ site: RunningSite) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: site.data.path)
    }
}
