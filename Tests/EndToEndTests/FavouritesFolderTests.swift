import Curl
import Foundation
import Support
import Testing

@Suite("Favourites on disk", .timeLimit(.minutes(30)))
struct FavouritesFolderTests {
    private func heroes(_ site: RunningSite, _ curl: Curl) async throws -> [Int] {
        let heroes = FavouriteClient.heroes(in: try await FavouriteClient(curl: curl).page("/heroes", at: site.url))
        try #require(heroes.count == 20)
        return heroes
    }

    @Test("a second process on the same folder exits with an error, and starts after the first has ended")
    func twoProcesses() async throws {
        let first = try await RunningSite()
        let second = try Program(
            Paths.heroes, ["serve", "--port", "0", "--data", first.data.path] + withoutSource)
        #expect(await second.status() == 1)
        let errors = await second.errorOutput()
        #expect(errors.contains(first.data.path + "/favourites") && errors.contains("--database"), "\(errors)")
        #expect(await first.program.stop() == 0)
        let third = try await RunningSite(data: first.data)
        #expect(await third.program.stop() == 0)
        first.data.remove()
    }

    @Test(
        "if files cannot be written or opened, a change fails with 503, nothing is lost, and later changes work",
        arguments: ["--fsize=0:", "--nofile=1:"])
    func writeFailures(limit: String) async throws {
        let site = try await RunningSite()
        let curl = Curl(concurrency: 1)
        let heroes = try await heroes(site, curl)
        var client = FavouriteClient(curl: curl)
        try await client.set(heroes[0], isFavourite: true, at: site.url)
        try await setLimit(site, limit)
        let error = await #expect(throws: FavouriteClient.UnexpectedStatus.self) {
            try await client.set(heroes[1], isFavourite: true, at: site.url)
        }
        #expect(error?.status == 503)
        #expect(error?.page.contains("was not saved") == true)
        try await setLimit(site, limit.hasPrefix("--fsize") ? "--fsize=unlimited:" : "--nofile=1024:")
        #expect(try await client.favourites(at: site.url) == [heroes[0]])
        try await client.set(heroes[1], isFavourite: true, at: site.url)
        #expect(try await client.favourites(at: site.url) == [heroes[1], heroes[0]])
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    /// Sets a resource limit of the running program with prlimit(1).
    private func setLimit(_ site: RunningSite, _ limit: String) async throws {
        let change = try Program("/usr/bin/prlimit", ["--pid", String(site.program.id), limit])
        #expect(await change.status() == 0)
    }

    @Test("cookies are neither logged nor part of a file's name")
    func secrecy() async throws {
        var site = try await RunningSite(["--log-level", "trace"])
        let curl = Curl(concurrency: 1)
        let heroes = try await heroes(site, curl)
        var client = FavouriteClient(curl: curl)
        for hero in heroes.prefix(2) { try await client.set(hero, isFavourite: true, at: site.url) }
        let token = try #require(client.token)
        #expect(await site.program.stop() == 0)
        #expect(await !site.program.errorOutput().contains(token))
        try await truncateFiles(site)
        site = try await RunningSite(data: site.data, ["--log-level", "trace"])
        #expect(try await client.favourites(at: site.url) == [heroes[0]])
        try await setLimit(site, "--fsize=0:")
        for path in ["/nowhere", "/heroes?page=x"] { _ = try? await client.page(path, at: site.url) }
        _ = try? await client.set(heroes[3], isFavourite: true, at: site.url)
        try await setLimit(site, "--fsize=unlimited:")
        #expect(try !files(site).contains { $0.contains(token) })
        try await client.forget(at: site.url)
        #expect(await site.program.stop() == 0)
        let log = await site.program.errorOutput()
        #expect(log.contains("set aside") && log.contains("File too large") && !log.contains(token))
        #expect(try files(site).filter { $0.contains(".jsonl") } == [])
        site.data.remove()
    }

    /// Truncates the visitors' files.
    private func truncateFiles(_ site: RunningSite) async throws {
        for name in try files(site) where name.hasSuffix(".jsonl") && !name.hasSuffix(".previous.jsonl") {
            try Data().write(to: URL(filePath: site.data.path + "/" + name))
        }
    }

    private func files(_ site: RunningSite) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: site.data.path)
    }
}
