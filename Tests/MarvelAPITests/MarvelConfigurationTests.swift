import Testing

@testable import MarvelAPI

@Suite struct MarvelConfigurationTests {
    @Test(
        "a base URL gets the API's path unless it has one of its own",
        arguments: [
            ("http://127.0.0.1:8081", "http://127.0.0.1:8081/v1/public"),
            ("http://127.0.0.1:8081/", "http://127.0.0.1:8081/v1/public"),
            ("HTTPS://Gateway.Marvel.com/v1/public/", "https://gateway.marvel.com/v1/public"),
            ("https://example.org/mirror", "https://example.org/mirror"),
            ("http://[::1]:9", "http://[::1]:9/v1/public"),
        ])
    func base(text: String, normalized: String) throws {
        let configuration = try MarvelConfiguration(baseURL: text, publicKey: "", privateKey: "")
        #expect(configuration.baseURL == normalized)
    }

    @Test(
        "what is no plain http URL is refused",
        arguments: [
            "", "embedded", "ftp://host", "file:///etc", "http://", "http:///path", "http://user:pass@host",
            "http://h?a=b",
            "http://h#x", "http://h h", "http://:80", "http://h\"", "//host", "javascript:alert(1)",
        ])
    func refusal(text: String) {
        #expect(throws: MarvelConfiguration.UnusableURL.self) {
            try MarvelConfiguration(baseURL: text, publicKey: "", privateKey: "")
        }
    }
}
