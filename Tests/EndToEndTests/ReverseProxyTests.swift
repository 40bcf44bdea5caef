import Foundation
import Support
import Testing

/// The examples in `deploy/`, with Debian's nginx and Caddy and a certificate made for the moment.
@Suite("Behind a front", .timeLimit(.minutes(30)))
struct ReverseProxyTests {
    private static let get = ["Host: heroes.example", "Connection: close"]

    @Test(
        "pages come over https, with HSTS once, under the name that the front gave the request",
        arguments: ReverseProxy.Kind.allCases)
    func page(_ kind: ReverseProxy.Kind) async throws {
        let front = try await ReverseProxy(kind)
        let answer = await (try front.ask(["GET /heroes HTTP/1.1"] + Self.get, name: "page")).remainingOutput()
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("class=\"masthead\""))
        #expect(answer.matches(of: /(?i)strict-transport-security: max-age=31536000/).count == 1)
        #expect(answer.contains("https://heroes.example/heroes"))
        let id = try #require(answer.firstMatch(of: /(?i)x-request-id: ([0-9a-z-]+)/)).1
        #expect(id.count >= 32)
        #expect(await front.site.program.line(matching: /(route=heroes .*)/) != nil)
        await front.end()
    }

    @Test(
        "visitors are told apart by their own addresses, and what they claim is not believed",
        arguments: ReverseProxy.Kind.allCases)
    func client(_ kind: ReverseProxy.Kind) async throws {
        let front = try await ReverseProxy(kind, withoutSource)
        for address in ["127.0.0.5", "127.0.0.77"] {
            let lines = ["GET /robots.txt HTTP/1.1", "X-Forwarded-For: 192.0.2.66"] + Self.get
            _ = await (try front.ask(lines, from: address, name: address)).remainingOutput()
            #expect(await front.site.program.line(matching: /client=([0-9.]+) .*route=document/) == address)
        }
        await front.end()
    }

    @Test(
        "the visitor's cookie is Secure and __Host-, and its favourite is kept", arguments: ReverseProxy.Kind.allCases)
    func cookie(_ kind: ReverseProxy.Kind) async throws {
        let front = try await ReverseProxy(kind)
        let form = "action=add&back=%2Fheroes"
        let answer = await
            (try front.ask(
                [
                    "POST /favourites/1009610 HTTP/1.1", "Origin: https://heroes.example",
                    "Sec-Fetch-Site: same-origin",
                    "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)",
                ] + Self.get, body: form, name: "add")).remainingOutput()
        #expect(answer.hasPrefix("HTTP/1.1 303"), "\(answer.prefix(200))")
        let cookie = try #require(answer.firstMatch(of: /(?i)set-cookie: (__Host-visitor=[^;\r\n]+)([^\r\n]*)/))
        #expect(cookie.2.contains("; Secure") && cookie.2.contains("; HttpOnly") && cookie.2.contains("Path=/"))
        let page = await
            (try front.ask(
                ["GET /favourites HTTP/1.1", "Cookie: \(cookie.1)"] + Self.get, name: "list")).remainingOutput()
        #expect(page.contains("/heroes/1009610-spider-man"))
        await front.end()
    }

    @Test(
        "the first part of a page is there while its source has not answered yet", arguments: ReverseProxy.Kind.allCases
    )
    func streaming(_ kind: ReverseProxy.Kind) async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.nobody)) }
        let front = try await ReverseProxy(kind, ["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let answer = try front.ask(["GET /heroes HTTP/1.1"] + Self.get, name: "stream")
        // The source waits for the gate, and the gate for this line.
        #expect(await answer.line(matching: /(class="masthead")/) != nil)
        gate.open()
        #expect(await answer.line(matching: /(<\/html>)/) != nil)
        await front.end()
        upstream.stop()
    }

    @Test("figures are not shown, http leads to https, and HTTP/2 is spoken", arguments: ReverseProxy.Kind.allCases)
    func rest(_ kind: ReverseProxy.Kind) async throws {
        let front = try await ReverseProxy(kind, withoutSource)
        let figures = await (try front.ask(["GET /metrics HTTP/1.1"] + Self.get, name: "metrics")).remainingOutput()
        #expect(figures.hasPrefix("HTTP/1.1 404") && !figures.contains("heroes_http"))
        let health = await (try front.ask(["GET /healthz HTTP/1.1"] + Self.get, name: "health")).remainingOutput()
        #expect(health.hasPrefix("HTTP/1.1 200") && health.contains("ok"))
        let wire = try RawConnection(to: "http://127.0.0.1:\(front.plainPort)")
        try wire.sendKeepAlive("GET /heroes?q=x", host: "heroes.example")
        var plain = RawResponse()
        plain.take(try await wire.receive())
        #expect([301, 308].contains(plain.status) && plain["location"]?.hasPrefix("https://") == true)
        let negotiation = try Program(
            "/usr/bin/openssl",
            ["s_client", "-alpn", "h2", "-connect", "127.0.0.1:\(front.port)", "-servername", "heroes.example"])
        #expect(await negotiation.line(matching: /ALPN protocol: (h2)/) == "h2")
        _ = await negotiation.status()
        await front.end()
    }

    @Test("nginx leads to its own name whatever host it is asked for, and hands on a request without any")
    func hosts() async throws {
        let front = try await ReverseProxy(.nginx, withoutSource)
        let wire = try RawConnection(to: "http://127.0.0.1:\(front.plainPort)")
        try wire.sendKeepAlive("GET /heroes?q=x", host: "evil.example")
        var answer = RawResponse()
        answer.take(try await wire.receive())
        #expect(answer["location"] == "https://heroes.example/heroes?q=x")
        let old = await (try front.ask(["GET /healthz HTTP/1.0"], name: "old")).remainingOutput()
        #expect(old.hasPrefix("HTTP/1.1 200"))
        await front.end()
    }

    @Test("the front keeps its connections to the site", arguments: ReverseProxy.Kind.allCases)
    func keepAlive(_ kind: ReverseProxy.Kind) async throws {
        let front = try await ReverseProxy(kind, withoutSource)
        for number in 0..<8 {
            _ = await (try front.ask(["GET /robots.txt HTTP/1.1"] + Self.get, name: "k\(number)")).remainingOutput()
        }
        let page = try await RawConnection.answer(from: front.site.url, "GET /metrics")
        let figures = try MetricsPage(String(decoding: page.content, as: UTF8.self))
        #expect(figures.value("heroes_http_requests_total", ["route": "document", "status": "200"]) == 8)
        // This one, and one or two of the front's.
        #expect(try #require(figures.value("heroes_connections_accepted_total")) <= 4)
        await front.end()
    }
}
