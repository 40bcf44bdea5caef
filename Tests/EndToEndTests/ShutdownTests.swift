import Curl
import Foundation
import Support
import Testing

@Suite("How a site ends, and how many wait at its door", .timeLimit(.minutes(30)))
struct ShutdownTests {
    /// A page whose rest waits for the gate, as far as it has come.
    private func page(_ site: RunningSite) async throws -> (wire: RawConnection, answer: RawResponse) {
        let wire = try RawConnection(to: site.url)
        try wire.sendKeepAlive("GET /heroes")
        var answer = RawResponse()
        answer.take(try await wire.receive())
        try #require(answer.status == 200 && !answer.isEnded)
        return (wire, answer)
    }

    @Test(
        "asked to end, it takes nobody new, closes idle connections, finishes the page under way, and exits with 0",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func drain(_ signal: Int32) async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.nobody)) }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--log-level", "info", "--drain-time", "60",
        ])
        let idle = try RawConnection(to: site.url)
        try idle.sendKeepAlive("GET /healthz")
        #expect(try await !idle.receive().isEmpty)
        var (wire, answer) = try await page(site)
        kill(site.program.id, signal)
        #expect(try await idle.receive().isEmpty)
        #expect(throws: RawConnection.Failure.self) { try RawConnection(to: site.url) }
        gate.open()
        while case let bytes = try await wire.receive(), !bytes.isEmpty { answer.take(bytes) }
        for connection in [wire, idle] { connection.end() }
        #expect(answer.isEnded && String(decoding: answer.content, as: UTF8.self).contains("</html>"))
        #expect(await site.program.status() == 0)
        // The line of the last page is written before the end.
        #expect(await site.program.line(matching: /(route=heroes .*)/)?.contains("status=200") == true)
        site.data.remove()
        upstream.stop()
    }

    @Test("a terminal that closes asks it to end as often as it likes, and not at all under nohup")
    func hangup() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.nobody)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--drain-time", "60"])
        var (wire, answer) = try await page(site)
        for _ in 0..<5 { kill(site.program.id, SIGHUP) }
        gate.open()
        while case let bytes = try await wire.receive(), !bytes.isEmpty { answer.take(bytes) }
        wire.end()
        #expect(answer.isEnded)
        #expect(await site.program.status() == 0)
        site.data.remove()
        upstream.stop()
        let program = try Program(
            "/usr/bin/nohup", [Paths.heroes, "serve", "--port", "0", "--ephemeral"] + withoutSource)
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        kill(program.id, SIGHUP)
        #expect(try await RawConnection.answer(from: url, "GET /healthz").status == 200)
        #expect(await program.stop() == 0)
    }

    @Test(
        "during --drain-delay it serves everybody and says that it is not ready; asked once more, it ends",
        .timeLimit(.minutes(2)))
    func drainDelay() async throws {
        let site = try await RunningSite(["--drain-delay", "3600"])
        kill(site.program.id, SIGTERM)
        var ready = RawResponse()
        #expect(
            try await Wait.until {
                ready = try await RawConnection.answer(from: site.url, "GET /readyz")
                return ready.status == 503
            })
        #expect(String(decoding: ready.content, as: UTF8.self).contains("about to stop"))
        #expect(try await RawConnection.answer(from: site.url, "GET /heroes").status == 200)
        kill(site.program.id, SIGTERM)
        #expect(await site.program.status() == 0)
        site.data.remove()
        let brief = try await RunningSite(withoutSource + ["--drain-delay", "0.1"])
        #expect(await brief.program.stop() == 0)
        brief.data.remove()
    }

    @Test("asked to end in the moment it says where it is, it does, every time")
    func atOnce() async throws {
        for _ in 0..<5 {
            let site = try await RunningSite(withoutSource)
            for path in ["/heroes", "/favourites"] { try RawConnection(to: site.url).sendKeepAlive("GET \(path)") }
            kill(site.program.id, SIGTERM)
            #expect(await site.program.status() == 0)
            site.data.remove()
        }
    }

    @Test("asked to end while it starts, from when signals are no longer the system's to handle, it does")
    func whileStarting() async throws {
        let data = try TemporaryFolder()
        let program = try Program(Paths.heroes, ["serve", "--port", "0", "--data", data.path] + withoutSource)
        let bit: UInt64 = 1 << UInt64(SIGTERM - 1)
        #expect(try await Wait.until { try Self.masks(program.id).contains { $0 & bit != 0 } })
        kill(program.id, SIGTERM)
        #expect(await program.status() == 0)
        data.remove()
    }

    /// The signals that a process ignores, and those that it catches (proc(5)).
    private static func masks(_ id: pid_t) throws -> [UInt64] {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        return text.matches(of: /Sig(?:Ign|Cgt):\s*([0-9a-f]+)/).compactMap { UInt64($0.1, radix: 16) }
    }

    @Test(
        "a page that never ends is cut when the drain time is over, in a way that shows, and the exit is 0 all the same"
    )
    func cut() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.nobody)) }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--drain-time", "0.2", "--log-level", "notice",
        ])
        var (wire, answer) = try await page(site)
        kill(site.program.id, SIGTERM)
        // A reset is as good as an end without the last chunk.
        while let bytes = try? await wire.receive(), !bytes.isEmpty { answer.take(bytes) }
        #expect(!answer.isEnded)
        #expect(await site.program.status() == 0)
        #expect(await site.program.errorOutput().contains("drain time is over"))
        gate.open()
        site.data.remove()
        upstream.stop()
    }

    @Test("as many connections wait to be accepted as --backlog says", arguments: [3, 12])
    func backlog(_ size: Int) async throws {
        let site = try await RunningSite(withoutSource + ["--backlog", String(size)])
        let port = try #require(site.url.split(separator: ":").last.flatMap { UInt16($0) })
        // A program that stands still accepts nothing; one of its threads tells the others to, which takes a moment.
        kill(site.program.id, SIGSTOP)
        #expect(try await Wait.until { try Self.standsStill(site.program.id) })
        let sockets = (0..<size + 10).map { _ in Socket.startConnecting(to: port) }
        // Linux lets one more in than was asked for (tcp(7), sk_acceptq_is_full).
        #expect(sockets.count(where: isConnected) == size + 1)
        kill(site.program.id, SIGCONT)
        for socket in sockets { close(socket) }
        #expect(try await Curl().send(CurlRequest(url: site.url + "/healthz")).status == 200)
        await site.end()
    }

    /// Whether all threads are stopped: their state comes after the name in brackets (proc(5)).
    private static func standsStill(_ id: pid_t) throws -> Bool {
        let tasks = "/proc/\(id)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { thread in
            // One that has ended since it was listed does nothing either.
            (try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8))?.contains(") T ") ?? true
        }
    }

    private func isConnected(_ socket: Int32) -> Bool {
        var waiting = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        return poll(&waiting, 1, 0) == 1 && waiting.revents == Int16(POLLOUT)
    }

    @Test("a connection over the limit replaces one without a request, or is told so; both are counted")
    func connections() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.nobody)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--connections", "1"])
        let idle = try RawConnection(to: site.url)
        try idle.sendKeepAlive("GET /healthz")
        _ = try await idle.receive()
        var (busy, streamed) = try await page(site)
        let other = try await RawConnection.answer(from: site.url, "GET /healthz")
        #expect(other.status == 503)
        #expect(try await idle.receive().isEmpty)
        gate.open()
        while !streamed.isEnded { streamed.take(try await busy.receive()) }
        let page = String(
            decoding: try await RawConnection.answer(from: site.url, "GET /metrics").content, as: UTF8.self)
        #expect(page.contains("\nheroes_connections_refused_total 1\n"))
        #expect(page.contains("\nheroes_connections_replaced_total 2\n"))
        await site.end()
        upstream.stop()
    }
}
