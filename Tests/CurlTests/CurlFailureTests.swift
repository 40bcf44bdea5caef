import Curl
import Support
import Testing

extension Curl {
    func outcome(_ request: CurlRequest) async -> Result<CurlResponse, CurlError> {
        do throws(CurlError) { return .success(try await send(request)) } catch { return .failure(error) }
    }

    /// Returns the error of a request, and its reason.
    func failure(_ request: CurlRequest) async -> (error: CurlError?, reason: CurlError.Reason?) {
        guard case .failure(let error) = await outcome(request) else { return (nil, nil) }
        return switch error {
        case .timedOut(let reason), .unreachable(let reason), .broken(let reason): (error, reason)
        case .tooLarge, .expired, .cancelled: (error, nil)
        }
    }
}

@Suite struct CurlFailureTests {
    let curl = Curl()

    @Test("a refused connection is unreachable, and the error does not contain the query")
    func refused() async throws {
        let port = try RefusingPort()
        let (error, failed) = await curl.failure(CurlRequest(url: "\(port.url)/v1?apikey=secret"))
        let reason = try #require(failed)
        #expect(error == .unreachable(reason))
        #expect(reason.code == 7)
        #expect(!reason.text.isEmpty)
        #expect(!"\(reason)".contains("secret"))
    }

    @Test(
        "a malformed or truncated response is broken",
        arguments: [
            LoopbackUpstream.Reply.reset(), .bytes([]), .raw("220 smtp.example\r\n"), .raw("HTTP/1.1 OK\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
            .reset(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8)),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n"),
            .response(headers: [("Content-Encoding", "gzip")], body: Array("no gzip at all".utf8)),
            .response(headers: [("Content-Encoding", "unheard-of")], body: [1, 2, 3]),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"),
        ])
    func broken(response: LoopbackUpstream.Reply) async throws {
        let upstream = try LoopbackUpstream { _, _ in response }
        let (error, failed) = await curl.failure(CurlRequest(url: "\(upstream.url)/?hash=secret"))
        let reason = try #require(failed)
        #expect(error == .broken(reason))
        #expect(reason.code != 0)
        #expect(!"\(reason)".contains("secret"))
    }

    @Test("an upstream that is silent or too slow times out")
    func timeout() async throws {
        let drip = Array("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n".utf8) + [UInt8](repeating: 46, count: 9000)
        let upstream = try LoopbackUpstream { target, _ in target == "/drip" ? .drip(drip, every: 0.01) : .silence }
        for path in ["/silence", "/drip"] {
            let (error, failed) = await curl.failure(CurlRequest(url: upstream.url + path, timeout: 1))
            let reason = try #require(failed)
            #expect(error == .timedOut(reason))
            #expect(reason.code == 28)
            #expect(reason.wasConnected)
        }
        await upstream.wait { $0.open == 0 }
    }

    @Test("a listener that does not accept causes a connection timeout")
    func connectTimeout() async throws {
        let port = try HangingPort()
        let (error, failed) = await curl.failure(CurlRequest(url: port.url, timeout: 30, connectTimeout: 0.2))
        let reason = try #require(failed)
        #expect(error == .timedOut(reason))
        #expect(!reason.wasConnected)
    }

    @Test("a body over the limit aborts the exchange, with or without Content-Length")
    func overLimit() async throws {
        let upstream = try LoopbackUpstream { target, _ in
            let body = [UInt8](repeating: 32, count: target == "/fits" ? 100_000 : 100_001)
            return target == "/unannounced"
                ? .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + body) : .response(body: body)
        }
        let fits = try await curl.send(CurlRequest(url: "\(upstream.url)/fits", byteLimit: 100_000))
        #expect(fits.body.count == 100_000)
        for path in ["/announced", "/unannounced"] {
            let result = await curl.failure(CurlRequest(url: upstream.url + path, byteLimit: 100_000))
            #expect(result.error == .tooLarge(limit: 100_000))
        }
    }

    @Test("the limit applies to the decompressed body")
    func bomb() async throws {
        let bomb = try #require(Gzip.compress([UInt8](repeating: 0, count: 20 * 1024 * 1024)))
        let upstream = try LoopbackUpstream { _, _ in .response(headers: [("Content-Encoding", "gzip")], body: bomb) }
        #expect(bomb.count < 200_000)
        #expect(await curl.failure(CurlRequest(url: upstream.url)).error == .tooLarge(limit: 8 * 1024 * 1024))
    }

    @Test("too many header lines abort the exchange")
    func endlessHeaders() async throws {
        let upstream = try LoopbackUpstream { _, _ in
            .response(headers: (0..<9000).map { ("X-\($0)", String(repeating: "a", count: 60)) })
        }
        let error = await curl.failure(CurlRequest(url: upstream.url)).error
        #expect(error != nil && error != .cancelled)
    }

    @Test(
        "an invalid URL is not sent",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1:1/", "", "http://",
            "http://127.0.0.1:99999/", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\0x",
        ])
    func invalidURL(url: String) async {
        let (error, reason) = await curl.failure(CurlRequest(url: url))
        #expect(error != nil && error == reason.map { .broken($0) })
    }

    @Test("a header or method with a line break is not sent")
    func invalidHeader() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        let requests = [
            CurlRequest(url: upstream.url, headers: [("X", "a\r\nY: b")]),
            CurlRequest(url: upstream.url, headers: [("X: y\r\nZ", "a")]),
            CurlRequest(url: upstream.url, headers: [("", "a")]),
            CurlRequest(url: upstream.url, method: "GET / HTTP/1.1\r\nX:"),
        ]
        for request in requests {
            let (error, reason) = await curl.failure(request)
            #expect(error != nil && error == reason.map { .broken($0) }, "\(request)")
        }
        #expect(upstream.counts.requests == 0)
    }

    @Test("any mutation of a response has a response or an error as its result")
    func mutations() async throws {
        let body = try #require(Gzip.compress(Array("A text of a few words, and then some more of them".utf8)))
        let size = String(body.count, radix: 16)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n"
        let complete = Array(head.utf8) + body + Array("\r\n0\r\nX-Trailer: t\r\n\r\n".utf8)
        let upstream = try LoopbackUpstream { target, _ in
            var generator = SeededGenerator(seed: UInt64(target.dropFirst()) ?? 0)
            return .bytes(complete.mutated(using: &generator))
        }
        var outcomes: Set<String> = []
        for seed in 0..<200 {
            let error = await curl.failure(CurlRequest(url: "\(upstream.url)/\(seed)")).error
            outcomes.insert(error == nil ? "response" : "error")
        }
        #expect(outcomes == ["response", "error"])
    }
}
