import Curl
import Foundation
import Logging
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("Health and readiness checks", .timeLimit(.minutes(30)))
struct ReadinessTests {
    private struct Body: Decodable {
        let ready: Bool
        let checks: [String: String]
    }

    private func readiness(of site: RunningSite, _ curl: Curl) async throws -> (status: Int, body: Body) {
        let response = try await curl.send(CurlRequest(url: site.url + "/readyz"))
        #expect(response.header("content-type") == "application/json" && response.header("cache-control") == "no-store")
        let body = try JSONDecoder().decode(Body.self, from: Data(response.body))
        #expect(body.ready == (response.status == 200), "\(body)")
        return (response.status, body)
    }

    /// Polls until the response has this status, since a result is valid for a second; returns the last response.
    private func wait(for status: Int, _ site: RunningSite, _ curl: Curl) async throws -> Body {
        var response = try await readiness(of: site, curl)
        let isReached = try await Wait.until {
            response = try await readiness(of: site, curl)
            return response.status == status
        }
        #expect(isReached)
        return response.body
    }

    private func isAlive(_ site: RunningSite, _ curl: Curl) async throws -> Bool {
        try await curl.send(CurlRequest(url: site.url + "/healthz")).status == 200
    }

    @Test("a working site is ready, and lists its checks")
    func ready() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let (status, body) = try await readiness(of: site, curl)
        #expect(status == 200 && body.checks == ["templates": "ok", "source": "ok", "store": "ok"])
        let head = try await curl.send(CurlRequest(url: site.url + "/readyz", method: "HEAD"))
        #expect(head.status == 200 && head.body.isEmpty)
        await site.end()
    }

    @Test("while the store cannot be written, the site is not ready, but alive")
    func storeFailure() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        #expect(try await readiness(of: site, curl).status == 200)
        // From now on the process cannot write a byte, as on a full disk, or not enough for a list.
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
        let errors = await site.program.errorOutput()
        #expect(errors.contains("not ready: favourites cannot be written") && errors.contains("cause="))
        site.data.remove()
    }

    /// Limits the size of files that the process writes, in bytes.
    private func limitFiles(of process: pid_t, to bytes: String) async throws {
        let program = try Program("/usr/bin/prlimit", ["--pid", String(process), "--fsize=\(bytes):unlimited"])
        try #require(await program.status() == 0)
    }

    @Test(
        "a site is not ready until its source has answered once, and stays ready after that")
    func sourceFailure() async throws {
        let answering = Mutex(false)
        let upstream = try LoopbackUpstream { _, _ in
            answering.withLock { $0 } ? .json(MetricsTests.emptyList) : .reset()
        }
        let site = try await RunningSite(["--source", upstream.url, "--ephemeral"])
        let curl = Curl()
        let down = try await readiness(of: site, curl)
        #expect(down.status == 503 && down.body.checks["templates"] == "ok")
        #expect(down.body.checks["source"] == "the source does not answer, and nothing is cached")
        #expect(try await isAlive(site, curl))
        answering.withLock { $0 = true }
        #expect(try await wait(for: 200, site, curl).checks == ["templates": "ok", "source": "ok", "store": "ok"])
        upstream.stop()
        for _ in 0..<3 { #expect(try await readiness(of: site, curl).status == 200) }
        await site.end()
    }

    @Test("while a template is broken, the site is not ready, but alive")
    func brokenTemplate() async throws {
        let resources = try Paths.resources()
        let site = try await RunningSite(["--reload", "--resources", resources.path])
        let curl = Curl()
        #expect(try await readiness(of: site, curl).status == 200)
        let file = resources.path + "/Templates/empty-state.html"
        let original = try String(contentsOfFile: file, encoding: .utf8)
        try "<p>{{heading}</p>".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await wait(for: 503, site, curl).checks["templates"] == "the templates cannot be used")
        #expect(try await isAlive(site, curl))
        try original.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await wait(for: 200, site, curl).checks["templates"] == "ok")
        await site.end()
        resources.remove()
    }

    /// Returns a readiness of one check, and optionally another.
    private static func readiness(
        beside other: (@Sendable () async -> Void)? = nil, look: @escaping @Sendable () async -> Void
    ) -> Readiness {
        let checks = [look, other].compactMap(\.self)
        return Readiness(
            checks.enumerated().map { .init(name: $0 == 0 ? "x" : "other", failureMessage: "bad", run: $1) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("concurrent requests, and those within a second, share one check")
    func sharedCheck() async {
        let count = Mutex(0)
        let gate = Gate()
        let readiness = Self.readiness {
            count.withLock { $0 += 1 }
            await gate.wait()
        }
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { #expect(await readiness.results == [.init(name: "x", failure: nil)]) }
            }
            gate.open()
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("a check that hangs is not started again before it has ended")
    func hangingCheck() async throws {
        let count = Mutex(0)
        let otherCount = Mutex(0)
        let gate = Gate()
        let readiness = Self.readiness(beside: { otherCount.withLock { $0 += 1 } }) {
            count.withLock { $0 += 1 }
            await gate.wait()
        }
        let isCheckedAgain = try await Wait.until {
            #expect(await readiness.results.first == .init(name: "x", failure: "bad"))
            return otherCount.withLock { $0 } == 2
        }
        #expect(isCheckedAgain && count.withLock { $0 } == 1)
        gate.open()
        #expect(
            try await Wait.until { await readiness.results.first == .init(name: "x", failure: nil) })
        #expect(count.withLock { $0 } == 2)
    }
}
