import Curl
import Foundation
import Support
import Testing

@Suite("Favourites of the running program", .timeLimit(.minutes(10)))
struct FavouritesFolderTests {
    private func heroes(_ site: RunningSite, _ curl: Curl) async throws -> [Int] {
        let heroes = FavouriteClient.heroes(in: try await FavouriteClient(curl: curl).page("/heroes", at: site.url))
        try #require(heroes.count == 20)
        return heroes
    }

    @Test("two processes on one folder see, and lose none of, each other's favourites")
    func twoProcesses() async throws {
        let first = try await RunningSite()
        let second = try await RunningSite(data: first.data)
        let sites = [first.url, second.url]
        let curl = Curl()
        let heroes = try await heroes(first, curl)
        var founder = FavouriteClient(curl: curl)
        try await founder.set(heroes[0], kept: true, at: first.url)
        let client = founder
        for isKept in [true, false] {
            try await withThrowingTaskGroup { tasks in
                for (number, hero) in heroes.enumerated() {
                    tasks.addTask {
                        var client = client
                        try await client.set(hero, kept: isKept, at: sites[number % 2])
                        let seen = try await client.kept(at: sites[(number + 1) % 2])
                        #expect(seen.contains(hero) == isKept)
                    }
                }
                try await tasks.waitForAll()
            }
            for url in sites { #expect(try await Set(client.kept(at: url)) == (isKept ? Set(heroes) : [])) }
        }
        try await founder.forget(at: second.url)
        #expect(try await client.kept(at: first.url) == [])
        for site in [first, second] { #expect(await site.program.stop() == 0) }
        #expect(try files(first).filter { $0.hasSuffix(".jsonl") } == [])
        first.data.remove()
    }

    @Test("the file by which processes tell each other of changes may be cut, filled or deleted while they run")
    func illTreatedMarks() async throws {
        let first = try await RunningSite()
        let second = try await RunningSite(data: first.data)
        let curl = Curl()
        let heroes = try await heroes(first, curl)
        var client = FavouriteClient(curl: curl)
        try await client.set(heroes[0], kept: true, at: first.url)
        let marks = first.data.path + "/favourites/marks"
        let deeds: [() throws -> Void] = [
            { _ = truncate(marks, 0) }, { _ = truncate(marks, 5000) },
            { try Data(count: 32_768).write(to: URL(filePath: marks)) },
            { try FileManager.default.removeItem(atPath: marks) },
        ]
        for (number, deed) in deeds.enumerated() {
            // Both have the visitor in memory.
            for site in [first, second] { _ = try await client.kept(at: site.url) }
            try deed()
            for site in [first, second] { #expect(try await client.kept(at: site.url).count == 1 + number) }
            try await client.set(heroes[1 + number], kept: true, at: number.isMultiple(of: 2) ? first.url : second.url)
            for site in [first, second] { #expect(try await client.kept(at: site.url).count == 2 + number) }
        }
        for site in [first, second] { #expect(await site.program.stop() == 0) }
        first.data.remove()
    }

    @Test("favourites that nobody looked at for 400 days are gone soon after the next start")
    func expired() async throws {
        var site = try await RunningSite()
        let curl = Curl()
        let heroes = try await heroes(site, curl)
        var clients = [FavouriteClient(curl: curl), FavouriteClient(curl: curl)]
        for index in clients.indices { try await clients[index].set(heroes[index], kept: true, at: site.url) }
        #expect(await site.program.stop() == 0)
        let files = try files(site).filter { $0.hasSuffix(".jsonl") }
        try #require(files.count == 2)
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -400 * 24 * 60 * 60 - 1)]
        try FileManager.default.setAttributes(old, ofItemAtPath: site.data.path + "/" + files[0])
        site = try await RunningSite(data: site.data)
        while try self.files(site).contains(files[0]) { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try self.files(site).filter { $0.hasSuffix(".jsonl") } == [files[1]])
        #expect(try await clients[0].kept(at: site.url).count + clients[1].kept(at: site.url).count == 1)
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    @Test("no thread blocks the signal by which a cut file of marks is noticed, nor can a thread started from it")
    func unblocked() async throws {
        let site = try await RunningSite()
        _ = try await heroes(site, Curl())
        let threads = "/proc/\(site.program.id)/task"
        var masks: [UInt64] = []
        for thread in try FileManager.default.contentsOfDirectory(atPath: threads) {
            // One that has just ended has no mask.
            guard let status = try? String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8),
                let mask = status.firstMatch(of: /SigBlk:\s*([0-9a-f]+)/)
            else { continue }
            masks.append(try #require(UInt64(mask.1, radix: 16)))
        }
        #expect(masks.count > 5)
        #expect(masks.allSatisfy { $0 & 1 << (UInt64(SIGBUS) - 1) == 0 })
        #expect(await site.program.stop() == 0)
        site.data.remove()
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
        let site = try await RunningSite(["--log-level", "trace"])
        let curl = Curl(concurrency: 1)
        let heroes = try await heroes(site, curl)
        var client = FavouriteClient(curl: curl)
        for hero in heroes.prefix(2) { try await client.set(hero, kept: true, at: site.url) }
        let token = try #require(client.token)
        try await damage(site)
        #expect(try await client.kept(at: site.url) == [heroes[0]])
        try await restrict(site, "--fsize=0:")
        for path in ["/nowhere", "/heroes?page=x"] { _ = try? await client.page(path, at: site.url) }
        _ = try? await client.set(heroes[3], kept: true, at: site.url)
        try await restrict(site, "--fsize=unlimited:")
        #expect(try !files(site).contains { $0.contains(token) })
        try await client.forget(at: site.url)
        #expect(await site.program.stop() == 0)
        let log = await site.program.complaint()
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
