import HTTPTypes
import Testing

@testable import HTTP

/// The fields of a POST from 10.0.0.1, and the configuration.
struct CrossOriginCase: Sendable {
    var site: [String] = []
    var origin: [String] = []
    var host: String? = "heroes.test"
    var forwardedHost: String?
    var publicURL: String?
    var proxies: [String] = []

    func allows(_ method: HTTPRequest.Method = .post) throws -> Bool {
        var fields = HTTPFields()
        let values = [
            ("Sec-Fetch-Site", site), ("Origin", origin), ("Host", host.map { [$0] } ?? []),
            ("X-Forwarded-Host", forwardedHost.map { [$0] } ?? []),
        ]
        for (name, values) in values { fields[values: try #require(HTTPField.Name(name))] = values }
        return CrossOriginProtection.allows(
            Request(method: method, target: "/", fields: fields, peer: "10.0.0.1"), at: publicURL,
            behind: proxies.compactMap(AddressRange.init))
    }
}

@Suite struct CrossOriginProtectionTests {
    @Test(
        "only safe methods are allowed from another origin; they are case-sensitive",
        arguments: [
            ("GET", true), ("HEAD", true), ("OPTIONS", true), ("POST", false), ("PUT", false), ("DELETE", false),
            ("PATCH", false), ("TRACE", false), ("CONNECT", false), ("get", false), ("Head", false), ("PURGE", false),
        ])
    func methods(method: String, isSafe: Bool) throws {
        let method = try #require(HTTPRequest.Method(method))
        #expect(try CrossOriginCase(site: ["cross-site"]).allows(method) == isSafe)
        #expect(try CrossOriginCase(origin: ["https://evil.test"]).allows(method) == isSafe)
        #expect(try CrossOriginCase(site: ["same-origin"]).allows(method))
    }

    @Test(
        "Sec-Fetch-Site takes precedence over Origin, and a request with neither does not come from a browser",
        arguments: [
            CrossOriginCase(site: ["same-origin"], origin: ["https://evil.test"]), .init(site: ["none"]),
            .init(site: ["same-origin"], origin: ["null"], host: nil), .init(), .init(origin: [""]), .init(site: [""]),
            .init(site: [""], origin: ["http://heroes.test"]), .init(host: nil),
        ])
    func allowed(_ example: CrossOriginCase) throws { #expect(try example.allows()) }

    @Test(
        "any other Sec-Fetch-Site is rejected",
        arguments: [
            ["same-site"], ["cross-site"], ["Same-Origin"], ["x"], ["same-origin, cross-site"],
            ["same-origin", "cross-site"], ["cross-site", "same-origin"],
        ])
    func otherSite(site: [String]) throws {
        let publicURL = "http://heroes.test"
        #expect(try !CrossOriginCase(site: site, origin: [publicURL], publicURL: publicURL).allows())
    }

    @Test(
        "an origin with the host and port of the request or of the public URL is allowed",
        arguments: [
            ("http://heroes.test", "heroes.test"), ("https://Heroes.test", "heroes.TEST"),
            ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("http://[::1]:80", "[::1]:80"),
            ("http://heroes.test", "heroes.test:80"), ("https://heroes.test", "heroes.test:443"),
            ("http://heroes.test:80", "heroes.test"), ("https://heroes.test:443", "heroes.test"),
            ("http://[2001:DB8::1]", "[2001:db8::1]:80"), ("http://heroes.test", "heroes.test:"),
        ])
    func sameOrigin(origin: String, host: String) throws {
        #expect(try CrossOriginCase(origin: [origin], host: host).allows())
        let publicURL = "\(origin.prefix { $0 != ":" })://\(host)"
        #expect(try CrossOriginCase(origin: [origin], host: "backend", publicURL: publicURL).allows())
    }

    @Test(
        "any other origin is rejected",
        arguments: [
            "null", "http://heroes.test:81", "http://evil.test", "http://heroes.test.evil.test", "heroes.test",
            "http://evil.test/heroes.test", "http://evil@heroes.test", "http://heroes.test/", "ftp://heroes.test",
            "http:heroes.test", "http://", "http://heroes.test:443", "https://heroes.test:80", "//heroes.test",
            "http://heroes.test:65616", "http://heroes.test:80x", "http://heroes.test:80:80", "http://[heroes.test",
            "http://heroes.test?a", "http://heroes.test#a", "http://heroes.test\\", "http:///heroes.test",
            "javascript://heroes.test", "http://heroes.test, http://evil.test",
        ])
    func otherOrigin(origin: String) throws {
        #expect(try !CrossOriginCase(origin: [origin]).allows())
        #expect(try !CrossOriginCase(origin: ["http://heroes.test", origin]).allows())
        #expect(try !CrossOriginCase(site: [""], origin: [origin], host: nil).allows())
    }

    @Test(
        "the origin of the public URL is allowed with any Host, and no other is",
        arguments: ["http://heroes.test:8080", "HTTP://Heroes.test:8080/", "http://heroes.test:08080"],
        ["heroes.test", "127.0.0.1:9", "heroes.test:80", nil])
    func publicURL(_ publicURL: String, host: String?) throws {
        for (origin, isAllowed) in [
            ("http://heroes.test:8080", true), ("https://heroes.test:8080", false), ("http://heroes.test:8081", false),
            ("http://evil.test:8080", false), ("null", false),
        ] {
            let example = CrossOriginCase(origin: [origin], host: host, publicURL: publicURL)
            #expect(try example.allows() == isAllowed, "\(origin)")
        }
    }

    @Test(
        "X-Forwarded-Host is used for trusted proxies only",
        arguments: ["heroes.test:8080", "heroes.test:8080, backend", "inner , Heroes.test:8080"])
    func forwardedHost(_ forwarded: String) throws {
        for (proxies, isAllowed) in [(["10.0.0.0/8"], true), (["10.0.0.2"], false), ([], false)] {
            let example = CrossOriginCase(
                origin: ["http://heroes.test:8080"], host: "backend", forwardedHost: forwarded, proxies: proxies)
            #expect(try example.allows() == isAllowed)
        }
    }
}
