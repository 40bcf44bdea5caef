import Curl
import Foundation
import Support
import Testing

/// The behaviour of the fake server that other tests rely on.
@Suite("The fake server of Comic Vine", .timeLimit(.minutes(1)))
struct ComicVineServerTests {
    private let server: ComicVineServer
    private let clock = ManualClock()
    private let curl = Curl()

    init() throws { server = try ComicVineServer(now: { [clock] in clock.now }) }

    private struct Answer: Decodable {
        let total: Int
        let code: Int
        let results: [Record]

        private enum CodingKeys: String, CodingKey {
            case total = "number_of_total_results"
            case code = "status_code"
            case results
        }
    }

    private struct Record: Decodable, Equatable {
        let id: Int
        let name: String?
        let deck: String?
    }

    private func get(
        _ path: String, key: String = ComicVineServer.key, agent: String = "Test/1"
    ) async throws -> CurlResponse {
        let separator = path.contains("?") ? "&" : "?"
        return try await curl.send(
            CurlRequest(
                url: "\(server.url)/\(path)\(separator)api_key=\(key)&format=json",
                headers: agent.isEmpty ? [("User-Agent", "")] : [("User-Agent", agent)]))
    }

    private func list(_ path: String) async throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(try await get(path).body))
    }

    @Test("an id list is answered in ascending order, with unknown ids missing and only the fields asked for")
    func ids() async throws {
        let answer = try await list("characters/?filter=id:1444%7C99%7C1443&field_list=id,name")
        #expect(
            answer.results == [
                .init(id: 1443, name: "Spider-Man", deck: nil), .init(id: 1444, name: "Storm", deck: nil),
            ])
        #expect(server.calls[0].ids == [1444, 99, 1443])
    }

    @Test("names are found by a part of them, and a comma ends the text")
    func names() async throws {
        let storm = try await list("characters/?filter=name:STORM&field_list=id")
        #expect(Set(storm.results.map(\.id)).isSuperset(of: [1444, 14_695]))
        let comma = try await list("characters/?filter=name:Lo,%20this&limit=1")
        #expect(comma.total == (try await list("characters/?filter=name:lo").total))
    }

    @Test("a filter and an order without a mark are ignored, and a page has at most 100 records")
    func unmarked() async throws {
        let all = try await list("characters/?limit=1")
        let page = try await list("characters/?filter=publisher:31&sort=publisher:desc&limit=500&field_list=id,name")
        #expect(
            page.total == all.total && page.results.count <= 100
                && page.results.first == Record(id: 1253, name: "Lightning Lad", deck: nil))
        let beyond = try await list("characters/?offset=5000")
        #expect(beyond.results.isEmpty && beyond.total == all.total)
    }

    @Test("changes are found by their dates")
    func changes() async throws {
        server.change(1443) { $0.updated = "2026-11-23 08:00:00" }
        server.change(1253) { $0.updated = "2026-11-23 09:00:00" }
        let range = "2026-11-23%2000:00:00%7C2026-11-24%2000:00:00"
        let answer = try await list("characters/?filter=date_last_updated:\(range)&sort=date_last_updated:desc")
        #expect(answer.results.map(\.id) == [1253, 1443])
        server.remove(1443)
        let response = try await get("character/4005-1443/")
        #expect(
            response.status == 404 && String(decoding: response.body, as: UTF8.self).contains(#""status_code":101"#))
    }

    @Test("a wrong key, no User-Agent and no trailing slash are refused")
    func refusals() async throws {
        #expect(try await get("characters/", key: "wrong").status == 401)
        #expect(try await get("characters/", agent: "").status == 403)
        #expect(try await get("characters").status == 301)
        #expect(server.calls.map(\.hasRightKey) == [false, true, true])
    }

    @Test("each path has its own limit per hour")
    func limits() async throws {
        server.setLimits(.init(perHour: 2))
        for status in [200, 200, 420] { #expect(try await get("issues/?limit=1").status == status) }
        #expect(try await get("volumes/?limit=1").status == 200)
        clock.advance(by: 3600)
        #expect(try await get("issues/?limit=1").status == 200)
    }
}
