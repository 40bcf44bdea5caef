import Curl
import Support
import Testing

@Suite struct CurlFailureTests {
    let curl = Curl()

    private func failure(_ request: CurlRequest) async -> CurlError? {
        do throws(CurlError) {
            _ = try await curl.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test("a port that refuses is unreachable, and the query is not told")
    func refused() async throws {
        let port = try RefusingPort()
        let error = await failure(CurlRequest(url: "\(port.url)/v1?apikey=secret"))
        guard case .unreachable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == 7)
        #expect(!reason.text.isEmpty)
        #expect(!"\(reason)".contains("secret"))
    }

    @Test(
        "an answer that is none, or ends before its end, is broken",
        arguments: [
            LoopbackUpstream.Answer.reset(), .bytes([]), .raw("220 smtp.example\r\n"), .raw("HTTP/1.1 OK\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
            .reset(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8)),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n"),
            .response(headers: [("Content-Encoding", "gzip")], body: Array("no gzip at all".utf8)),
            .response(headers: [("Content-Encoding", "unheard-of")], body: [1, 2, 3]),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"),
        ])
    func broken(answer: LoopbackUpstream.Answer) async throws {
        let upstream = try LoopbackUpstream { _, _ in answer }
        let error = await failure(CurlRequest(url: "\(upstream.url)/?hash=secret"))
        guard case .broken(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code != 0)
        #expect(!"\(reason)".contains("secret"))
    }

    @Test("an upstream that says nothing, or too little at a time, runs into the deadline")
    func deadline() async throws {
        let drip = Array("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n".utf8) + [UInt8](repeating: 46, count: 9000)
        let upstream = try LoopbackUpstream { target, _ in target == "/drip" ? .drip(drip, every: 0.01) : .silence }
        for path in ["/silence", "/drip"] {
            let error = await failure(CurlRequest(url: upstream.url + path, timeout: 0.2))
            guard case .timedOut(let reason) = error else {
                Issue.record("\(path): \(String(describing: error))")
                continue
            }
            #expect(reason.code == 28)
        }
        await upstream.wait { $0.open == 0 }
    }

    @Test("a listener that accepts nothing times the connection out")
    func connectDeadline() async throws {
        let port = try HangingPort()
        let error = await failure(CurlRequest(url: port.url, timeout: 30, connectTimeout: 0.2))
        guard case .timedOut = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a body over the limit ends the exchange, announced or not")
    func overLimit() async throws {
        let upstream = try LoopbackUpstream { target, _ in
            let body = [UInt8](repeating: 32, count: target == "/fits" ? 100_000 : 100_001)
            return target == "/unannounced"
                ? .bytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + body) : .response(body: body)
        }
        let fits = try await curl.send(CurlRequest(url: "\(upstream.url)/fits", byteLimit: 100_000))
        #expect(fits.body.count == 100_000)
        for path in ["/announced", "/unannounced"] {
            let error = await failure(CurlRequest(url: upstream.url + path, byteLimit: 100_000))
            #expect(error == .tooLarge(limit: 100_000))
        }
    }

    @Test("the limit counts what comes out of the decompressor")
    func bomb() async throws {
        let bomb = Gzip.bomb(20 * 1024 * 1024)
        let upstream = try LoopbackUpstream { _, _ in .response(headers: [("Content-Encoding", "gzip")], body: bomb) }
        let error = await failure(CurlRequest(url: upstream.url))
        #expect(bomb.count < 200_000)
        #expect(error == .tooLarge(limit: 8 * 1024 * 1024))
    }

    @Test("endless header lines end the exchange")
    func endlessHeaders() async throws {
        let upstream = try LoopbackUpstream { _, _ in
            .response(headers: (0..<9000).map { ("X-\($0)", String(repeating: "a", count: 60)) })
        }
        let error = await failure(CurlRequest(url: upstream.url))
        #expect(error != nil && error != .cancelled)
    }

    @Test("of half a gzip stream nothing comes but what it holds, and bad bytes in it are noticed")
    func damagedGzip() async throws {
        let text = Array(String(repeating: "abc", count: 1000).utf8)
        let whole = Gzip.stored(text)
        for length in [5, 14, 1500, whole.count - 4] {
            let upstream = try LoopbackUpstream { _, _ in
                .response(headers: [("Content-Encoding", "gzip")], body: Array(whole[..<length]))
            }
            let answer = try await curl.send(CurlRequest(url: upstream.url))
            #expect(text.starts(with: answer.body))
        }
        let upstream = try LoopbackUpstream { _, _ in
            .response(headers: [("Content-Encoding", "gzip")], body: whole[..<100] + [0] + whole[101...])
        }
        guard case .broken = await failure(CurlRequest(url: upstream.url)) else {
            Issue.record("a damaged stream passed")
            return
        }
    }

    @Test(
        "what cannot be sent as meant is not sent",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1:1/", "", "http://",
            "http://127.0.0.1:99999/", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\0x",
        ])
    func unsendableURL(url: String) async {
        let error = await failure(CurlRequest(url: url))
        guard case .broken = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a header or method that would break out of its place is not sent")
    func unsendableHeader() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        let requests = [
            CurlRequest(url: upstream.url, headers: [("X", "a\r\nY: b")]),
            CurlRequest(url: upstream.url, headers: [("X: y\r\nZ", "a")]),
            CurlRequest(url: upstream.url, headers: [("", "a")]),
            CurlRequest(url: upstream.url, method: "GET / HTTP/1.1\r\nX:"),
        ]
        for request in requests {
            guard case .broken = await failure(request) else {
                Issue.record("\(request)")
                continue
            }
        }
        #expect(upstream.counts.requests == 0)
    }

    @Test("whatever becomes of an answer's bytes, it ends in an answer or in an error")
    func damage() async throws {
        let whole =
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n".utf8)
            + Gzip.stored([UInt8](repeating: 65, count: 41)) + Array("\r\n0\r\nX-Trailer: t\r\n\r\n".utf8)
        let upstream = try LoopbackUpstream { target, _ in
            var generator = RepeatableGenerator(seed: UInt64(target.dropFirst()) ?? 0)
            return .bytes(whole.damaged(using: &generator))
        }
        var outcomes: Set<String> = []
        for seed in 0..<200 {
            let error = await failure(CurlRequest(url: "\(upstream.url)/\(seed)"))
            outcomes.insert(error == nil ? "answer" : "error")
        }
        #expect(outcomes == ["answer", "error"])
    }
}
