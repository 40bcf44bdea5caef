import Foundation
import Support
import Testing

/// The examples in `deploy/` with Debian's nginx and Caddy, and a temporary certificate.
@Suite("Behind a reverse proxy", .timeLimit(.minutes(30)))
struct ReverseProxyTests {
    private static let get = ["Host: heroes.example", "Connection: close"]

    @Test(
        "pages come over https with one HSTS field and the proxy's request ID",
        arguments: ReverseProxy.Kind.allCases)
    func page(_ kind: ReverseProxy.Kind) async throws {
        let proxy = try await ReverseProxy(kind)
        let response = await (try proxy.send(["GET /heroes HTTP/1.1"] + Self.get, name: "page")).remainingOutput()
        #expect(response.hasPrefix("HTTP/1.1 200") && response.contains("class=\"masthead\""))
        #expect(response.matches(of: /(?i)strict-transport-security: max-age=31536000/).count == 1)
        #expect(response.contains("https://heroes.example/heroes"))
        let id = try #require(response.firstMatch(of: /(?i)x-request-id: ([0-9a-z-]+)/)).1
        #expect(id.count >= 32)
        #expect(await proxy.site.program.line(matching: /(route=heroes .*)/) != nil)
        await proxy.end()
    }

    @Test(
        "visitors are logged with their own addresses, and their X-Forwarded-For is ignored",
        arguments: ReverseProxy.Kind.allCases)
    func clientAddress(_ kind: ReverseProxy.Kind) async throws {
        let proxy = try await ReverseProxy(kind, withoutSource)
        for address in ["127.0.0.5", "127.0.0.77"] {
            let lines = ["GET /robots.txt HTTP/1.1", "X-Forwarded-For: 192.0.2.66"] + Self.get
            _ = await (try proxy.send(lines, from: address, name: address)).remainingOutput()
            #expect(await proxy.site.program.line(matching: /client=([0-9.]+) .*route=document/) == address)
        }
        await proxy.end()
    }

    @Test(
        "the visitor's cookie is Secure with the prefix __Host-, and the favourite is stored",
        arguments: ReverseProxy.Kind.allCases)
    func cookie(_ kind: ReverseProxy.Kind) async throws {
        let proxy = try await ReverseProxy(kind)
        let form = "action=add&back=%2Fheroes"
        let response = await
            (try proxy.send(
                [
                    "POST /favourites/1009610 HTTP/1.1", "Origin: https://heroes.example",
                    "Sec-Fetch-Site: same-origin",
                    "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)",
                ] + Self.get, body: form, name: "add")).remainingOutput()
        #expect(response.hasPrefix("HTTP/1.1 303"), "\(response.prefix(200))")
        let cookie = try #require(response.firstMatch(of: /(?i)set-cookie: (__Host-visitor=[^;\r\n]+)([^\r\n]*)/))
        #expect(cookie.2.contains("; Secure") && cookie.2.contains("; HttpOnly") && cookie.2.contains("Path=/"))
        let page = await
            (try proxy.send(
                ["GET /favourites HTTP/1.1", "Cookie: \(cookie.1)"] + Self.get, name: "list")).remainingOutput()
        #expect(page.contains("/heroes/1009610-spider-man"))
        await proxy.end()
    }

    @Test(
        "the first part of a page arrives before the source has answered", arguments: ReverseProxy.Kind.allCases
    )
    func streaming(_ kind: ReverseProxy.Kind) async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { _, _ in .when(gate, .json(MetricsTests.emptyList)) }
        let proxy = try await ReverseProxy(kind, ["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let response = try proxy.send(["GET /heroes HTTP/1.1"] + Self.get, name: "stream")
        // The source responds after the gate opens, which needs this line first.
        #expect(await response.line(matching: /(class="masthead")/) != nil)
        gate.open()
        #expect(await response.line(matching: /(<\/html>)/) != nil)
        await proxy.end()
        upstream.stop()
    }

    @Test(
        "metrics are hidden, http redirects to https, and HTTP/2 is negotiated", arguments: ReverseProxy.Kind.allCases)
    func protocols(_ kind: ReverseProxy.Kind) async throws {
        let proxy = try await ReverseProxy(kind, withoutSource)
        let metrics = await (try proxy.send(["GET /metrics HTTP/1.1"] + Self.get, name: "metrics")).remainingOutput()
        #expect(metrics.hasPrefix("HTTP/1.1 404") && !metrics.contains("heroes_http"))
        let health = await (try proxy.send(["GET /healthz HTTP/1.1"] + Self.get, name: "health")).remainingOutput()
        #expect(health.hasPrefix("HTTP/1.1 200") && health.contains("ok"))
        let connection = try RawConnection(to: "http://127.0.0.1:\(proxy.plainPort)")
        try connection.sendKeepAlive("GET /heroes?q=x", host: "heroes.example")
        var plain = RawResponse()
        plain.append(try await connection.receive())
        #expect([301, 308].contains(plain.status) && plain["location"]?.hasPrefix("https://") == true)
        let negotiation = try Program(
            "/usr/bin/openssl",
            ["s_client", "-alpn", "h2", "-connect", "127.0.0.1:\(proxy.port)", "-servername", "heroes.example"])
        #expect(await negotiation.line(matching: /ALPN protocol: (h2)/) == "h2")
        _ = await negotiation.status()
        await proxy.end()
    }

    @Test("nginx redirects to its own name for any Host, and forwards a request without one")
    func hosts() async throws {
        let proxy = try await ReverseProxy(.nginx, withoutSource)
        let connection = try RawConnection(to: "http://127.0.0.1:\(proxy.plainPort)")
        try connection.sendKeepAlive("GET /heroes?q=x", host: "evil.example")
        var response = RawResponse()
        response.append(try await connection.receive())
        #expect(response["location"] == "https://heroes.example/heroes?q=x")
        let old = await (try proxy.send(["GET /healthz HTTP/1.0"], name: "old")).remainingOutput()
        #expect(old.hasPrefix("HTTP/1.1 200"))
        await proxy.end()
    }

    @Test("the proxy reuses its connections to the site", arguments: ReverseProxy.Kind.allCases)
    func keepAlive(_ kind: ReverseProxy.Kind) async throws {
        let proxy = try await ReverseProxy(kind, withoutSource)
        for number in 0..<8 {
            _ = await (try proxy.send(["GET /robots.txt HTTP/1.1"] + Self.get, name: "k\(number)")).remainingOutput()
        }
        let page = try await RawConnection.response(from: proxy.site.url, "GET /metrics")
        let metrics = try MetricsPage(String(decoding: page.content, as: UTF8.self))
        #expect(metrics.value("heroes_http_requests_total", ["route": "document", "status": "200"]) == 8)
        // This connection, and one or two of the proxy.
        #expect(try #require(metrics.value("heroes_connections_accepted_total")) <= 4)
        await proxy.end()
    }
}
