import FoundationEssentials
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway

@Suite("Authentication")
struct AuthenticationTests {
    private static let keyed = GatewayConfiguration(baseURL: "", access: .keys(["1234": "abcd", "ö": "ü"]))

    private func get(_ query: String) async throws -> String {
        let response = await (try GatewayClient(Self.keyed)).get("/v1/public/characters/1?\(query)")
        return response.status == .ok ? "ok" : "\(response.status.code) \(response.text)"
    }

    @Test("the hash of the API's documentation is accepted")
    func known() async throws {
        #expect(Credentials.hash(timestamp: "1", secret: "abcd", key: "1234") == "ffd275c5130566a2916217b101f26150")
        #expect(try await get("ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150") == "ok")
        #expect(try await get("hash=FFD275C5130566A2916217B101F26150&apikey=1234&ts=1") == "ok")
    }

    @Test("keys with non-ASCII characters are hashed as UTF-8")
    func unicode() async throws {
        let hash = Credentials.hash(timestamp: "z z", secret: "ü", key: "ö")
        #expect(try await get("ts=z+z&apikey=%C3%B6&hash=\(hash)") == "ok")
    }

    @Test(
        "the first missing credential is named",
        arguments: [
            ("", "You must provide a user key."), ("ts=1&hash=a", "You must provide a user key."),
            ("apikey=", "You must provide a user key."), ("apikey=1234", "You must provide a hash."),
            ("apikey=1234&ts=1", "You must provide a hash."), ("apikey=1234&ts=1&hash=", "You must provide a hash."),
            ("apikey=1234&hash=a", "You must provide a timestamp."),
            ("apikey=1234&hash=a&ts=", "You must provide a timestamp."),
        ])
    func missing(query: String, message: String) async throws {
        #expect(try await get(query) == #"409 {"code":"MissingParameter","message":"\#(message)"}"#)
    }

    @Test(
        "a wrong hash or key is refused",
        arguments: [
            (
                "ts=2&apikey=1234&hash=ffd275c5130566a2916217b101f26150",
                "That hash, timestamp and key combination is invalid."
            ),
            ("ts=1&apikey=1234&hash=ffd2", "That hash, timestamp and key combination is invalid."),
            ("ts=1&apikey=1235&hash=ffd275c5130566a2916217b101f26150", "The passed API key is invalid."),
        ])
    func wrong(query: String, message: String) async throws {
        #expect(try await get(query) == #"401 {"code":"InvalidCredentials","message":"\#(message)"}"#)
    }

    @Test("an open gateway needs no credentials and ignores them")
    func open() async throws {
        let client = try GatewayClient()
        #expect(await client.get("/v1/public/characters/1").status == .ok)
        #expect(await client.get("/v1/public/characters/1?ts=1&apikey=unknown&hash=x").status == .ok)
    }
}

@Suite("The daily limit")
struct DailyLimitTests {
    private static let call = "/v1/public/characters/1?ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"

    private static func configuration(limit: Int?, at seconds: Double) -> GatewayConfiguration {
        GatewayConfiguration(
            baseURL: "", access: .keys(["1234": "abcd", "other": "x"]), dailyLimit: limit,
            now: { Date(timeIntervalSince1970: seconds) })
    }

    @Test("a call over the limit is 429, with Retry-After until midnight")
    func throttled() async throws {
        let client = try GatewayClient(Self.configuration(limit: 2, at: 86_400 * 10 - 30))
        #expect(await client.get(Self.call).status == .ok)
        #expect(await client.get(Self.call).status == .ok)
        let refused = await client.get(Self.call)
        #expect(refused.status == .tooManyRequests)
        #expect(
            refused.text
                == #"{"code":"RequestThrottled","message":"You have exceeded your rate limit.  Please try again later."}"#
        )
        #expect(refused.fields[.retryAfter] == "30")
    }

    @Test("authorized calls are counted, even if they are refused, for each key")
    func counted() async throws {
        let client = try GatewayClient(Self.configuration(limit: 2, at: 1000))
        let other = Credentials.hash(timestamp: "1", secret: "x", key: "other")
        #expect(await client.get(Self.call + "&limit=0").status == .conflict)
        #expect(await client.get(Self.call).status == .ok)
        #expect(await client.get(Self.call).status == .tooManyRequests)
        #expect(await client.get("/v1/public/characters/1?ts=1&apikey=other&hash=\(other)").status == .ok)
    }

    @Test(
        "calls that are not authorized take nothing of a key's day",
        arguments: [
            "apikey=1234", "apikey=1234&ts=1", "apikey=1234&hash=x", "apikey=1234&hash=x&ts=1",
            "apikey=1234&hash=ffd275c5130566a2916217b101f26150&ts=2", "apikey=unknown&hash=x&ts=1", "",
        ])
    func unauthorized(query: String) async throws {
        let client = try GatewayClient(Self.configuration(limit: 1, at: 1000))
        for _ in 0..<3 {
            let refused = await client.get("/v1/public/characters?" + query).status
            #expect([.conflict, .unauthorized].contains(refused))
        }
        #expect(await client.get(Self.call).status == .ok)
        #expect(await client.get(Self.call).status == .tooManyRequests)
        let refused = await client.get("/v1/public/characters?" + query).status
        #expect([.conflict, .unauthorized].contains(refused))
    }

    @Test("without a limit no call is refused, and an open gateway counts all calls together")
    func none() async throws {
        let client = try GatewayClient(Self.configuration(limit: nil, at: 1000))
        for _ in 0..<20 { #expect(await client.get(Self.call).status == .ok) }
        let open = try GatewayClient(GatewayConfiguration(baseURL: "", access: .open, dailyLimit: 1))
        #expect(await open.get("/v1/public/characters?apikey=a").status == .ok)
        #expect(await open.get("/v1/public/characters?apikey=b").status == .tooManyRequests)
        #expect(await open.get("/").status == .notFound, "no call")
    }

    @Test("concurrent calls are counted exactly")
    func concurrent() async throws {
        let client = try GatewayClient(Self.configuration(limit: 60, at: 1000))
        let answers = await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { await client.get(Self.call).status.code } }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(answers == [200: 60, 429: 40])
    }
}
