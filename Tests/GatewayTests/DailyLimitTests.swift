import FoundationEssentials
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway

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

    @Test("refused calls are counted, keys are counted separately, unknown keys are not counted")
    func counted() async throws {
        let client = try GatewayClient(Self.configuration(limit: 2, at: 1000))
        #expect(await client.get("/v1/public/characters?apikey=1234").status == .conflict)
        #expect(await client.get("/v1/public/characters?apikey=unknown&hash=x&ts=1").status == .unauthorized)
        #expect(await client.get("/v1/public/characters?apikey=other&hash=x&ts=1").status == .unauthorized)
        #expect(await client.get(Self.call).status == .ok)
        #expect(await client.get(Self.call).status == .tooManyRequests)
        #expect(await client.get("/v1/public/characters?apikey=other&hash=x&ts=1").status == .unauthorized)
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

    @Test("counts in a file survive a restart and end with the day")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive.sqlite")
        try archive.add([ArchiveEntry(kind: .characters, id: 1, fields: [:])], marvel: false)
        let calls = DailyCallCounter(archive)
        for expected in 1...5 { #expect(await calls.count("1234", day: 7) == expected) }
        await calls.waitUntilSaved()
        let reopened = DailyCallCounter(try Archive(path: folder.path + "/archive.sqlite"))
        #expect(await reopened.count("1234", day: 7) == 6)
        #expect(await reopened.count("1234", day: 8) == 1)
        #expect(await reopened.count("other", day: 8) == 1)
    }

    @Test("a failure to save counts is reported, and calls are still answered")
    func unwritable() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive.sqlite")
        try await archive.database.write { db in try db.execute(sql: "DROP TABLE calls") }
        let reports = ErrorRecorder()
        let calls = DailyCallCounter(archive, report: reports.add)
        #expect(await calls.count("1234", day: 7) == 1)
        await calls.waitUntilSaved()
        #expect(reports.all.count == 2)
        #expect(await calls.count("1234", day: 7) == 2)
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
