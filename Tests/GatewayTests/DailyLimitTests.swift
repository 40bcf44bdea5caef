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

    @Test("the call after the last allowed one is throttled, with the time until midnight")
    func throttled() async throws {
        let served = try Served(Self.configuration(limit: 2, at: 86_400 * 10 - 30))
        #expect(await served.get(Self.call).status == .ok)
        #expect(await served.get(Self.call).status == .ok)
        let refused = await served.get(Self.call)
        #expect(refused.status == .tooManyRequests)
        #expect(
            refused.text
                == #"{"code":"RequestThrottled","message":"You have exceeded your rate limit.  Please try again later."}"#
        )
        #expect(refused.fields[.retryAfter] == "30")
    }

    @Test("refused calls count too, each key has a count of its own, unknown keys have none")
    func counted() async throws {
        let served = try Served(Self.configuration(limit: 2, at: 1000))
        #expect(await served.get("/v1/public/characters?apikey=1234").status == .conflict)
        #expect(await served.get("/v1/public/characters?apikey=nobody&hash=x&ts=1").status == .unauthorized)
        #expect(await served.get("/v1/public/characters?apikey=other&hash=x&ts=1").status == .unauthorized)
        #expect(await served.get(Self.call).status == .ok)
        #expect(await served.get(Self.call).status == .tooManyRequests)
        #expect(await served.get("/v1/public/characters?apikey=other&hash=x&ts=1").status == .unauthorized)
    }

    @Test("no limit is no limit, and an open gateway counts all callers together")
    func none() async throws {
        let served = try Served(Self.configuration(limit: nil, at: 1000))
        for _ in 0..<20 { #expect(await served.get(Self.call).status == .ok) }
        let open = try Served(GatewayConfiguration(baseURL: "", access: .open, dailyLimit: 1))
        #expect(await open.get("/v1/public/characters?apikey=a").status == .ok)
        #expect(await open.get("/v1/public/characters?apikey=b").status == .tooManyRequests)
        #expect(await open.get("/").status == .ok)
    }

    @Test("counts outlive the process where there is a file, and end with the day")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive.sqlite")
        try archive.add([Entry(kind: .characters, id: 1, fields: [:])], marvel: false)
        let calls = DailyCalls(archive)
        for expected in 1...5 { #expect(await calls.count("1234", day: 7) == expected) }
        await calls.saved()
        let reopened = DailyCalls(try Archive(path: folder.path + "/archive.sqlite"))
        #expect(await reopened.count("1234", day: 7) == 6)
        #expect(await reopened.count("1234", day: 8) == 1)
        #expect(await reopened.count("other", day: 8) == 1)
    }

    @Test("an archive that cannot be written to still answers")
    func unwritable() async throws {
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.path + "/archive.sqlite")
        try await archive.database.write { db in try db.execute(sql: "DROP TABLE calls") }
        let reports = Reports()
        let calls = DailyCalls(archive, report: reports.add)
        #expect(await calls.count("1234", day: 7) == 1)
        await calls.saved()
        #expect(reports.all.count == 2)
        #expect(await calls.count("1234", day: 7) == 2)
    }

    @Test("calls that come at once are counted one by one")
    func concurrent() async throws {
        let served = try Served(Self.configuration(limit: 60, at: 1000))
        let answers = await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { await served.get(Self.call).status.code } }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(answers == [200: 60, 429: 40])
    }
}
