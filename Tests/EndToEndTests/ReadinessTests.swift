import Curl
import Foundation
import Logging
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("Whether a site is alive and ready", .timeLimit(.minutes(30)))
struct ReadinessTests {
    private struct Answer: Decodable {
        let ready: Bool
        let checks: [String: String]
    }

    private func ask(_ site: RunningSite, _ curl: Curl) async throws -> (status: Int, answer: Answer) {
        let response = try await curl.send(CurlRequest(url: site.url + "/readyz"))
        #expect(response.header("content-type") == "application/json" && response.header("cache-control") == "no-store")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
        #expect(answer.ready == (response.status == 200), "\(answer)")
        return (response.status, answer)
    }

    /// Asks until the status is that one, since a finding is valid for a second; returns the last answer.
    private func wait(for status: Int, _ site: RunningSite, _ curl: Curl) async throws -> Answer {
        var found = try await ask(site, curl)
        let isReached = try await Wait.until {
            found = try await ask(site, curl)
            return found.status == status
        }
        #expect(isReached)
        return found.answer
    }

    private func isAlive(_ site: RunningSite, _ curl: Curl) async throws -> Bool {
        try await curl.send(CurlRequest(url: site.url + "/healthz")).status == 200
    }

    @Test("a site that can do all of its work is ready, and says of what")
    func ready() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let (status, answer) = try await ask(site, curl)
        #expect(status == 200 && answer.checks == ["templates": "ok", "source": "ok", "store": "ok"])
        let head = try await curl.send(CurlRequest(url: site.url + "/readyz", method: "HEAD"))
        #expect(head.status == 200 && head.body.isEmpty)
        await site.end()
    }

    @Test("a store that takes no more writes makes the site unready until it does, and not dead")
    func store() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        #expect(try await ask(site, curl).status == 200)
        // From now on files of this process have no room for a byte, as on a full disk, or for no list.
        for bytes in ["0", "100"] {
            try await limitFiles(of: site.program.id, to: bytes)
            let full = try await wait(for: 503, site, curl)
            #expect(full.checks["store"] == "favourites cannot be written" && full.checks["source"] == "ok")
            #expect(try await isAlive(site, curl))
            try await limitFiles(of: site.program.id, to: "unlimited")
            #expect(try await wait(for: 200, site, curl).checks["store"] == "ok")
        }
        let folder = site.data.path + "/favourites"
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
        #expect(try await wait(for: 503, site, curl).checks["store"] == "favourites cannot be written")
        try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
        _ = try await wait(for: 200, site, curl)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["lock"])
        _ = await site.program.stop()
        let said = await site.program.errorOutput()
        #expect(said.contains("not ready: favourites cannot be written") && said.contains("cause="))
        site.data.remove()
    }

    /// Sets how large files may become that the process writes, in bytes.
    private func limitFiles(of process: pid_t, to bytes: String) async throws {
        let program = try Program("/usr/bin/prlimit", ["--pid", String(process), "--fsize=\(bytes):unlimited"])
        try #require(await program.status() == 0)
    }

    @Test(
        "a source that cannot be reached makes the site unready until it answers; what it told is enough from then on")
    func source() async throws {
        let answering = Mutex(false)
        let upstream = try LoopbackUpstream { _, _ in
            answering.withLock { $0 } ? .json(MetricsTests.nobody) : .reset()
        }
        let site = try await RunningSite(["--source", upstream.url, "--ephemeral"])
        let curl = Curl()
        let down = try await ask(site, curl)
        #expect(down.status == 503 && down.answer.checks["templates"] == "ok")
        #expect(down.answer.checks["source"] == "the source does not answer, and nothing is cached")
        #expect(try await isAlive(site, curl))
        answering.withLock { $0 = true }
        #expect(try await wait(for: 200, site, curl).checks == ["templates": "ok", "source": "ok", "store": "ok"])
        upstream.stop()
        for _ in 0..<3 { #expect(try await ask(site, curl).status == 200) }
        await site.end()
    }

    @Test("a source that says nothing is told of before whoever asks gives up")
    func silence() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let site = try await RunningSite(["--source", upstream.url, "--ephemeral"])
        let (status, answer) = try await ask(site, Curl())
        #expect(status == 503 && answer.checks["source"]?.contains("does not answer") == true)
        await site.end()
        upstream.stop()
    }

    @Test("a budget that is spent shows as degraded, in words, and the site stays ready")
    func budget() async throws {
        let upstream = try LoopbackUpstream { target, _ in .marvel(target) }
        let site = try await RunningSite(["--source", upstream.url, "--ephemeral", "--daily-budget", "10"])
        let curl = Curl()
        #expect(try await ask(site, curl).answer.checks["source"] == "ok")
        for (path, words) in [("/heroes?q=x", "degraded: the daily budget is nearly"), ("/heroes/", "is used up")] {
            for number in 1...10 { _ = try await curl.send(CurlRequest(url: "\(site.url)\(path)\(number)")) }
            #expect(
                try await Wait.until {
                    try await ask(site, curl).answer.checks["source"]?.contains(words) ?? false
                })
        }
        #expect(try await curl.send(CurlRequest(url: site.url + "/heroes")).status == 200)
        _ = await site.program.stop()
        #expect(await site.program.errorOutput().contains("degraded: the daily budget is used up"))
        site.data.remove()
        upstream.stop()
    }

    @Test("a template that was broken while the site runs makes it unready until it is mended")
    func templates() async throws {
        let resources = try Paths.resources()
        let site = try await RunningSite(["--reload", "--resources", resources.path])
        let curl = Curl()
        #expect(try await ask(site, curl).status == 200)
        let file = resources.path + "/Templates/empty-state.html"
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        try "<p>{{heading}</p>".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await wait(for: 503, site, curl).checks["templates"] == "the templates cannot be used")
        #expect(try await isAlive(site, curl))
        try kept.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await wait(for: 200, site, curl).checks["templates"] == "ok")
        await site.end()
        resources.remove()
    }

    /// The readiness of a part that is checked so, and of others.
    private static func readiness(
        beside other: (@Sendable () async -> Void)? = nil, look: @escaping @Sendable () async -> Void
    ) -> Readiness {
        let checks = [look, other].compactMap(\.self)
        return Readiness(
            checks.enumerated().map { .init(name: $0 == 0 ? "x" : "other", failureMessage: "bad", run: $1) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("many who ask at once, and again within a second, cost one look")
    func once() async {
        let looks = Mutex(0)
        let gate = Gate()
        let readiness = Self.readiness {
            looks.withLock { $0 += 1 }
            await gate.wait()
        }
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { #expect(await readiness.results == [.init(name: "x", failure: nil)]) }
            }
            gate.open()
        }
        #expect(looks.withLock { $0 } == 1)
    }

    @Test("a part that hangs is not asked again before it has answered, however long that takes")
    func hanging() async throws {
        let looks = Mutex(0)
        let otherLooks = Mutex(0)
        let gate = Gate()
        let readiness = Self.readiness(beside: { otherLooks.withLock { $0 += 1 } }) {
            looks.withLock { $0 += 1 }
            await gate.wait()
        }
        let isLookedAtAgain = try await Wait.until {
            #expect(await readiness.results.first == .init(name: "x", failure: "bad"))
            return otherLooks.withLock { $0 } == 2
        }
        #expect(isLookedAtAgain && looks.withLock { $0 } == 1)
        gate.open()
        #expect(
            try await Wait.until { await readiness.results.first == .init(name: "x", failure: nil) })
        #expect(looks.withLock { $0 } == 2)
    }
}
