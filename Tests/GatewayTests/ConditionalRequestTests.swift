import FoundationEssentials
import HTTP
import HTTPTypes
import Testing

@testable import Gateway

@Suite("Conditional requests")
struct ConditionalRequestTests {
    @Test("the tag is 40 hexadecimal digits, the same in the header and in the envelope")
    func tag() async throws {
        let client = try GatewayClient()
        let response = await client.get("/v1/public/characters")
        let tag = try #require(response.fields[.eTag])
        #expect(tag.utf8.count == 40)
        #expect(tag.allSatisfy { "0123456789abcdef".contains($0) })
        #expect(try await client.json("characters")["etag"]?.text == tag)
        #expect(response.fields[.contentType] == "application/json; charset=utf-8")
        #expect(response.fields[.accessControlAllowOrigin] == "*")
    }

    @Test("the tag changes with the content")
    func changes() async throws {
        let client = try GatewayClient()
        let first = await client.get("/v1/public/characters/1").fields[.eTag]
        #expect(await client.get("/v1/public/characters/1").fields[.eTag] == first)
        #expect(await client.get("/v1/public/characters/2").fields[.eTag] != first)
        #expect(await client.get("/v1/public/characters?name=Spider-Man").fields[.eTag] == first)
        #expect(await client.get("/v1/public/characters?name=Spider-Man&limit=1").fields[.eTag] != first)
    }

    @Test("a matching If-None-Match gets an empty 304", arguments: ["TAG", "\"TAG\"", "W/\"TAG\"", "x, TAG", "*"])
    func notModified(spelling: String) async throws {
        let client = try GatewayClient()
        let tag = try #require(await client.get("/v1/public/characters").fields[.eTag])
        let condition = spelling.split(separator: "TAG", omittingEmptySubsequences: false).joined(separator: tag)
        let response = await client.get("/v1/public/characters", [.ifNoneMatch: condition])
        #expect(response.status == .notModified)
        #expect(response.bytes.isEmpty)
        #expect(response.fields[.eTag] == tag)
        #expect(response.fields[.contentType] == nil)
        #expect(response.fields[.accessControlAllowOrigin] == "*")
    }

    @Test("another tag gets the full response", arguments: ["", "\"\"", "0000", "W/"])
    func other(condition: String) async throws {
        let response = await (try GatewayClient()).get("/v1/public/characters", [.ifNoneMatch: condition])
        #expect(response.status == .ok)
        #expect(!response.bytes.isEmpty)
    }

    @Test("errors are never 304")
    func errors() async throws {
        let response = await (try GatewayClient()).get("/v1/public/characters/77", [.ifNoneMatch: "*"])
        #expect(response.status == .notFound)
    }
}

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
        "is else the request's Host",
        arguments: [
            ("127.0.0.1:8081", "http://127.0.0.1:8081"), ("[::1]:80", "http://[::1]:80"), ("a.test", "http://a.test"),
        ])
    func requestHost(host: String, expected: String) async throws {
        #expect(try await uri(nil, host: host) == expected + "/v1/public/characters/1")
        #expect(try await uri(nil, host: nil) == "http://localhost/v1/public/characters/1")
    }

    @Test(
        "is behind a trusted proxy what that says of host and protocol, and otherwise not",
        arguments: [
            ("127.0.0.1", ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "api.test"], "https://api.test"),
            ("127.0.0.1", ["X-Forwarded-Proto": "HTTPS"], "https://a.test:8081"),
            ("127.0.0.1", ["X-Forwarded-Host": "api.test:444"], "http://api.test:444"),
            ("127.0.0.1", ["X-Forwarded-Proto": "http"], "http://a.test:8081"),
            ("127.0.0.1", ["X-Forwarded-Host": "\"\\"], "http://a.test:8081"),
            ("127.0.0.1", ["X-Forwarded-Host": "evil>; rel=\"x"], "http://a.test:8081"),
            ("127.0.0.1", [:], "http://a.test:8081"),
            ("127.0.0.2", ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "api.test"], "http://a.test:8081"),
        ])
    func proxy(peer: String, fields: [String: String], expected: String) async throws {
        var configuration = GatewayClient.openConfiguration
        configuration.baseURL = nil
        configuration.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
        var request = Request(target: "/v1/public/characters/1", peer: peer)
        for (name, value) in fields.merging(["Host": "a.test:8081"], uniquingKeysWith: { $1 }) {
            request.fields[try #require(HTTPField.Name(name))] = value
        }
        let gateway = try GatewayClient(configuration).gateway
        let json = try JSONParser.parse(await gateway.respond(to: request).bytes)
        let hero = json["data"]?["results"]?.elements.first
        #expect(hero?["resourceURI"]?.text == expected + "/v1/public/characters/1")
        request.target = "/openapi.json"
        let description = try JSONParser.parse(await gateway.respond(to: request).bytes)
        #expect(description["servers"]?.elements.first?["url"]?.text == expected)
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
