import Curl
import Support
import Testing

@Suite struct CurlTests {
    let curl = Curl()

    @Test("status, header lines and body are returned as sent")
    func response() async throws {
        let upstream = try LoopbackUpstream { _, _ in
            .text("short and stout", status: 418, headers: [("X-Pot", " tea "), ("x-pot", "again"), ("Empty", "")])
        }
        let response = try await curl.send(CurlRequest(url: "\(upstream.url)/pot?size=2"))
        #expect(response.status == 418)
        #expect(String(decoding: response.body, as: UTF8.self) == "short and stout")
        #expect(response.headers.map(\.name) == ["X-Pot", "x-pot", "Empty", "Content-Length"])
        #expect(response.header("X-POT") == "tea")
        #expect(response.header("empty")?.isEmpty == true)
        #expect(response.header("absent") == nil)
        #expect(upstream.requests.map(\.target) == ["/pot?size=2"])
    }

    @Test(
        "method, headers and body reach the server",
        arguments: [
            ("GET", nil), ("POST", #"{"a":1}"#), ("POST", ""), ("POST", nil), ("PUT", "x"), ("DELETE", nil),
            ("DELETE", "{}"), ("HEAD", nil),
        ])
    func request(method: String, body: String?) async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("done") }
        let response = try await curl.send(
            CurlRequest(
                url: "\(upstream.url)/session", method: method,
                headers: [("Content-Type", "application/json"), ("X-Empty", "")], body: body.map { Array($0.utf8) }))
        #expect(String(decoding: response.body, as: UTF8.self) == (method == "HEAD" ? "" : "done"))
        let request = try #require(upstream.requests.first)
        #expect(request.head.hasPrefix("\(method) /session HTTP/1.1\r\n"))
        #expect(request.head.contains("\r\nContent-Type: application/json\r\n"))
        #expect(request.head.contains("\r\nX-Empty:\r\n"))
        #expect(String(decoding: request.body, as: UTF8.self) == body ?? "")
        #expect(request.head.contains("\r\nContent-Length: ") == (body != nil || method == "POST"))
    }

    @Test("a large body is sent without waiting for 100")
    func largeBody() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        let body = [UInt8](repeating: 7, count: 3_000_000)
        _ = try await curl.send(CurlRequest(url: upstream.url, method: "POST", body: body))
        #expect(upstream.requests.first?.body == body)
        #expect(upstream.requests.first?.head.contains("Expect") == false)
    }

    @Test("gzip is requested and decompressed")
    func gzip() async throws {
        let body = try #require(Gzip.compress(Array("unpacked".utf8)))
        let upstream = try LoopbackUpstream { _, _ in .response(headers: [("Content-Encoding", "GZIP")], body: body) }
        let response = try await curl.send(CurlRequest(url: upstream.url))
        #expect(String(decoding: response.body, as: UTF8.self) == "unpacked")
        #expect(upstream.requests.first?.head.contains("Accept-Encoding: gzip\r\n") == true)
    }

    @Test("chunks are joined, and an interim response before them is skipped")
    func chunked() async throws {
        let upstream = try LoopbackUpstream { _, _ in
            .raw(
                "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        }
        let response = try await curl.send(CurlRequest(url: upstream.url))
        #expect(response.status == 200)
        #expect(response.header("Link") == nil)
        #expect(response.body == Array("abcde".utf8))
    }

    @Test(
        "a redirect is not followed but returned",
        arguments: ["file:///etc/passwd", "http://127.0.0.2:1/", "gopher://127.0.0.1/", "/next"])
    func redirect(location: String) async throws {
        let upstream = try LoopbackUpstream { _, _ in .response(status: 302, headers: [("Location", location)]) }
        let response = try await curl.send(CurlRequest(url: upstream.url))
        #expect(response.status == 302)
        #expect(response.header("location") == location)
        #expect(upstream.counts.requests == 1)
    }

    @Test(
        "Retry-After is parsed as seconds or as a date",
        arguments: [
            ("120", 120...120), ("Fri, 31 Dec 2100 23:59:59 GMT", 1...Int.max), ("0", nil), ("soon", nil), ("-5", nil),
            ("Thu, 01 Jan 1970 00:00:00 GMT", nil),
        ] as [(String, ClosedRange<Int>?)])
    func retryAfter(value: String, seconds: ClosedRange<Int>?) async throws {
        let upstream = try LoopbackUpstream { _, _ in .response(status: 503, headers: [("Retry-After", value)]) }
        let retryAfter = try await curl.send(CurlRequest(url: upstream.url)).retryAfter
        #expect(
            retryAfter.map { seconds?.contains($0) == true } ?? (seconds == nil), "\(String(describing: retryAfter))")
    }

    @Test("one connection serves consecutive requests")
    func reuse() async throws {
        let upstream = try LoopbackUpstream { target, _ in .text(target) }
        for number in 1...20 {
            let response = try await curl.send(CurlRequest(url: "\(upstream.url)/\(number)"))
            #expect(response.body == Array("/\(number)".utf8))
        }
        #expect(upstream.counts == .init(requests: 20, connections: 1, open: 1))
    }

    @Test("an idle connection closed by the server is replaced without a failure")
    func staleConnection() async throws {
        let upstream = try LoopbackUpstream { _, _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
        for _ in 1...5 {
            let response = try await curl.send(CurlRequest(url: upstream.url))
            #expect(response.body == Array("ok".utf8))
        }
        #expect(upstream.counts.connections == 5)
    }
}
