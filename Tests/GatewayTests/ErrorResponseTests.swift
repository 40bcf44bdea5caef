import HTTP
import HTTPTypes
import Synchronization
import Testing

@testable import Gateway

@Suite("Error responses")
struct ErrorResponseTests {
    @Test(
        "of the application repeat the status and name the error",
        arguments: [
            ("characters/2000", 404, "We couldn't find that character"),
            ("characters/abc", 404, "We couldn't find that character"),
            ("characters/99999999999999999999999", 404, "We couldn't find that character"),
            ("characters/2000/comics", 404, "We couldn't find that character"),
            ("comics/2000", 404, "We couldn't find that comic_issue"),
            ("stories/2000", 404, "We couldn't find that comic_story"),
            ("series/2000/comics", 404, "We couldn't find that series"),
            ("characters?limit=0", 409, "You must pass an integer limit greater than 0."),
            ("characters?limit=ten", 409, "You must pass an integer limit greater than 0."),
            ("characters?limit=101", 409, "You may not request more than 100 items."),
            ("characters?limit=99999999999999999999999", 409, "You may not request more than 100 items."),
            ("characters?offset=-1", 409, "You must pass an integer offset greater than or equal to 0."),
            ("characters?invalid_param=1", 409, "We don't recognize the parameter invalid_param"),
            ("characters?%22%3C=1", 409, #"We don't recognize the parameter \"<"#),
            ("characters/1?name=x", 409, "We don't recognize the parameter name"),
            ("stories?characters=1&sharedAppearances=1", 409, "We don't recognize the parameter sharedAppearances"),
            ("characters?name=", 409, "name cannot be blank if it is set"),
            ("characters?nameStartsWith=", 409, "nameStartsWith cannot be blank if it is set"),
            ("comics?orderBy=", 409, "orderBy cannot be blank if it is set"),
            ("characters?orderBy=goofiness", 409, "goofiness is not a valid ordering parameter."),
            ("characters?orderBy=name,-goofiness", 409, "-goofiness is not a valid ordering parameter."),
            ("characters?orderBy=name,", 409, " is not a valid ordering parameter."),
            ("characters?orderBy=id", 409, "id is not a valid ordering parameter."),
            ("characters?comics=1,2,3,4,5,6,7,8,9,10,11", 409, "You may not submit more than 10 issue ids."),
            ("comics?characters=1,2,3,4,5,6,7,8,9,10,11", 409, "You may not submit more than 10 character ids."),
            (
                "characters?comics=one", 409,
                "You must pass at least one valid issue id if you set the issue filter."
            ),
            (
                "characters?series=firstSeries", 409,
                "You must pass at least one valid series if you set the series filter."
            ),
            ("characters?comics=,", 409, "You must pass at least one valid issue id if you set the issue filter."),
            (
                "characters?modifiedSince=yesterday", 409,
                "You must pass at least one valid modifiedSince if you set the modifiedSince filter."
            ),
            ("comics?format=scroll", 409, "You must pass at least one valid format if you set the format filter."),
            (
                "comics?issueNumber=nan", 409,
                "You must pass at least one valid issueNumber if you set the issueNumber filter."
            ),
            (
                "comics?dateRange=2013-01-01", 409,
                "You must pass at least one valid dateRange if you set the dateRange filter."
            ),
            (
                "comics?noVariants=maybe", 409,
                "You must pass at least one valid noVariants if you set the noVariants filter."
            ),
        ])
    func application(target: String, code: Int, message: String) async throws {
        let response = await (try GatewayClient()).get("/v1/public/" + target)
        #expect(response.status.code == code)
        #expect(response.text == #"{"code":\#(code),"status":"\#(message)"}"#)
        #expect(response.fields[.contentType] == "application/json; charset=utf-8")
        #expect(response.fields[.accessControlAllowOrigin] == "*")
    }

    @Test(
        "to unknown paths are 404",
        arguments: [
            "/v1/public", "/v1/public/heroes", "/v1/public/characters/1/characters", "/v1/public/characters/1/heroes",
            "/v1/public/characters/1/comics/2", "/v2/public/characters", "/v1/private/characters", "//", "/%2e%2e/",
            "/v1/public//characters", "/v1/public/characters%2F1", "/images/characters/1.svg", "/favicon.ico",
        ])
    func unknownPath(path: String) async throws {
        let response = await (try GatewayClient()).get(path + "?apikey=1")
        #expect(response.status == .notFound)
        #expect(response.text == #"{"code":"ResourceNotFound","message":"\#(path) does not exist"}"#)
    }

    @Test("to unsupported methods are 405", arguments: ["POST", "PUT", "DELETE", "PATCH", "get"])
    func method(name: String) async throws {
        let method = try #require(HTTPRequest.Method(rawValue: name))
        let client = try GatewayClient(GatewayConfiguration(access: .keys(["1": "2"])))
        let response = await client.gateway.respond(to: Request(method: method, target: "/v1/public/characters"))
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        #expect(response.text == #"{"code":"MethodNotAllowed","message":"\#(name) is not allowed"}"#)
    }

    @Test("are sent to the configured percentage of calls")
    func failing() async throws {
        var configuration = GatewayClient.openConfiguration
        configuration.failPercent = 25
        configuration.random = { 0.2499 }
        let unlucky = await (try GatewayClient(configuration)).get("/v1/public/characters")
        #expect(unlucky.status == .internalServerError)
        #expect(unlucky.text == #"{"code":"InternalError","message":"The service could not answer this call."}"#)
        configuration.random = { 0.25 }
        #expect(await (try GatewayClient(configuration)).get("/v1/public/characters").status == .ok)
    }

    @Test("to malformed requests have the API gateway's format")
    func malformed() {
        let response = Gateway.errorResponse(.uriTooLong)
        #expect(response.status == .uriTooLong)
        #expect(response.fields[.contentType] == "application/json; charset=utf-8")
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        #expect(response.text == #"{"code":"URITooLong","message":"This request is refused: URI Too Long."}"#)
        #expect(Gateway.errorResponse(.requestTimeout).text.hasPrefix(#"{"code":"RequestTimeout","#))
    }

    @Test("to too many calls of one network at once differ from those to too many of a key in a day")
    func crowded() async throws {
        let crowded = Gateway.errorResponse(.tooManyRequests)
        #expect(crowded.status == .tooManyRequests)
        #expect(crowded.fields[.retryAfter] == "2")
        #expect(
            crowded.text == """
                {"code":"RequestThrottled","message":"Too many calls of your network wait for an answer.  \
                Please send fewer at once."}
                """)
        var configuration = GatewayClient.openConfiguration
        configuration.dailyLimit = 1
        let client = try GatewayClient(configuration)
        _ = await client.get("/v1/public/characters")
        let daily = await client.get("/v1/public/characters")
        #expect(daily.status == .tooManyRequests)
        // Seconds to midnight: the clock of the tests is at 16:53:20 UTC.
        #expect(daily.fields[.retryAfter] == "25600")
        #expect(daily.text != crowded.text)
    }

    @Test("an unreadable archive is an internal error, not a crash")
    func broken() async throws {
        let reports = Mutex<[String]>([])
        var configuration = GatewayClient.openConfiguration
        configuration.report = { error in reports.withLock { $0.append("\(error)") } }
        let client = try GatewayClient.withOwnArchive(configuration)
        try await client.gateway.archive.database.write { db in try db.execute(sql: "DROP TABLE characters") }
        #expect(await client.get("/v1/public/characters").status == .internalServerError)
        #expect(reports.withLock { $0.map { $0.contains("no such table: characters") } } == [true])
    }
}
