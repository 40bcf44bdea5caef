import Curl
import Foundation
import Support
import Testing

@Suite("Shutdown and connection limits", .timeLimit(.minutes(30)))
struct ShutdownTests {
    /// Requests a page that is incomplete until the gate opens; returns it as far as received.
    private func partialPage(_ site: RunningSite) async throws -> (connection: RawConnection, response: RawResponse) {
        let connection = try RawConnection(to: site.url)
        try connection.sendKeepAlive("GET /heroes")
        var response = RawResponse()
        response.append(try await connection.receive())
        try #require(response.status == 200 && !response.isComplete)
        return (connection, response)
    }

    @Test(
        "on a signal the site accepts no connections, closes idle ones, finishes responses, and exits with 0",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func drain(_ signal: Int32) async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.emptyList)) }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--log-level", "info",
        ])
        let idle = try RawConnection(to: site.url)
        try idle.sendKeepAlive("GET /healthz")
        #expect(try await !idle.receive().isEmpty)
        var (connection, response) = try await partialPage(site)
        kill(site.program.id, signal)
        #expect(try await idle.receive().isEmpty)
        #expect(throws: RawConnection.Failure.self) { try RawConnection(to: site.url) }
        gate.open()
        while case let bytes = try await connection.receive(), !bytes.isEmpty { response.append(bytes) }
        for connection in [connection, idle] { connection.end() }
        #expect(response.isComplete && String(decoding: response.content, as: UTF8.self).contains("</html>"))
        #expect(await site.program.status() == 0)
        // The last page is logged before the exit.
        #expect(await site.program.line(matching: /(route=heroes .*)/)?.contains("status=200") == true)
        site.data.remove()
        upstream.stop()
    }

    @Test("repeated SIGHUP stops the site once, and not at all under nohup")
    func hangup() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.emptyList)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        var (connection, response) = try await partialPage(site)
        for _ in 0..<5 { kill(site.program.id, SIGHUP) }
        gate.open()
        while case let bytes = try await connection.receive(), !bytes.isEmpty { response.append(bytes) }
        connection.end()
        #expect(response.isComplete)
        #expect(await site.program.status() == 0)
        site.data.remove()
        upstream.stop()
        let program = try Program(
            "/usr/bin/nohup", [Paths.heroes, "serve", "--port", "0", "--ephemeral"] + withoutSource)
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        kill(program.id, SIGHUP)
        #expect(try await RawConnection.response(from: url, "GET /healthz").status == 200)
        #expect(await program.stop() == 0)
    }

    @Test(
        "during --drain-delay the site answers and is not ready; a second signal stops it",
        .timeLimit(.minutes(2)))
    func drainDelay() async throws {
        let site = try await RunningSite(["--drain-delay", "3600"])
        kill(site.program.id, SIGTERM)
        var ready = RawResponse()
        #expect(
            try await Wait.until {
                ready = try await RawConnection.response(from: site.url, "GET /readyz")
                return ready.status == 503
            })
        #expect(String(decoding: ready.content, as: UTF8.self).contains("about to stop"))
        #expect(try await RawConnection.response(from: site.url, "GET /heroes").status == 200)
        kill(site.program.id, SIGTERM)
        #expect(await site.program.status() == 0)
        site.data.remove()
        let delayedSite = try await RunningSite(withoutSource + ["--drain-delay", "0.1"])
        #expect(await delayedSite.program.stop() == 0)
        delayedSite.data.remove()
    }

    @Test("a signal right after the start stops the site")
    func signalAfterStart() async throws {
        for _ in 0..<5 {
            let site = try await RunningSite(withoutSource)
            for path in ["/heroes", "/favourites"] { try RawConnection(to: site.url).sendKeepAlive("GET \(path)") }
            kill(site.program.id, SIGTERM)
            #expect(await site.program.status() == 0)
            site.data.remove()
        }
    }

    @Test("a signal during the start stops the site")
    func signalDuringStart() async throws {
        let data = try TemporaryFolder()
        let program = try Program(Paths.heroes, ["serve", "--port", "0", "--data", data.path] + withoutSource)
        let bit: UInt64 = 1 << UInt64(SIGTERM - 1)
        #expect(try await Wait.until { try Self.signalMasks(program.id).contains { $0 & bit != 0 } })
        kill(program.id, SIGTERM)
        #expect(await program.status() == 0)
        data.remove()
    }

    /// Returns the signals that a process ignores, and those that it catches (proc(5)).
    private static func signalMasks(_ id: pid_t) throws -> [UInt64] {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        return text.matches(of: /Sig(?:Ign|Cgt):\s*([0-9a-f]+)/).compactMap { UInt64($0.1, radix: 16) }
    }

    @Test("a connection over the limit replaces one without a request, or is answered with 503; both are counted")
    func connectionLimit() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.emptyList)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--connections", "1"])
        let idle = try RawConnection(to: site.url)
        try idle.sendKeepAlive("GET /healthz")
        _ = try await idle.receive()
        var (busy, streamed) = try await partialPage(site)
        let other = try await RawConnection.response(from: site.url, "GET /healthz")
        #expect(other.status == 503)
        #expect(try await idle.receive().isEmpty)
        gate.open()
        while !streamed.isComplete { streamed.append(try await busy.receive()) }
        let page = String(
            decoding: try await RawConnection.response(from: site.url, "GET /metrics").content, as: UTF8.self)
        #expect(page.contains("\nheroes_connections_refused_total 1\n"))
        #expect(page.contains("\nheroes_connections_replaced_total 2\n"))
        await site.end()
        upstream.stop()
    }
}
