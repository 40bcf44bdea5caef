import FoundationEssentials
import HTTP
import HTTPTypes
import Testing

@testable import Gateway

@Suite("The gateway's base URL")
struct BaseURLTests {
    private func uri(_ configured: String?, host: String?) async throws -> String? {
        var configuration = GatewayClient.openConfiguration
        configuration.baseURL = configured
        let name = try #require(HTTPField.Name("Host"))
        var fields: HTTPFields = [:]
        if let host { fields[name] = host }
        let response = await (try GatewayClient(configuration)).get("/v1/public/characters/1", fields)
        let json = try JSONParser.parse(response.bytes)
        return json["data"]?["results"]?.elements.first?["resourceURI"]?.text
    }

    @Test("is the configured one, which may be empty")
    func configured() async throws {
        #expect(try await uri("https://a.test/x", host: "b") == "https://a.test/x/v1/public/characters/1")
        #expect(try await uri("", host: "b") == "/v1/public/characters/1")
        #expect(try await uri("\"\\", host: "b") == "\"\\/v1/public/characters/1")
    }

    @Test(
        "is else the request's Host if that is valid",
        arguments: [
            ("127.0.0.1:8081", "http://127.0.0.1:8081"), ("[::1]:80", "http://[::1]:80"), ("a.test", "http://a.test"),
            ("a b", "http://localhost"), ("a\"<script>", "http://localhost"), ("", "http://localhost"),
            ("a/b", "http://localhost"), ("user@a", "http://localhost"),
        ])
    func requestHost(host: String, expected: String) async throws {
        #expect(try await uri(nil, host: host) == expected + "/v1/public/characters/1")
        #expect(try await uri(nil, host: nil) == "http://localhost/v1/public/characters/1")
    }

    @Test("calls are delayed if configured")
    func delayed() async throws {
        var configuration = GatewayClient.openConfiguration
        configuration.delay = 20
        let client = try GatewayClient(configuration)
        let start = ContinuousClock.now
        _ = await client.get("/v1/public/characters")
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }
}
