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

@Suite("Access log", .timeLimit(.minutes(30)))
struct AccessLogTests {
    private static let logging = ["--log-level", "info"]

    /// Returns the next line of the access log that is about a request.
    private func line(_ site: RunningSite) async -> String {
        await site.program.line(matching: /(.*(?:time=|"time":).*)/) ?? ""
    }

    private func value(_ name: String, in line: String) -> String? {
        line.split(separator: " ").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test("each request is logged with its ID, route, status, size, duration and cache status")
    func loggedFields() async throws {
        let site = try await RunningSite(Self.logging)
        for (request, route, status, cache) in [
            ("GET /heroes", "heroes", "200", "miss"), ("GET /heroes", "heroes", "200", "fresh"),
            ("GET /heroes?q=spi", "search", "200", "miss"), ("HEAD /heroes", "heroes", "200", "fresh"),
            ("GET /heroes/1009610", "hero", "301", nil), ("GET /nowhere", "unknown", "404", "none"),
            ("POST /heroes", "heroes", "405", "none"), ("GET /static/site.css", "file", "200", "none"),
            ("GET /images/characters/1009610/portrait_uncanny.svg", "image", "200", "none"),
            ("GET /healthz", "health", "200", "none"),
        ] {
            let response = try await RawConnection.response(from: site.url, request)
            let line = await line(site)
            #expect(value("route", in: line) == route && value("status", in: line) == status, "\(line)")
            if let cache { #expect(value("cache", in: line) == cache, "\(line)") }
            #expect(value("method", in: line).map { request.hasPrefix($0 + " ") } == true, "\(line)")
            #expect(value("bytes", in: line) == String(response.content.count), "\(line)")
            #expect(value("client", in: line) == "127.0.0.1", "\(line)")
            #expect(value("ms", in: line).flatMap(Double.init).map { $0 >= 0 } == true, "\(line)")
            #expect(value("id", in: line) == response["x-request-id"], "\(line)")
            #expect(line.hasPrefix("time=20"), "\(line)")
        }
        await site.end()
    }

    @Test("a streamed page is logged at its end, with all of its bytes and its duration")
    func streamed() async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.emptyList)) }
        let site = try await RunningSite(Self.logging + ["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let connection = try RawConnection(to: site.url)
        try connection.sendRequest("GET /heroes")
        var response = RawResponse()
        response.append(try await connection.receive())
        gate.open()
        while !response.isComplete { response.append(try await connection.receive()) }
        let line = await line(site)
        #expect(value("bytes", in: line) == String(response.content.count), "\(line)")
        #expect(value("status", in: line) == "200" && value("ended", in: line) == nil)
        await site.end()
        upstream.stop()
    }

    @Test("a response that the client aborts is logged as cut, and the error contains the request ID")
    func aborted() async throws {
        struct Disconnected: Error {}
        var descriptors: [Int32] = [-1, -1]
        try #require(pipe(&descriptors) == 0)
        let log = LogStream(descriptor: descriptors[1]) { _ in }
        let observer = RequestLogger(log: log)
        let handler = observer.logging { _ in
            Response(
                body: .stream { writer in
                    try await writer.write([1, 2, 3])
                    try await writer.write([4])
                })
        }
        let response = await handler(Request(target: "/", fields: [RequestIDs.field: "cut-1"]))
        guard case .stream(let produce) = response.body else { throw Disconnected() }
        let parts = Mutex(0)
        let writer = BodyWriter { _ in
            let count = parts.withLock { parts in
                parts += 1
                return parts
            }
            if count == 2 { throw Disconnected() }
        }
        let error = await #expect(throws: TruncatedResponse.self) { try await produce(writer) }
        #expect(error?.description.contains("cut-1") == true)
        log.stop()
        close(descriptors[1])
        let line = String(decoding: FileHandle(fileDescriptor: descriptors[0]).readDataToEndOfFile(), as: UTF8.self)
        close(descriptors[0])
        #expect(value("bytes", in: line) == "3" && line.hasSuffix("ended=cut\n") && value("id", in: line) == "cut-1")
    }

    @Test(
        "a valid request ID of the client is used in the response and the log",
        arguments: ["a", "AZaz09._-", String(repeating: "x", count: 64)])
    func clientRequestID(_ id: String) async throws {
        let site = try await RunningSite(withoutSource + Self.logging)
        let response = try await RawConnection.response(from: site.url, "GET /healthz", ["X-Request-ID: \(id)"])
        #expect(response["x-request-id"] == id)
        #expect(value("id", in: await line(site)) == id)
        await site.end()
    }

    @Test("invalid request IDs are replaced, and generated ones are unique")
    func generatedRequestIDs() {
        func id(_ values: [String]) -> String {
            var request = Request(target: "/")
            for value in values { request.fields.append(.init(name: RequestIDs.field, value: value)) }
            return RequestIDs.id(of: request)
        }
        for values in [[], [""], [String(repeating: "x", count: 65)], ["a b"], ["a\"b"], ["é"], ["a=b"], ["a", "b"]] {
            #expect(id(values).wholeMatch(of: /[0-9a-z]{13}/) != nil, "\(values)")
        }
        #expect(id(["ok-1"]) == "ok-1")
        #expect(Set((0..<10_000).map { _ in RequestIDs.makeID() }).count == 10_000)
    }

    @Test("cookies, search terms and transfer codes are never logged")
    func secrets() async throws {
        let site = try await RunningSite(Self.logging + ["--access-log", "text"])
        let cookie = "Cookie: visitor=00112233445566778899aabbccddeeff"
        for path in ["/heroes?q=secret", "/favourites/move?code=secret"] {
            _ = try await RawConnection.response(from: site.url, "GET \(path)", [cookie])
            let line = await line(site)
            #expect(line.contains("path=\(path.prefix { $0 != "?" }) "), "\(line)")
            #expect(!line.contains("secret") && !line.contains("aabbcc"), "\(line)")
        }
        await site.end()
    }

    @Test("with --access-log json each line is an object with the same fields")
    func json() async throws {
        let site = try await RunningSite(Self.logging + ["--access-log", "json"])
        _ = try await RawConnection.response(from: site.url, "GET /heroes/%22x%22\"y")
        let line = await line(site)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "time", "id", "client", "method", "route", "path", "status", "bytes", "ms", "cache",
            ])
        #expect(object["status"] as? Int != nil && object["ms"] as? Double != nil)
        await site.end()
    }

    @Test("the client's address is read from a trusted proxy's X-Forwarded-For, and from no other")
    func clientAddress() async throws {
        let site = try await RunningSite(withoutSource + Self.logging + ["--trusted-proxy", "127.0.0.1"])
        for (field, expected) in [
            ("192.0.2.7", "192.0.2.7"), ("192.0.2.1, 2001:db8::1", "2001:db8::1"), ("nobody", "127.0.0.1"),
        ] {
            _ = try await RawConnection.response(from: site.url, "GET /healthz", ["X-Forwarded-For: " + field])
            #expect(value("client", in: await line(site)) == expected)
        }
        await site.end()
        let siteWithoutProxy = try await RunningSite(withoutSource + Self.logging)
        _ = try await RawConnection.response(from: siteWithoutProxy.url, "GET /healthz", ["X-Forwarded-For: 192.0.2.7"])
        #expect(value("client", in: await line(siteWithoutProxy)) == "127.0.0.1")
        await siteWithoutProxy.end()
    }

    @Test(
        "a request with control characters and a long path is logged in one line of limited length",
        arguments: AccessLogEntry.Format.allCases)
    func hostileRequest(_ form: AccessLogEntry.Format) throws {
        let line = AccessLogEntry(
            time: 1_700_000_000_123_000_000, id: "x", client: "::1", method: "G\nET", route: 0,
            path: "/a\r\n\u{1B}[2J\"\\é=" + String(repeating: "y", count: 20_000), status: 404, bytes: 1,
            nanoseconds: 1_234_567, cache: .none)
        let bytes = line.bytes(form)
        #expect(bytes.count < 2000)
        #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { (0x20...0x7E).contains($0) })
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("2023-11-14T22:13:20.123Z") && text.contains("1.234"))
        if form == .json { _ = try JSONSerialization.jsonObject(with: Data(bytes)) }
    }

    @Test("a slow reader of the log delays nothing; lost lines are counted, and reported when it reads again")
    func slowReader() async throws {
        var descriptors: [Int32] = [-1, -1]
        try #require(pipe(&descriptors) == 0)
        let reported = Mutex(0)
        let log = LogStream(descriptor: descriptors[1], byteLimit: 64 * 1024) { count in
            reported.withLock { $0 += count }
        }
        let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
        // Pipe and buffers hold less than this together, so the remaining lines are dropped however fast the writer is.
        for _ in 0..<10_000 { log.append(line) }
        #expect(log.droppedLines > 5_000)
        let reading = Task.detached { [descriptor = descriptors[0]] in
            var (bytes, buffer) = (0, [UInt8](repeating: 0, count: 65536))
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += count }
            return bytes
        }
        log.stop()
        close(descriptors[1])
        let bytes = await reading.value
        close(descriptors[0])
        #expect(bytes / 100 + log.droppedLines == 10_000)
        #expect(reported.withLock { $0 } == log.droppedLines)
    }

    @Test("lost lines are reported at once, then rarely, and in total at the end")
    func lostLines() async throws {
        let reported = Mutex<[Int]>([])
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let log = LogStream(descriptor: full, reportInterval: .seconds(3600)) { count in
            reported.withLock { $0.append(count) }
        }
        for count in 1...20 {
            log.append([UInt8(ascii: "\n")])
            #expect(try await Wait.until { log.droppedLines == count })
        }
        log.stop()
        let counts = reported.withLock { $0 }
        #expect(counts.count == 2 && counts.reduce(0, +) == 20, "\(counts)")
        #expect(log.droppedLines == 20)
    }

    @Test("a line does not continue an incomplete one")
    func incompleteLine() async throws {
        var descriptors: [Int32] = [-1, -1]
        try #require(pipe(&descriptors) == 0)
        // A pipe holds this many bytes (pipe(7)), and then refuses more, as a full disk does.
        let size = 65_536
        _ = fcntl(descriptors[1], F_SETFL, O_NONBLOCK)
        let log = LogStream(descriptor: descriptors[1]) { _ in }
        log.append(Array(String(repeating: "x", count: size + 1000).utf8) + [UInt8(ascii: "\n")])
        #expect(try await Wait.until { log.droppedLines > 0 })
        var bytes = [UInt8](repeating: 0, count: size)
        #expect(read(descriptors[0], &bytes, size) == size)
        log.append(Array("next\n".utf8))
        log.stop()
        close(descriptors[1])
        let remainder = FileHandle(fileDescriptor: descriptors[0]).readDataToEndOfFile()
        close(descriptors[0])
        #expect(String(decoding: remainder, as: UTF8.self) == "\nnext\n")
        #expect(log.droppedLines == 1)
    }

    @Test("if standard error is not read, requests are answered and the site stops on SIGTERM")
    func blockedErrors() async throws {
        let errors = try TemporaryFolder()
        defer { errors.remove() }
        let pipe = errors.path + "/errors"
        try #require(mkfifo(pipe, 0o600) == 0)
        // The pipe is open for reading, but never read.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let site = try await RunningSite(withoutSource + Self.logging, errorFile: pipe)
        // Each writes over 100 bytes, and a pipe holds 64 KiB.
        for _ in 0..<700 {
            #expect(try await RawConnection.response(from: site.url, "GET /healthz", ["no field"]).status == 400)
        }
        #expect(try await RawConnection.response(from: site.url, "GET /healthz").status == 200)
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    @Test("log messages contain no control characters")
    func controlCharacters() {
        #expect("a\r\nb\u{1B}[2Jc\u{85}d\u{7F}é".replacingControlCharacters == "a  b [2Jc d é")
    }

    @Test("a timeout is logged without the query")
    func timeout() {
        let reported = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in CallbackLogHandler { line in reported.withLock { $0.append(line) } } }
        logger.serverEvents(.handlerTimedOut(peer: "127.0.0.1", target: "/heroes?q=embarrassing"))
        #expect(reported.withLock { $0.count == 1 && $0[0].contains("/heroes") && !$0[0].contains("embarrassing") })
    }
}

/// Passes log messages to a closure.
struct CallbackLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { write("\(event.message) \(event.metadata ?? [:])") }
}
