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

    @Test("is shown on the index page, in a curl command with a valid hash")
    func page() async throws {
        let configuration = GatewayConfiguration(baseURL: "http://test", access: .keys(["1234": "abcd", "<9>": "x"]))
        let local: HTTPFields = [try #require(HTTPField.Name("Host")): "localhost:8081"]
        let response = await (try GatewayClient(configuration)).get("/", local)
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(
            response.text.contains(
                "curl 'http://test/v1/public/characters?nameStartsWith=spi&amp;ts=1&amp;apikey=1234&amp;"
                    + "hash=ffd275c5130566a2916217b101f26150'"))
        for kind in Kind.allCases { #expect(response.text.contains("/v1/public/\(kind.rawValue)")) }
        let odd = GatewayConfiguration(baseURL: "http://test", access: .keys(["it's <&>": "x"]))
        #expect(
            await (try GatewayClient(odd)).get("/", local).text.contains("&amp;apikey=it%27s%20%3C%26%3E&amp;hash="))
        let open = await (try GatewayClient()).get("/")
        #expect(open.text.contains("nameStartsWith=spi'"))
    }

    @Test(
        "is shown without keys and hash to other machines",
        arguments: [("192.0.2.7", nil), ("2001:db8::1", nil), ("127.0.0.1", "192.0.2.7")])
    func otherMachine(peer: String, forwardedFor: String?) async throws {
        let configuration = GatewayConfiguration(baseURL: "http://test", access: .keys(["1234": "abcd"]))
        var request = Request(target: "/", peer: peer)
        request.fields[try #require(HTTPField.Name("Host"))] = "localhost"
        if let forwardedFor { request.fields[try #require(HTTPField.Name("X-Forwarded-For"))] = forwardedFor }
        let text = await (try GatewayClient(configuration)).gateway.respond(to: request).text
        #expect(text.contains("apikey=PUBLIC_KEY&amp;hash=") && !text.contains("1234"))
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
