import Foundation
import HTTP
import HTTPTypes
import Logging
import Server
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("Access log and log")
struct LogTests {
    /// A pipe whose reading end is drained at the end.
    private struct Pipe {
        private var descriptors: [Int32] = [-1, -1]
        var writer: Int32 { descriptors[1] }

        init() throws { try #require(pipe(&descriptors) == 0) }

        func closeWriter() { close(descriptors[1]) }

        /// Returns what is written until the writing end is closed.
        func content() -> String {
            defer { close(descriptors[0]) }
            let content = FileHandle(fileDescriptor: descriptors[0]).readDataToEndOfFile()
            return String(decoding: content, as: UTF8.self)
        }
    }

    @Test("a response that the client aborts is logged as cut, and the error contains the request ID")
    func aborted() async throws {
        struct Disconnected: Error {}
        let pipe = try Pipe()
        let log = LogStream(descriptor: pipe.writer)
        let handler = RequestLogger(log: log).logging { _ in
            Response(
                body: .stream { writer in
                    try await writer.write([1, 2, 3])
                    try await writer.write([4])
                })
        }
        let response = await handler(Request(target: "/", fields: [RequestIDs.field: "cut-1"]))
        guard case .stream(let produce) = response.body else { throw Disconnected() }
        let writer = BodyWriter { bytes in if bytes == [4] { throw Disconnected() } }
        let error = await #expect(throws: TruncatedResponse.self) { try await produce(writer) }
        #expect(error?.description.contains("cut-1") == true)
        log.stop()
        pipe.closeWriter()
        let line = pipe.content()
        #expect(line.contains(" id=cut-1 "), "\(line)")
        #expect(line.contains(" bytes=3 "), "\(line)")
        #expect(line.hasSuffix(" ended=cut\n"), "\(line)")
    }

    @Test("a refused request is logged with the bytes and the time of its response, and the id that the response has")
    func refused() throws {
        let pipe = try Pipe()
        let log = LogStream(descriptor: pipe.writer)
        let reasons = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in CallbackLogHandler { line in reasons.withLock { $0.append(line) } } }
        let page = RequestLogger(log: log).logging(
            { Response(status: $0.status, body: .bytes(Array(repeating: 0x61, count: 3232))) }, errors: logger)
        let refusal = Refusal(.badRequest, .invalid("no Host"), peer: "192.0.2.7", milliseconds: 1500)
        let response = page(refusal)
        log.stop()
        pipe.closeWriter()
        let (line, id) = (pipe.content(), try #require(response.fields[RequestIDs.field]))
        for part in [" id=\(id) ", " client=192.0.2.7 ", " route=refused ", " status=400 bytes=3232 ms=1500.000 "] {
            #expect(line.contains(part), "\(line)")
        }
        #expect(reasons.withLock { $0.contains { $0.contains(id) && $0.contains("no Host") } })
    }

    @Test("warnings have their priority if standard error is the journal, and every line of JSON logs is an object")
    func formats() async throws {
        let data = try TemporaryFolder()
        let file = data.path + "/journal"
        // systemd names the device and the inode of the stream.
        let command = """
            exec 2>"$1"; export JOURNAL_STREAM=$(stat -c %d:%i "$1"); shift
            exec "$0" serve --port 0 --ephemeral --source http://127.0.0.1:1 "$@"
            """
        for (options, isJSON) in [(["--access-log", "json"], true), ([], false)] {
            let program = try Program("/bin/sh", ["-c", command, Paths.heroes, file] + options)
            let first = await program.line(matching: /(.*http:\/\/.*)/) ?? ""
            let url = String(try #require(first.firstMatch(of: /http:\/\/[^\/ "]+/)).output)
            _ = try await RawConnection.response(from: url, "GET /readyz")
            #expect(await program.stop() == 0)
            let output = [first] + (await program.remainingOutput()).split(separator: "\n").map(String.init)
            let errors = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            #expect(errors.contains { $0.hasPrefix("<4>") && $0.contains("not ready") }, "\(errors)")
            #expect(errors.allSatisfy { $0.hasPrefix("<") }, "\(errors)")
            guard isJSON else { continue }
            #expect(output.count > 1)
            for line in output + errors.map({ String($0.dropFirst(3)) }) {
                #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
            }
        }
        let failing = try Program(
            "/bin/sh", ["-c", command, Paths.heroes, file, "--access-log", "json", "--resources", "/nowhere"])
        #expect(await failing.status() == 64)
        let message = try String(contentsOfFile: file, encoding: .utf8)
        #expect(message.hasPrefix("<2>{"), "\(message)")
        #expect(message.split(separator: "\n").count == 1, "\(message)")
        data.remove()
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
        #expect(id([String(repeating: "x", count: 64)]).count == 64)
        #expect(Set((0..<10_000).map { _ in RequestIDs.makeID() }).count == 10_000)
    }

    @Test(
        "a request with control characters and a long path is logged in one line of limited length",
        arguments: [LogFormat.text, .json])
    func hostileRequest(_ form: LogFormat) throws {
        let line = AccessLogEntry(
            time: 1_700_000_000_123_000_000, id: "x", client: "::1", method: "G\nET", route: 0,
            path: "/a\r\n\u{1B}[2J\"\\é=\u{202E}\u{85}" + String(repeating: "y", count: 20_000), status: 404, bytes: 1,
            nanoseconds: 1_234_567, cache: .none)
        let bytes = line.bytes(form)
        #expect(bytes.count < 2000)
        #expect(bytes.last == UInt8(ascii: "\n"))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        #expect(!text.contains("\u{202E}"))
        for phrase in ["2023-11-14T22:13:20.123Z", "1.234"] { #expect(text.contains(phrase)) }
        guard form == .json else { return }
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
        let names = ["time", "id", "client", "method", "route", "path", "status", "bytes", "ms", "cache"]
        #expect(Set(object.keys) == Set(names))
        #expect(object["status"] as? Int == 404)
        #expect((object["path"] as? String)?.hasPrefix("/a\r\n\u{1B}[2J\"\\é=\u{202E}\u{85}yy") == true)
    }

    @Test("a slow reader of the log delays nothing, and lost lines are counted")
    func slowReader() async throws {
        let pipe = try Pipe()
        let log = LogStream(descriptor: pipe.writer, byteLimit: 64 * 1024)
        let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
        // Pipe and buffers hold less than this together, so the remaining lines are dropped however fast the writer is.
        for _ in 0..<10_000 { log.append(line) }
        #expect(log.droppedLines > 5_000)
        async let content = Task.detached { pipe.content() }.value
        log.stop()
        pipe.closeWriter()
        #expect(await content.utf8.count / 100 + log.droppedLines == 10_000)
    }

    @Test("lines that cannot be written are counted")
    func fullDisk() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let log = LogStream(descriptor: full)
        for _ in 0..<3 { log.append(Array("a\n".utf8)) }
        log.stop()
        #expect(log.droppedLines == 3)
    }

    @Test("log messages contain no control characters, and no query of a request that timed out")
    func messages() {
        #expect("a\r\nb\u{1B}[2Jc\u{85}d\u{7F}é".replacingControlCharacters == "a  b [2Jc d é")
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in CallbackLogHandler { line in lines.withLock { $0.append(line) } } }
        let request = Request(target: "/heroes?q=embarrassing")
        logger.log(Refusal(.serviceUnavailable, .handlerTimeout, request: request, peer: "127.0.0.1"), id: "a")
        #expect(lines.withLock { $0.count == 1 && $0[0].contains("/heroes") && !$0[0].contains("embarrassing") })
    }
}

/// Passes log messages to a closure.
private struct CallbackLogHandler: LogHandler {
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

@Suite("Metrics, health and readiness")
struct OperationsTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("operations pages are for GET and HEAD, and metrics for loopback and the configured addresses")
    func access() async throws {
        for (peer, method, target, host, field, status) in [
            ("127.0.0.1", "GET", "/metrics", "127.0.0.1:8080", nil, 200),
            ("127.8.0.1", "GET", "/metrics?format=x", "localhost", nil, 200),
            ("::1", "HEAD", "/metrics/", "[::1]:8080", nil, 200), ("", "GET", "/metrics", "127.0.0.1", nil, nil),
            ("10.0.0.5", "GET", "/metrics", "127.0.0.1", nil, 200),
            ("10.0.1.5", "GET", "/metrics", "localhost", nil, nil),
            ("127.0.0.1", "POST", "/metrics", "127.0.0.1", nil, 405),
            ("10.0.1.5", "DELETE", "/readyz", "127.0.0.1", nil, 405),
            ("10.0.1.5", "GET", "/readyz/?x", "heroes.example", nil, 200),
            ("10.0.1.5", "GET", "/healthz", "heroes.example", "Via", 200),
            ("127.0.0.1", "GET", "/metrics/more", "127.0.0.1", nil, nil), ("::1", "GET", "/healthz//", "::1", nil, nil),
            ("127.0.0.1", "GET", "/", "127.0.0.1", nil, nil), ("127.0.0.1", "GET", "*", "127.0.0.1", nil, nil),
            // From a proxy, or from a page of another site.
            ("127.0.0.1", "GET", "/metrics", "heroes.example", nil, nil),
            ("127.0.0.1", "GET", "/metrics", "127.0.0.1", "X-Forwarded-For", nil),
            ("127.0.0.1", "GET", "/metrics", "127.0.0.1", "Forwarded", nil),
            ("127.0.0.1", "GET", "/metrics", "127.0.0.1", "X-Real-IP", nil),
            ("127.0.0.1", "GET", "/metrics", "127.0.0.1", "Via", nil),
        ] as [(String, String, String, String, String?, Int?)] {
            let pages = OperationsPages(
                metrics: { "x 1\n" }, readiness: Readiness([], logger: Self.silent),
                readers: [try #require(AddressRange("10.0.0.0/24"))])
            var request = Request(method: try #require(.init(method)), target: target, peer: peer)
            request.fields[try #require(HTTPField.Name("Host"))] = host
            if let field { request.fields[try #require(HTTPField.Name(field))] = "192.0.2.7" }
            let response = await pages.respond(to: request)
            #expect(response?.status.code == status, "\(peer) \(method) \(host) \(target)")
            if let response { #expect(response.fields[.cacheControl] == "no-store") }
        }
    }

    @Test("metrics are in Prometheus' text format")
    func format() {
        var page = PrometheusText()
        page.add("a_total", .counter, "Calls.", 3)
        page.add("b", .gauge, "States.", by: "state", [("on", 1), ("off", 0)])
        page.add("none", .gauge, "Nothing.", by: "x", [])
        page.add("c", "Times.", bounds: [0.5, 1], [(labels: [("route", "x")], counts: [1, 2, 3], sum: 7.25)])
        #expect(
            page.text == """
                # HELP a_total Calls.
                # TYPE a_total counter
                a_total 3
                # HELP b States.
                # TYPE b gauge
                b{state="on"} 1
                b{state="off"} 0
                # HELP c Times.
                # TYPE c histogram
                c_bucket{route="x",le="0.5"} 1
                c_bucket{route="x",le="1"} 3
                c_bucket{route="x",le="+Inf"} 6
                c_sum{route="x"} 7.25
                c_count{route="x"} 6

                """)
    }

    @Test("concurrent checks of readiness, and those within a second, are one, and one that hangs is not repeated")
    func readiness() async throws {
        let calls = Mutex(0)
        let quickCalls = Mutex(0)
        let gate = Gate()
        let readiness = Readiness(
            [
                .init(name: "slow", failureMessage: "bad") {
                    calls.withLock { $0 += 1 }
                    await gate.wait()
                }, .init(name: "quick", failureMessage: "bad") { quickCalls.withLock { $0 += 1 } },
            ], logger: Self.silent)
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { #expect(await readiness.results.map(\.failure) == ["bad", nil]) }
            }
        }
        #expect(calls.withLock { $0 } == 1)
        #expect(quickCalls.withLock { $0 } == 1)
        let isRepeated = try await Wait.until {
            #expect(await readiness.results.first?.failure == "bad")
            return quickCalls.withLock { $0 } == 2
        }
        #expect(isRepeated)
        #expect(calls.withLock { $0 } == 1)
        gate.open()
        #expect(try await Wait.until { await readiness.results.allSatisfy { $0.failure == nil } })
    }
}
