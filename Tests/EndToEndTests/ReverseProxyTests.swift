import Foundation
import Support
import Testing

/// The examples in `deploy/` with Debian's nginx and Caddy, and a temporary certificate.
@Suite("Behind a reverse proxy", .timeLimit(.minutes(30)))
struct ReverseProxyTests {
    private static let get = ["Host: heroes.example", "Connection: close"]

    /// Sends a request over TLS, and returns the response.
    private func response(
        _ proxy: ReverseProxy, _ line: String, _ fields: [String] = [], body: String = "", from: String = "127.0.0.1"
    ) async throws -> String {
        let name = "request-\(line.hashValue)"
        let program = try proxy.send(["\(line) HTTP/1.1"] + fields + Self.get, body: body, from: from, name: name)
        return await program.remainingOutput()
    }

    @Test(
        "pages, cookies, addresses, metrics, redirects and connections are as documented",
        arguments: ReverseProxy.Kind.allCases)
    func requests(_ kind: ReverseProxy.Kind) async throws {
        let proxy = try await ReverseProxy(kind)
        let page = try await response(proxy, "GET /heroes")
        #expect(page.hasPrefix("HTTP/1.1 200"))
        #expect(page.contains("class=\"masthead\""))
        #expect(page.matches(of: /(?i)strict-transport-security: max-age=31536000/).count == 1)
        #expect(page.contains("https://heroes.example/heroes"))
        #expect(try #require(page.firstMatch(of: /(?i)x-request-id: ([0-9a-z-]+)/)).1.count >= 32)
        for address in ["127.0.0.5", "127.0.0.77"] {
            _ = try await response(proxy, "GET /robots.txt", ["X-Forwarded-For: 192.0.2.66"], from: address)
            #expect(await proxy.site.program.line(matching: /client=([0-9.]+) .*route=document/) == address)
        }
        let metrics = try await response(proxy, "GET /metrics")
        #expect(metrics.hasPrefix("HTTP/1.1 404"))
        #expect(!metrics.contains("heroes_http"))
        for _ in 0..<8 { _ = try await response(proxy, "GET /robots.txt") }
        // Of the test, and one or two of the proxy.
        #expect(try #require(try await proxy.site.metrics()["heroes_connections_accepted_total"]) <= 4)
        try await expectCookie(proxy)
        try await expectProtocols(proxy, kind)
        await proxy.end()
    }

    /// The visitor's cookie is Secure with the prefix __Host-, and the favourite is stored.
    private func expectCookie(_ proxy: ReverseProxy) async throws {
        let form = "action=add&back=%2Fheroes"
        let fields = [
            "Origin: https://heroes.example", "Sec-Fetch-Site: same-origin",
            "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)",
        ]
        let added = try await response(proxy, "POST /favourites/1009610", fields, body: form)
        #expect(added.hasPrefix("HTTP/1.1 303"), "\(added.prefix(200))")
        let cookie = try #require(added.firstMatch(of: /(?i)set-cookie: (__Host-visitor=[^;\r\n]+)([^\r\n]*)/))
        for phrase in ["; Secure", "; HttpOnly", "Path=/"] { #expect(cookie.2.contains(phrase)) }
        let list = try await response(proxy, "GET /favourites", ["Cookie: \(cookie.1)"])
        #expect(list.contains("/heroes/1009610-spider-man"))
    }

    /// http redirects to https, in nginx to its own name for any Host; HTTP/2 is negotiated, HTTP/1.0 works.
    private func expectProtocols(_ proxy: ReverseProxy, _ kind: ReverseProxy.Kind) async throws {
        let connection = try RawConnection(to: "http://127.0.0.1:\(proxy.plainPort)")
        let host = kind == .nginx ? "evil.example" : "heroes.example"
        try connection.sendKeepAlive("GET /heroes?q=x", host: host)
        var plain = RawResponse()
        plain.append(try await connection.receive())
        #expect([301, 308].contains(plain.status))
        #expect(plain["location"]?.hasPrefix("https://heroes.example") == true)
        #expect(plain["location"]?.hasSuffix("?q=x") == true)
        let negotiation = try Program(
            "/usr/bin/openssl",
            ["s_client", "-alpn", "h2", "-connect", "127.0.0.1:\(proxy.port)", "-servername", "heroes.example"])
        #expect(await negotiation.line(matching: /ALPN protocol: (h2)/) == "h2")
        _ = await negotiation.status()
        guard kind == .nginx else { return }
        let old = await (try proxy.send(["GET /healthz HTTP/1.0"], name: "old")).remainingOutput()
        #expect(old.hasPrefix("HTTP/1.1 200"))
    }

    @Test("the first part of a page arrives before the source has answered", arguments: ReverseProxy.Kind.allCases)
    func streaming(_ kind: ReverseProxy.Kind) async throws {
        let gate = Gate()
        let upstream = try LoopbackUpstream { target, _ in .when(gate, .marvel(target)) }
        let proxy = try await ReverseProxy(kind, ["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])
        let response = try proxy.send(["GET /heroes HTTP/1.1"] + Self.get, name: "stream")
        // The source responds after the gate opens, which needs this line first.
        #expect(await response.line(matching: /(class="masthead")/) != nil)
        gate.open()
        #expect(await response.line(matching: /(<\/html>)/) != nil)
        await proxy.end()
        upstream.stop()
    }
}
