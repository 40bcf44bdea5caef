import Testing

@testable import MarvelAPI

@Suite struct MarvelConfigurationTests {
    @Test(
        "a base URL without a path gets the API's path",
        arguments: [
            ("http://127.0.0.1:8081", "http://127.0.0.1:8081/v1/public"),
            ("http://127.0.0.1:8081/", "http://127.0.0.1:8081/v1/public"),
            ("HTTPS://Gateway.Marvel.com/v1/public/", "https://gateway.marvel.com/v1/public"),
            ("https://example.org/mirror", "https://example.org/mirror"),
            ("http://[::1]:9", "http://[::1]:9/v1/public"),
            ("http://[::ffff:127.0.0.1]", "http://[::ffff:127.0.0.1]/v1/public"),
            ("http://a_b.example:0", "http://a_b.example:0/v1/public"), ("http://h:65535", "http://h:65535/v1/public"),
        ])
    func base(text: String, normalized: String) throws {
        let configuration = try MarvelConfiguration(baseURL: text, publicKey: "", privateKey: "")
        #expect(configuration.baseURL == normalized)
    }

    @Test(
        "anything but a plain http URL is rejected",
        arguments: [
            "", "embedded", "ftp://host", "file:///etc", "http://", "http:///path", "http://user:pass@host",
            "http://h?a=b",
            "http://h#x", "http://h h", "http://:80", "http://h\"", "//host", "javascript:alert(1)",
            "http://h:65536", "http://127.0.0.1:99999", "http://h:1:2", "http://h:", "http://h:+1", "http://h:a",
            "http://[]",
            "http://[::1", "http://[::1]9", "http://[::1]:x", "http://[h]", "http://::1", "http://h]", "http://h[",
        ])
    func rejected(text: String) {
        #expect(throws: MarvelConfiguration.UnusableURL.self) {
            try MarvelConfiguration(baseURL: text, publicKey: "", privateKey: "")
        }
    }
}
