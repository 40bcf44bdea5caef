import Curl
import Foundation
import HTTP
import Heroes
import Logging
import Server
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("What is written down of requests", .timeLimit(.minutes(30)))
struct AccessLogTests {
    private static let logging = ["--log-level", "info"]

    /// The next line of the access log that is about a request.
    private func line(_ site: RunningSite) async -> String {
        await site.program.line(matching: /(.*(?:time=|"time":).*)/) ?? ""
    }

    private func value(_ name: String, in line: String) -> String? {
        line.split(separator: " ").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test("each answered request is a line: its name, route, status, bytes, time, and what the cache had")
    func lines() async throws {
        let site = try await RunningSite(Self.logging)
        for (request, route, status, cache) in [
            ("GET /heroes", "heroes", "200", "miss"), ("GET /heroes", "heroes", "200", "fresh"),
            ("GET /heroes?q=spi", "search", "200", "miss"), ("HEAD /heroes", "heroes", "200", "fresh"),
            ("GET /heroes/1009610", "hero", "301", nil), ("GET /nowhere", "unknown", "404", "none"),
            ("POST /heroes", "heroes", "405", "none"), ("GET /static/site.css", "file", "200", "none"),
            ("GET /images/characters/1009610/portrait_uncanny.svg", "image", "200", "none"),
            ("GET /healthz", "health", "200", "none"),
        ] {
            let answer = try await RawConnection.answer(from: site.url, request)
            let line = await line(site)
            #expect(value("route", in: line) == route && value("status", in: line) == status, "\(line)")
            if let cache { #expect(value("cache", in: line) == cache, "\(line)") }
            #expect(value("method", in: line).map { request.hasPrefix($0 + " ") } == true, "\(line)")
            #expect(value("bytes", in: line) == String(answer.content.count), "\(line)")
            #expect(value("client", in: line) == "127.0.0.1", "\(line)")
            #expect(value("ms", in: line).flatMap(Double.init).map { $0 >= 0 } == true, "\(line)")
            #expect(value("id", in: line) == answer["x-request-id"], "\(line)")
            #expect(line.hasPrefix("time=20"), "\(line)")
        }
        await site.end()
    }

    @Test("a page that is due to be renewed is told as stale")
    func stale() async throws {
        let site = try await RunningSite(Self.logging + ["HEROES_TEST_STALE=list"])
        for _ in 0..<2 { _ = try await RawConnection.answer(from: site.url, "GET /heroes") }
        #expect(value("cache", in: await line(site)) == "miss")
        #expect(value("cache", in: await line(site)) == "stale")
        await site.end()
    }

    @Test("a page that is sent while it is made has its line at its end, with all of its bytes and its time")
    func streamed() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.nobody)) }
        let site = try await RunningSite(Self.logging + ["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let wire = try RawConnection(to: site.url)
        try wire.ask("GET /heroes")
        var answer = RawResponse()
        answer.take(try await wire.receive())
        gate.open()
        while !answer.isEnded { answer.take(try await wire.receive()) }
        let line = await line(site)
        #expect(value("bytes", in: line) == String(answer.content.count), "\(line)")
        #expect(value("status", in: line) == "200" && value("ended", in: line) == nil)
        await site.end()
        upstream.stop()
    }

    @Test("a client that leaves in the middle of a page is told as such, and the request's name in the error")
    func cut() async throws {
        struct Gone: Error {}
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let log = LogStream(descriptor: ends[1]) { _ in }
        let logger = RequestLogger(log: log)
        let handler = logger.logging { _ in
            Response(
                body: .stream { writer in
                    try await writer.write([1, 2, 3])
                    try await writer.write([4])
                })
        }
        let response = await handler(Request(target: "/", fields: [RequestIDs.field: "cut-1"]))
        guard case .stream(let produce) = response.body else { throw Gone() }
        let parts = Mutex(0)
        let writer = BodyWriter { _ in
            let count = parts.withLock { parts in
                parts += 1
                return parts
            }
            if count == 2 { throw Gone() }
        }
        let error = await #expect(throws: TruncatedResponse.self) { try await produce(writer) }
        #expect(error?.description.contains("cut-1") == true)
        log.stop()
        close(ends[1])
        let line = String(decoding: FileHandle(fileDescriptor: ends[0]).readDataToEndOfFile(), as: UTF8.self)
        close(ends[0])
        #expect(value("bytes", in: line) == "3" && line.hasSuffix("ended=cut\n") && value("id", in: line) == "cut-1")
    }

    @Test(
        "a request keeps the name that it comes with where that is one, in its answer and its line",
        arguments: ["a", "AZaz09._-", String(repeating: "x", count: 64)])
    func given(_ id: String) async throws {
        let site = try await RunningSite(withoutSource + Self.logging)
        let answer = try await RawConnection.answer(from: site.url, "GET /healthz", ["X-Request-ID: \(id)"])
        #expect(answer["x-request-id"] == id)
        #expect(value("id", in: await line(site)) == id)
        await site.end()
    }

    @Test("names that are none are replaced, and fresh ones differ")
    func fresh() {
        func id(_ given: [String]) -> String {
            var request = Request(target: "/")
            for given in given { request.fields.append(.init(name: RequestIDs.field, value: given)) }
            return RequestIDs.id(of: request)
        }
        for given in [[], [""], [String(repeating: "x", count: 65)], ["a b"], ["a\"b"], ["é"], ["a=b"], ["a", "b"]] {
            #expect(id(given).wholeMatch(of: /[0-9a-z]{13}/) != nil, "\(given)")
        }
        #expect(id(["ok-1"]) == "ok-1")
        #expect(Set((0..<10_000).map { _ in RequestIDs.makeID() }).count == 10_000)
    }

    @Test("the cause of an error is logged with the request's name, and not shown")
    func cause() async throws {
        let upstream = try LoopbackUpstream { _, _ in .reset() }
        let site = try await RunningSite(["--source", upstream.url, "HEROES_TEST_PATIENCE=5000"])
        let answer = try await RawConnection.answer(from: site.url, "GET /heroes?q=secret", ["X-Request-ID: trouble-7"])
        #expect(answer.status == 502 && answer["x-request-id"] == "trouble-7")
        let cause = try #require(await site.program.errorLine(matching: /(.*id=trouble-7.*)/))
        #expect(cause.contains("warning"))
        // As the access log has it, so that both can be put in order.
        #expect(cause.prefixMatch(of: #/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ /#) != nil, "\(cause)")
        await site.end()
        upstream.stop()
    }

    @Test("neither cookies nor what visitors search for is written down unless asked, and codes never")
    func secrets() async throws {
        let site = try await RunningSite(Self.logging + ["--access-log", "text"])
        let cookie = "Cookie: visitor=00112233445566778899aabbccddeeff"
        _ = try await RawConnection.answer(from: site.url, "GET /heroes?q=embarrassing", [cookie])
        let plain = await line(site)
        #expect(plain.contains("path=/heroes ") && !plain.contains("embarrassing") && !plain.contains("aabbcc"))
        await site.end()
        let asked = try await RunningSite(Self.logging + ["--log-queries"])
        _ = try await RawConnection.answer(from: asked.url, "GET /heroes?q=spi", [cookie])
        let query = await line(asked)
        #expect(query.contains("path=\"/heroes?q=spi\"") && !query.contains("aabbcc"))
        for query in ["code=7Q2MX-0TB4K", "code=7Q2MX-0TB4K.", "code=7Q2MX-0TB4K&code=7Q2MX-0TB4K"] {
            _ = try await RawConnection.answer(from: asked.url, "GET /favourites/move?\(query)", [cookie])
            let code = await line(asked)
            #expect(code.contains("path=/favourites/move ") && !code.contains("7Q2MX"))
        }
        await asked.end()
    }

    @Test("as JSON each line is an object with the same names")
    func json() async throws {
        let site = try await RunningSite(Self.logging + ["--access-log", "json"])
        _ = try await RawConnection.answer(from: site.url, "GET /heroes/%22x%22\"y")
        let line = await line(site)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "time", "id", "client", "method", "route", "path", "status", "bytes", "ms", "cache",
            ])
        #expect(object["status"] as? Int != nil && object["ms"] as? Double != nil)
        await site.end()
    }

    @Test(
        "there are no lines with the log off, nor where info is not told",
        arguments: [["--access-log", "off"], ["--log-level", "notice"]])
    func off(_ options: [String]) async throws {
        let site = try await RunningSite(withoutSource + Self.logging + options)
        _ = try await RawConnection.answer(from: site.url, "GET /healthz")
        _ = await site.program.stop()
        #expect(await site.program.line(matching: /(time=.*)/) == nil)
        site.data.remove()
    }

    @Test("a request that the server refuses is a line, too")
    func refused() async throws {
        let site = try await RunningSite(withoutSource + Self.logging)
        _ = try await RawConnection.answer(from: site.url, "GET /heroes", ["Host: again"])
        let line = await line(site)
        #expect(value("route", in: line) == "refused" && value("status", in: line) == "400", "\(line)")
        await site.end()
    }

    @Test("behind a proxy the line tells whom the proxy names, and nobody else's word is taken")
    func client() async throws {
        let site = try await RunningSite(withoutSource + Self.logging + ["--trusted-proxy", "127.0.0.1"])
        for (named, told) in [
            ("192.0.2.7", "192.0.2.7"), ("192.0.2.1, 2001:db8::1", "2001:db8::1"), ("nobody", "127.0.0.1"),
        ] {
            _ = try await RawConnection.answer(from: site.url, "GET /healthz", ["X-Forwarded-For: " + named])
            #expect(value("client", in: await line(site)) == told)
        }
        await site.end()
        let alone = try await RunningSite(withoutSource + Self.logging)
        _ = try await RawConnection.answer(from: alone.url, "GET /healthz", ["X-Forwarded-For: 192.0.2.7"])
        #expect(value("client", in: await line(alone)) == "127.0.0.1")
        await alone.end()
    }

    @Test(
        "whatever is in a request, its line is one line, and of bearable length",
        arguments: AccessLogEntry.Format.allCases)
    func hostile(_ format: AccessLogEntry.Format) throws {
        let line = AccessLogEntry(
            time: 1_700_000_000_123_000_000, id: "x", client: "::1", method: "G\nET", route: 0,
            path: "/a\r\n\u{1B}[2J\"\\é=" + String(repeating: "y", count: 20_000), status: 404, bytes: 1,
            nanoseconds: 1_234_567, cache: .none)
        let bytes = line.bytes(format)
        #expect(bytes.count < 2000)
        #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { (0x20...0x7E).contains($0) })
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("2023-11-14T22:13:20.123Z") && text.contains("1.234"))
        if format == .json { _ = try JSONSerialization.jsonObject(with: Data(bytes)) }
    }

    @Test("a reader that does not read holds nobody up; lines it missed are counted, and said once it reads")
    func slowReader() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let said = Mutex(0)
        let log = LogStream(descriptor: ends[1], byteLimit: 64 * 1024) { count in said.withLock { $0 += count } }
        let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
        // Pipe and buffers hold less than this together, so the rest has no room whatever the writer has done.
        for _ in 0..<10_000 { log.append(line) }
        #expect(log.droppedLines > 5_000)
        let reading = Task.detached { [end = ends[0]] in
            var (bytes, buffer) = (0, [UInt8](repeating: 0, count: 65536))
            while case let count = read(end, &buffer, buffer.count), count > 0 { bytes += count }
            return bytes
        }
        log.stop()
        close(ends[1])
        let bytes = await reading.value
        close(ends[0])
        #expect(bytes / 100 + log.droppedLines == 10_000)
        #expect(said.withLock { $0 } == log.droppedLines)
    }

    @Test("however often lines are lost, it is said at once, not again for some time, and with the sum at the end")
    func lost() async throws {
        let said = Mutex<[Int]>([])
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let log = LogStream(descriptor: full) { count in said.withLock { $0.append(count) } }
        for count in 1...20 {
            log.append([UInt8(ascii: "\n")])
            #expect(try await Wait.until { log.droppedLines == count })
        }
        log.stop()
        let counts = said.withLock { $0 }
        #expect(counts.count == 2 && counts.reduce(0, +) == 20, "\(counts)")
        #expect(log.droppedLines == 20)
    }

    @Test("a line whose end was lost is not the beginning of the next one")
    func halves() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // A pipe takes so much (pipe(7)), and then no more, as a full disk does.
        let size = 65_536
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let log = LogStream(descriptor: ends[1]) { _ in }
        log.append(Array(String(repeating: "x", count: size + 1000).utf8) + [UInt8(ascii: "\n")])
        #expect(try await Wait.until { log.droppedLines > 0 })
        var bytes = [UInt8](repeating: 0, count: size)
        #expect(read(ends[0], &bytes, size) == size)
        log.append(Array("next\n".utf8))
        log.stop()
        close(ends[1])
        let rest = FileHandle(fileDescriptor: ends[0]).readDataToEndOfFile()
        close(ends[0])
        #expect(String(decoding: rest, as: UTF8.self) == "\nnext\n")
        #expect(log.droppedLines == 1)
    }

    @Test("where nobody reads standard error, malformed requests hold nobody up, and the site ends when asked to")
    func unreadErrors() async throws {
        let errors = try TemporaryFolder()
        defer { errors.remove() }
        let pipe = errors.path + "/errors"
        try #require(mkfifo(pipe, 0o600) == 0)
        // Somebody has it open, and reads nothing.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let site = try await RunningSite(withoutSource + Self.logging, errorFile: pipe)
        // Over 100 bytes each, of the 64 KiB that a pipe takes.
        for _ in 0..<700 {
            #expect(try await RawConnection.answer(from: site.url, "GET /healthz", ["no field"]).status == 400)
        }
        #expect(try await RawConnection.answer(from: site.url, "GET /healthz").status == 200)
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    @Test("what is said holds no line of its own, whatever it is about")
    func printable() {
        #expect("a\r\nb\u{1B}[2Jc\u{85}d\u{7F}é".replacingControlCharacters == "a  b [2Jc d é")
    }

    @Test("a server's own errorFile hold no query")
    func timeout() {
        let said = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in SayingLogHandler { line in said.withLock { $0.append(line) } } }
        logger.serverEvents(.handlerTimedOut(peer: "127.0.0.1", target: "/heroes?q=embarrassing"))
        #expect(said.withLock { $0.count == 1 && $0[0].contains("/heroes") && !$0[0].contains("embarrassing") })
    }
}

/// Hands on what is logged.
struct SayingLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let say: @Sendable (String) -> Void

    init(_ say: @escaping @Sendable (String) -> Void) { self.say = say }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { say("\(event.message) \(event.metadata ?? [:])") }
}
