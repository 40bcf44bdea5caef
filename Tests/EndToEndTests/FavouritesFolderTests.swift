import Curl
import Foundation
import Support
import Testing

@Suite("Favourites on disk", .timeLimit(.minutes(30)))
struct FavouritesFolderTests {
    @Test("a second process on the same folder exits with an error, and starts after the first has ended")
    func twoProcesses() async throws {
        let first = try await RunningSite(withoutSource)
        let second = try Program(Paths.heroes, ["serve", "--port", "0", "--data", first.data.path] + withoutSource)
        #expect(await second.errorLine(matching: /(uses the folder .*; waiting until it ends, at most 15)/) != nil)
        #expect(await second.status() == 1)
        let errors = await second.errorOutput()
        for phrase in [first.data.path + "/favourites", "--database"] { #expect(errors.contains(phrase), "\(errors)") }
        let third = try await first.restarted(withoutSource)
        await third.end()
    }

    @Test(
        "while files cannot be written, changes fail and the site is alive but not ready; nothing is lost",
        arguments: [("--fsize=0:", "--fsize=unlimited:"), ("--nofile=1:", "--nofile=1024:")])
    func writeFailures(limit: String, noLimit: String) async throws {
        let site = try await RunningSite()
        // Connected before the limit of open files.
        let curl = Curl(concurrency: 1)
        var client = FavouriteClient(curl: curl)
        let heroes = try FavouriteClient.firstHeroes(in: await client.page("/heroes", at: site.url))
        try await client.set(heroes[0], isFavourite: true, at: site.url)
        func readiness() async throws -> String {
            String(decoding: try await curl.send(CurlRequest(url: site.url + "/readyz")).body, as: UTF8.self)
        }
        try await setLimit(site, limit)
        let error = await #expect(throws: FavouriteClient.UnexpectedStatus.self) {
            try await client.set(heroes[1], isFavourite: true, at: site.url)
        }
        #expect(error?.status == 503)
        #expect(error?.page.contains("was not saved") == true)
        #expect(try await Wait.until { try await readiness().contains(#""store":"favourites cannot be written""#) })
        #expect(try await curl.send(CurlRequest(url: site.url + "/healthz")).status == 200)
        try await setLimit(site, noLimit)
        #expect(try await Wait.until { try await readiness().contains(#""ready":true"#) })
        #expect(try await client.favourites(at: site.url) == [heroes[0]])
        try await client.set(heroes[1], isFavourite: true, at: site.url)
        #expect(try await client.favourites(at: site.url) == [heroes[1], heroes[0]])
        let failures = try await site.metrics()[#"heroes_favourites_changes_total{change="add",outcome="failed"}"#]
        #expect(failures == 1)
        #expect(await site.program.stop() == 0)
        let log = await site.program.errorOutput()
        for phrase in ["not ready: favourites cannot be written", "cause="] { #expect(log.contains(phrase)) }
        site.data.remove()
    }

    /// Sets a resource limit of the running program with prlimit(1).
    private func setLimit(_ site: RunningSite, _ limit: String) async throws {
        let change = try Program("/usr/bin/prlimit", ["--pid", String(site.program.id), limit])
        #expect(await change.status() == 0)
    }

    @Test("cookies are neither logged nor part of a file's name, even if a file is damaged; nothing stays after Forget")
    func secrecy() async throws {
        var site = try await RunningSite(["--log-level", "trace"])
        var client = FavouriteClient(curl: Curl(concurrency: 1))
        for hero in [1_009_610, 1_009_351] { try await client.set(hero, isFavourite: true, at: site.url) }
        let token = try #require(client.token)
        #expect(await site.program.stop() == 0)
        var log = await site.program.errorOutput()
        for name in try files(site) where name.hasSuffix(".jsonl") && !name.hasSuffix(".previous.jsonl") {
            try Data().write(to: URL(filePath: site.data.path + "/" + name))
        }
        site = try await RunningSite(data: site.data, ["--log-level", "trace"])
        #expect(try await client.favourites(at: site.url) == [1_009_610])
        #expect(try !files(site).contains { $0.contains(token) })
        try await client.forget(at: site.url)
        #expect(await site.program.stop() == 0)
        log += await site.program.errorOutput()
        #expect(log.contains("set aside"))
        #expect(!log.contains(token))
        #expect(try files(site).filter { $0.contains(".jsonl") } == [])
        site.data.remove()
    }

    private func files(_ site: RunningSite) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: site.data.path)
    }
}
