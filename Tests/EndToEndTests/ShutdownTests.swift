import Foundation
import Support
import Synchronization
import Testing

@Suite("Streaming and stopping", .timeLimit(.minutes(30)))
struct ShutdownTests {
    @Test(
        "on a signal the site accepts no connections, closes idle ones, finishes a page that is being sent, and exits",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func drain(_ signal: Int32) async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { target, _ in .when(gate, .marvel(target)) }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=0", "--log-level", "info"])
        let idle = try RawConnection(to: site.url)
        try idle.sendKeepAlive("GET /healthz")
        #expect(try await !idle.receive().isEmpty)
        let connection = try RawConnection(to: site.url)
        try connection.sendRequest("GET /heroes", ["Accept-Encoding: gzip"])
        var (response, shown) = (RawResponse(), "")
        while !shown.contains("class=\"masthead\"") {
            response.append(try await connection.receive())
            shown = String(decoding: try Gunzip.decompressPartial(response.content), as: UTF8.self)
        }
        #expect(response["content-encoding"] == "gzip")
        #expect(response["transfer-encoding"] == "chunked")
        #expect(!response.isComplete)
        // A closing terminal may send SIGHUP twice.
        for _ in 0..<(signal == SIGHUP ? 5 : 1) { kill(site.program.id, signal) }
        #expect(try await idle.receive().isEmpty)
        #expect(throws: SocketError.self) { try RawConnection(to: site.url) }
        gate.open()
        while case let bytes = try await connection.receive(), !bytes.isEmpty { response.append(bytes) }
        for connection in [connection, idle] { connection.end() }
        let complete = String(decoding: try Gunzip.decompress(response.content), as: UTF8.self)
        #expect(complete.hasPrefix(shown))
        #expect(complete.contains("</html>"))
        #expect(await site.program.status() == 0)
        // The page is logged at its end.
        let line = await site.program.line(matching: /(route=heroes .*)/) ?? ""
        #expect(line.contains("status=200 bytes=\(response.content.count) "), "\(line)")
        #expect(!line.contains("ended"), "\(line)")
        site.data.remove()
        upstream.stop()
    }

    @Test("under nohup SIGHUP does not stop the site")
    func hangup() async throws {
        let program = try Program(
            "/usr/bin/nohup", [Paths.heroes, "serve", "--port", "0", "--ephemeral"] + withoutSource)
        let url = try #require(await program.line(matching: /(http:\/\/[^\/ ]+)/))
        kill(program.id, SIGHUP)
        #expect(try await RawConnection.response(from: url, "GET /healthz").status == 200)
        #expect(await program.stop() == 0)
    }

    @Test("during --drain-delay the site answers and is not ready; a second signal stops it", .timeLimit(.minutes(2)))
    func drainDelay() async throws {
        let site = try await RunningSite(withoutSource + ["--drain-delay", "3600"])
        kill(site.program.id, SIGTERM)
        var ready = RawResponse()
        let isUnready = try await Wait.until {
            ready = try await RawConnection.response(from: site.url, "GET /readyz")
            return ready.text.contains("about to stop")
        }
        #expect(isUnready)
        #expect(ready.status == 503)
        #expect(try await RawConnection.response(from: site.url, "GET /favourites").status == 200)
        kill(site.program.id, SIGTERM)
        #expect(await site.program.status() == 0)
        site.data.remove()
        let delayedSite = try await RunningSite(withoutSource + ["--drain-delay", "0.1"])
        await delayedSite.end()
    }

    @Test("with a socket of the service manager, ten restarts fail no request, and --port does not count")
    func restarts() async throws {
        let (socket, port) = try Socket.listenLoopback()
        let (data, url) = (try TemporaryFolder(), "http://127.0.0.1:\(port)")
        let answered = Counter()
        let clients = (0..<6).map { number in
            Task {
                do {
                    while !Task.isCancelled {
                        try await number < 3 ? Self.expectAnswersOnOneConnection(of: url) : Self.expectPage(of: url)
                        answered.add()
                    }
                } catch  where !Task.isCancelled {
                    Issue.record(error)
                } catch {}  // The last request has no answer, since the socket is closed.
            }
        }
        for _ in 0..<10 {
            // The variable has to name the process, which only the process itself can.
            let command = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve --port 1 --data \"$@\""
            let program = try Program(
                "/bin/sh", ["-c", command, Paths.heroes, data.path, "HEROES_TEST_GRACE=60"] + withoutSource,
                socket: socket)
            #expect(await program.line(matching: /(http:\/\/[^\/ ]+)/) == url)
            let before = answered.count
            #expect(try await Wait.until { answered.count > before + 20 })
            kill(program.id, SIGTERM)
            #expect(await program.status() == 0)
            #expect(await program.errorOutput().contains("ListenStream="))
        }
        for client in clients { client.cancel() }
        close(socket)
        for client in clients { await client.value }
        data.remove()
    }

    private struct Unanswered: Error { let received: String }

    private final class Counter: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock { $0 } }

        func add() { state.withLock { $0 += 1 } }
    }

    /// Sends requests on one connection until the site ends it with a response.
    private static func expectAnswersOnOneConnection(of url: String) async throws {
        let connection = try RawConnection(to: url)
        defer { connection.end() }
        var answer = ""
        while !answer.lowercased().contains("connection: close") {
            try connection.sendKeepAlive("GET /healthz")
            answer = ""
            while !answer.hasSuffix("\r\n\r\nok\n") {
                let bytes = try await connection.receive()
                guard !bytes.isEmpty else { throw Unanswered(received: answer) }
                answer += String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    private static func expectPage(of url: String) async throws {
        let response = try await RawConnection.response(from: url, "GET /favourites")
        guard response.status == 200 else { throw Unanswered(received: response.text) }
    }

    @Test("a signal during the start stops the site")
    func signalDuringStart() async throws {
        let data = try TemporaryFolder()
        let program = try Program(Paths.heroes, ["serve", "--port", "0", "--data", data.path] + withoutSource)
        // Ignored or caught (proc(5)).
        let isCaught = try await Wait.until {
            let text = try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
            return text.matches(of: /Sig(?:Ign|Cgt):\s*([0-9a-f]+)/).contains {
                UInt64($0.1, radix: 16).map { $0 & 1 << UInt64(SIGTERM - 1) != 0 } ?? false
            }
        }
        #expect(isCaught)
        kill(program.id, SIGTERM)
        #expect(await program.status() == 0)
        data.remove()
    }
}
