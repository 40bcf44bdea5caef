import HTTPTypes
import Testing

@testable import HTTP

@Suite struct CrossOriginProtectionTests {
    private func allows(
        _ method: HTTPRequest.Method = .post, site: [String] = [], origin: [String] = [], host: String? = "heroes.test",
        forwardedHost: String? = nil, publicURL: String? = nil, proxies: [String] = []
    ) throws -> Bool {
        var fields = HTTPFields()
        let name = try #require(HTTPField.Name("Sec-Fetch-Site"))
        for value in site { fields.append(HTTPField(name: name, value: value)) }
        for value in origin { fields.append(HTTPField(name: .origin, value: value)) }
        if let host { fields.append(HTTPField(name: try #require(HTTPField.Name("Host")), value: host)) }
        if let forwardedHost {
            let name = try #require(HTTPField.Name("X-Forwarded-Host"))
            fields.append(HTTPField(name: name, value: forwardedHost))
        }
        return CrossOriginProtection.allows(
            Request(method: method, target: "/", fields: fields, peer: "10.0.0.1"), at: publicURL,
            behind: proxies.compactMap(AddressRange.init))
    }

    @Test("a safe method is allowed from any origin", arguments: [HTTPRequest.Method.get, .head, .options])
    func safe(method: HTTPRequest.Method) throws {
        #expect(try allows(method, site: ["cross-site"], origin: ["https://evil.test"]))
    }

    @Test(
        "an unsafe method from another origin is rejected",
        arguments: [HTTPRequest.Method.post, .put, .delete, .patch, .trace, .connect])
    func unsafe(method: HTTPRequest.Method) throws {
        #expect(try !allows(method, site: ["cross-site"]))
        #expect(try !allows(method, origin: ["https://evil.test"]))
    }

    @Test(
        "methods are case-sensitive, so that other spellings of safe ones are rejected",
        arguments: ["get", "Head", "PURGE"])
    func unknown(method: String) throws {
        let method = try #require(HTTPRequest.Method(method))
        #expect(try !allows(method, site: ["cross-site"]))
        #expect(try allows(method, site: ["same-origin"]))
    }

    @Test("Sec-Fetch-Site takes precedence over Origin")
    func fetchSite() throws {
        #expect(try allows(site: ["same-origin"], origin: ["https://evil.test"]))
        #expect(try allows(site: ["none"]))
        #expect(try allows(site: ["same-origin"], origin: ["null"], host: nil))
        for site in ["same-site", "cross-site", "Same-Origin", "x", "same-origin, cross-site"] {
            #expect(try !allows(site: [site], origin: ["http://heroes.test"]), "\(site)")
        }
        #expect(try !allows(site: ["same-origin", "cross-site"]))
        #expect(try !allows(site: ["cross-site", "same-origin"]))
        #expect(try !allows(site: [""], origin: ["http://evil.test"]))
    }

    @Test(
        "an origin with the same host and port is allowed",
        arguments: [
            ("http://heroes.test", "heroes.test"), ("https://Heroes.test", "heroes.TEST"),
            ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("http://[::1]:80", "[::1]:80"),
            ("http://heroes.test", "heroes.test:80"), ("https://heroes.test", "heroes.test:443"),
            ("http://heroes.test:80", "heroes.test"), ("https://heroes.test:443", "heroes.test"),
            ("http://[2001:DB8::1]", "[2001:db8::1]:80"), ("http://heroes.test", "heroes.test:"),
        ])
    func sameOrigin(origin: String, host: String) throws { #expect(try allows(origin: [origin], host: host)) }

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
    func otherOrigin(origin: String) throws { #expect(try !allows(origin: [origin])) }

    @Test(
        "the origin of the public URL is allowed with any Host",
        arguments: ["http://heroes.test:8080", "HTTP://Heroes.test:8080/", "http://heroes.test:08080"],
        ["heroes.test", "127.0.0.1:9", "heroes.test:80", nil])
    func publicURL(_ publicURL: String, host: String?) throws {
        #expect(try allows(origin: ["http://heroes.test:8080"], host: host, publicURL: publicURL))
        for other in ["https://heroes.test:8080", "http://heroes.test:8081", "http://evil.test:8080", "null"] {
            #expect(try !allows(origin: [other], host: host, publicURL: publicURL), "\(other)")
        }
        #expect(try !allows(site: ["cross-site"], origin: ["http://heroes.test:8080"], publicURL: publicURL))
    }

    @Test("the default port of the public URL is optional")
    func publicPort() throws {
        for (url, origin) in [
            ("https://heroes.test:443", "https://heroes.test"), ("http://heroes.test", "http://heroes.test:80"),
        ] {
            #expect(try allows(origin: [origin], host: "backend", publicURL: url))
        }
    }

    @Test("X-Forwarded-Host is used for trusted proxies only")
    func forwardedHost() throws {
        for forwarded in ["heroes.test:8080", "heroes.test:8080, backend", "inner , Heroes.test:8080"] {
            let origin = ["http://heroes.test:8080"]
            #expect(try allows(origin: origin, host: "backend", forwardedHost: forwarded, proxies: ["10.0.0.0/8"]))
            #expect(try !allows(origin: origin, host: "backend", forwardedHost: forwarded, proxies: ["10.0.0.2"]))
            #expect(try !allows(origin: origin, host: "backend", forwardedHost: forwarded))
        }
    }

    @Test("two origins, or an origin without a host to compare, are rejected")
    func noHost() throws {
        #expect(try !allows(origin: ["http://heroes.test", "http://heroes.test"]))
        #expect(try !allows(origin: ["http://heroes.test"], host: nil))
    }

    @Test("a request with neither field is allowed, since it does not come from a browser")
    func neither() throws {
        #expect(try allows())
        #expect(try allows(origin: [""]))
        #expect(try allows(site: [""]))
        #expect(try allows(site: [""], origin: ["http://heroes.test"]))
        #expect(try allows(host: nil))
    }
}
