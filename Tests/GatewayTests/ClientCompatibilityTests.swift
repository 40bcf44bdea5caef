import HTTP
import HTTPTypes
import Testing

@testable import Gateway

/// The requests of clients of the former API, which change only the base URL.
@Suite("Clients of the former API")
struct ClientCompatibilityTests {
    private let client: GatewayClient

    init() throws {
        let configuration = GatewayConfiguration(
            access: .keys(["1234": "abcd"]), dailyLimit: nil, now: { GatewayClient.now })
        client = try GatewayClient(configuration)
    }

    private func query(_ timestamp: String) -> String {
        let hash = Credentials.hash(timestamp: timestamp, secret: "abcd", key: "1234")
        return "ts=\(timestamp)&apikey=1234&hash=\(hash)"
    }

    @Test(
        "may send any text as the timestamp",
        arguments: [
            "1", "1716900000", "1716900000123", "1716900000.123456", "2014-02-0712:34:56", "ort", "0",
            "Fri-Feb-07-2014", "8f14e45f-ceea-467f-a0e6-1f2b3c4d5e6f", "-1",
        ])
    func timestamps(timestamp: String) async throws {
        let response = await client.get("/v1/public/characters?\(query(timestamp))")
        #expect(response.status == .ok)
    }

    @Test("may escape the timestamp or not, send credentials in any order, and start queries with an ampersand")
    func queryOrder() async throws {
        let hash = Credentials.hash(timestamp: "2014-02-0712:34:56", secret: "abcd", key: "1234")
        for target in [
            "/v1/public/characters?hash=\(hash)&apikey=1234&ts=2014-02-0712%3A34%3A56",
            "/v1/public/characters?limit=5&ts=2014-02-0712:34:56&apikey=1234&hash=\(hash)",
            "/v1/public/characters?&limit=30&ts=2014-02-0712:34:56&apikey=1234&hash=\(hash)&",
            "/v1/public/characters/?apikey=1234&hash=\(hash.uppercased())&ts=2014-02-0712:34:56",
            "/v1/public/characters/1/?ts=2014-02-0712%3a34%3a56&apikey=1234&hash=\(hash)",
            "/v1/public/%63haracters/1/comics?ts=2014-02-0712:34:56&apikey=1234&hash=\(hash)",
        ] {
            #expect(await client.get(target).status == .ok, "\(target)")
        }
    }

    @Test(
        "encode lists and texts as their libraries do",
        arguments: [
            ("comics?characters=2,8", [1004, 1001, 1005]), ("comics?characters=2%2C8", [1004, 1001, 1005]),
            ("comics?characters=2, 8", [1004, 1001, 1005]), ("comics?characters=2%2C+8", [1004, 1001, 1005]),
            ("comics?characters=2&characters=8", [1004, 1001, 1005]),
            ("comics?characters=2&limit=100&characters=8", [1004, 1001, 1005]),
            ("comics?sharedAppearances=8&sharedAppearances=9", [1005]),
            ("series?contains=digest&contains=hardcover", [102]),
            ("comics?orderBy=-issueNumber&orderBy=title&limit=3", [1000, 1002, 1005]),
            ("comics?orderBy=issueNumber%2C-modified&limit=2", [1003, 1004]),
            ("comics?format=comic&formatType=comic&hasDigitalIssue=True&orderBy=title&limit=10", []),
            ("comics?noVariants=True&characters=2", [1001]), ("comics?noVariants=false&characters=2", [1001]),
            (
                "comics?dateRange=1962-01-01T00%3A00%3A00%2B00%3A00%2C1963-12-31T23%3A59%3A59%2B00%3A00",
                [1001, 1000]
            ),
            ("characters?modifiedSince=2014-04-29T14%3A18%3A17-0400", [1, 2]),
            ("characters?modifiedSince=2014-04-29T18%3A18%3A17%2B00%3A00", [1, 2]),
            ("characters?modifiedSince=2014-04-29T18:18:17+00:00", [1, 2]),
            ("characters?modifiedSince=2014-04-29T18%3A18%3A17.000Z", [1, 2]),
            ("characters?modifiedSince=2014-04-29%2014:18:18", [1, 2]),
            ("characters?name=Jean%20Grey", [8, 9]), ("characters?name=Jean+Grey", [8, 9]),
            ("events?name=Acts%20of%20Vengeance!", [201]), ("events?name=Acts+of+Vengeance%21", [201]),
            ("creators?lastName=Lee&orderBy=firstName,-modified", [30]),
            ("characters?limit=2&limit=1&name=Jean+Grey", [8]),
        ])
    func spellings(target: String, expected: [Int]) async throws {
        let response = await client.get("/v1/public/\(target)&\(query("1"))")
        let data = try JSONParser.parse(response.bytes)["data"]
        #expect(data?["results"]?.elements.compactMap { $0["id"]?.int } == expected, "\(response.text.prefix(200))")
    }

    @Test("a repeated list has the same limit on ids as a single one")
    func repeated() async throws {
        let ids = (1...11).map { "characters=\($0)" }.joined(separator: "&")
        let response = await client.get("/v1/public/comics?\(ids)&\(query("1"))")
        #expect(response.text == #"{"code":409,"status":"You may not submit more than 10 character ids."}"#)
        let ten = (1...10).map { "characters=\($0)" }.joined(separator: "&")
        #expect(await client.get("/v1/public/comics?\(ten)&\(query("1"))").status == .ok)
        #expect(await client.get("/v1/public/comics?\(ten)&\(ten)&\(query("1"))").status == .ok)
        #expect(await client.get("/v1/public/comics?\(ten)&characters=1,+2,01,x&\(query("1"))").status == .ok)
    }

    @Test("a CORS preflight is allowed without keys")
    func preflight() async throws {
        for path in ["/v1/public/characters", "/v1/public/characters/1/comics", "/v1/public/comics/1000", "/"] {
            let fields: HTTPFields = [
                .origin: "https://app.example", .accessControlRequestMethod: "GET",
                .accessControlRequestHeaders: "if-none-match",
            ]
            let response = await client.gateway.respond(to: Request(method: .options, target: path, fields: fields))
            #expect(response.status == .noContent)
            #expect(response.bytes.isEmpty)
            #expect(response.fields[.accessControlAllowOrigin] == "*")
            #expect(response.fields[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
            #expect(response.fields[.accessControlAllowHeaders] == "*, Authorization")
            #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
        }
        let nowhere = await client.gateway.respond(to: Request(method: .options, target: "/v1/public/heroes"))
        #expect(nowhere.status == .notFound)
    }

    @Test("a CORS preflight is not a call: it is neither counted, nor delayed, nor made to fail")
    func uncounted() async throws {
        var configuration = GatewayConfiguration(access: .open, dailyLimit: 1, now: { GatewayClient.now })
        configuration.failPercent = 100
        configuration.delay = 600_000
        let failing = try GatewayClient.withOwnArchive(configuration)
        let response = await failing.gateway.respond(to: Request(method: .options, target: "/v1/public/comics"))
        #expect(response.status == .noContent)
        configuration.failPercent = 0
        configuration.delay = 0
        let counting = try GatewayClient.withOwnArchive(configuration)
        for _ in 0..<3 {
            _ = await counting.gateway.respond(to: Request(method: .options, target: "/v1/public/comics"))
        }
        #expect(await counting.get("/v1/public/comics").status == .ok)
        #expect(await counting.get("/v1/public/comics").status == .tooManyRequests)
    }

    @Test("scripts may read ETag, Link and Retry-After")
    func exposed() async throws {
        for target in ["/v1/public/characters?\(query("1"))", "/v1/public/characters"] {
            #expect(await client.get(target).fields[.accessControlExposeHeaders] == "ETag, Link, Retry-After")
        }
    }

    @Test("HEAD has the same fields as GET")
    func head() async throws {
        let target = "/v1/public/comics?\(query("1"))"
        let get = await client.get(target)
        let head = await client.gateway.respond(to: Request(method: .head, target: target))
        #expect(head.status == .ok)
        #expect(head.fields == get.fields)
    }
}
