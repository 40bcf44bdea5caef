import Basics
import GRDB
import Testing

@testable import Gateway

@Suite("The path between two heroes")
struct PathSearchTests {
    /// Heroes 1 to 30 with what they share: 1 and 2 have a relation, a team and a comic; 3 is in a team of 2; the rest
    /// are works.
    private static let works: [(Kind, Int, [Int])] = [
        (.comics, 1, [1, 2]), (.comics, 2, [3, 4, 5, 6]), (.comics, 3, [3, 4, 5]), (.events, 4, [3, 4, 7]),
        (.series, 5, [4, 8, 22, 23]), (.comics, 6, [7, 8]), (.comics, 7, [8, 9]), (.series, 8, [9, 10]),
        (.comics, 9, [20, 21]),
        // From 10 to 12: through 11 with a team and a relation, or through 13 and 14 with small comics.
        (.comics, 10, [10, 13]), (.comics, 11, [13, 12]), (.comics, 12, [10, 14, 15, 16]), (.comics, 13, [12, 14]),
        // From 24 to 27: three comics, or a series or an event of both.
        (.comics, 14, [24, 25]), (.comics, 15, [25, 26]), (.comics, 16, [26, 27]), (.series, 17, [24, 27]),
        (.events, 18, [24, 27]),
        // From 28 to 30: an anthology of both, its series, or two events, of which one has fewer heroes.
        (.comics, 19, [28, 30]), (.series, 20, [28, 30]), (.events, 21, [28, 29, 17]), (.events, 22, [28, 29]),
        (.events, 23, [29, 30]),
    ]

    private static func client(
        _ works: [(Kind, Int, [Int])], anthologies: [ObjectKey] = []
    ) throws -> GatewayClient {
        let teams: [Int: String] = [1: "A", 2: "A", 3: "A", 10: "B", 11: "B"]
        let heroes = (1...30).map { id in
            let facts =
                Facts(teams: teams[id].map { [Facts.Membership(line: $0)] } ?? []).json().map { ["facts": $0] } ?? [:]
            return ArchiveEntry(
                kind: .characters, id: id, fields: ["name": .string("Hero \(id)")].merging(facts) { $1 })
        }
        let entries = works.map { kind, id, heroes in
            ArchiveEntry(
                kind: kind, id: id, fields: ["title": .string("Work \(id)")],
                links: heroes.map { ArchiveEntry.Link(kind: .characters, id: $0) })
        }
        let archive = try Archive()
        try archive.add(heroes + entries, marvel: false) { db in
            for (hero, other, kind, reason) in [
                (1, 2, 2, "a foe"), (2, 1, 2, "a rival"), (11, 12, 1, "old friends"), (12, 11, 1, "old friends"),
            ] {
                try db.execute(
                    sql: "INSERT INTO heroRelation VALUES (?, ?, ?, ?)", arguments: [hero, kind, other, reason])
            }
            for key in anthologies { try db.execute(sql: "INSERT INTO anthology VALUES (?)", arguments: [key]) }
        }
        return GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    private static let anthologies = [ObjectKey(.comics, 19), ObjectKey(.series, 20)]
    private static let client = Result { try client(works, anthologies: anthologies) }

    /// Returns the steps as texts such as "enemy: a foe > 2" and "comics 3 > 4".
    private static func steps(_ client: GatewayClient, _ start: Int, _ end: Int) async throws -> [String] {
        try await client.results("characters/\(start)/to/\(end)").map { step in
            let number = { (value: JSON?) in value?["resourceURI"]?.text?.split(separator: "/").last ?? "" }
            let link = step["link"]
            let reason = link?["reason"]?.text.map { ": \($0)" }
            return
                "\(link?["kind"]?.text ?? "")\(reason ?? " \(link?["name"]?.text ?? "")") > \(number(step["character"]))"
        }
    }

    @Test(
        "has the fewest steps, and of equally short ones the best",
        arguments: [
            // A relation is better than a team and a comic, a team better than a comic.
            (1, 2, ["enemy: a foe > 2"]), (2, 1, ["enemy: a rival > 1"]), (3, 2, ["teams A > 2"]),
            // A work with few heroes is better than one with many.
            (3, 5, ["comics Work 3 > 5"]), (3, 6, ["comics Work 2 > 6"]),
            (3, 8, ["events Work 4 > 7", "comics Work 6 > 8"]), (1, 4, ["teams A > 3", "comics Work 3 > 4"]),
            (20, 21, ["comics Work 9 > 21"]),
            (3, 10, ["events Work 4 > 7", "comics Work 6 > 8", "comics Work 7 > 9", "series Work 8 > 10"]),
            (10, 12, ["teams B > 11", "ally: old friends > 12"]), (13, 12, ["comics Work 11 > 12"]),
            // Series and events count only if nothing else leads there, and anthologies never.
            (24, 27, ["comics Work 14 > 25", "comics Work 15 > 26", "comics Work 16 > 27"]),
            (28, 30, ["events Work 22 > 29", "events Work 23 > 30"]),
            (20, 1, []), (30, 1, []), (5, 5, []),
        ])
    func best(start: Int, end: Int, expected: [String]) async throws {
        #expect(try await Self.steps(Self.client.get(), start, end) == expected)
    }

    @Test("does not depend on the order in which objects are added")
    func order() async throws {
        let reversed = try Self.client(Self.works.reversed(), anthologies: Self.anthologies)
        for (start, end) in [(3, 10), (10, 3), (10, 12), (6, 9), (24, 27)] {
            #expect(try await Self.steps(reversed, start, end) == Self.steps(Self.client.get(), start, end))
        }
    }

    @Test("has each character with its picture, and a link to what both share")
    func format() async throws {
        let step = try await BundledCatalogue.client.get().results("characters/1009610/to/9000004")
        #expect(step.count == 1)
        #expect(step[0]["link"] == ["kind": "enemy", "reason": "killed Gwen Stacy"])
        #expect(step[0]["character"]?["thumbnail"]?["path"] == "http://test/images/characters/9000004")
        let data = try await Self.client.get().data("characters/3/to/5")
        #expect(["total", "count"].map { data[$0]?.int } == [1, 1])
        #expect(
            data["results"]?.elements.first?["link"] == [
                "kind": "comics", "resourceURI": "http://test/v1/public/comics/3", "name": "Work 3",
            ])
    }

    @Test(
        "is not found from or to an unknown character, and takes no parameters",
        arguments: [
            ("characters/99/to/1", 404), ("characters/1/to/99", 404), ("characters/99/to/99", 404),
            ("characters/1/to/x", 404), ("characters/1/to/", 404), ("comics/1/to/2", 404), ("characters/1/to/2/3", 404),
            ("characters/1/to/2?limit=5", 409), ("characters/1/to/2?facts=true", 409), ("characters/1/to/2/", 200),
        ])
    func refused(target: String, status: Int) async throws {
        let response = await (try Self.client.get()).get("/v1/public/" + target)
        #expect(response.status.code == status)
    }

    @Test("has at most six steps through comics if an event leads there")
    func close() async throws {
        let client = try Self.client((13...22).map { (.comics, $0, [$0, $0 + 1]) } + [(.events, 1, [13, 19, 20])])
        #expect(try await Self.steps(client, 13, 19).count == 6)
        #expect(try await Self.steps(client, 13, 20) == ["events Work 1 > 20"])
    }

    @Test("has no event if another path of the same length has none")
    func fewestEvents() async throws {
        // Eight comics, of which an event with fewer heroes could replace one.
        let client = try Self.client((13...20).map { (.comics, $0, [$0, $0 + 1, $0 + 9]) } + [(.events, 1, [16, 17])])
        #expect(try await Self.steps(client, 13, 21) == (13...20).map { "comics Work \($0) > \($0 + 1)" })
    }

    @Test("has at most twenty steps")
    func long() async throws {
        let client = try Self.client((1...29).map { (.comics, $0, [$0, $0 + 1]) })
        #expect(try await Self.steps(client, 4, 24).count == 20)
        #expect(try await Self.steps(client, 4, 25).count == 0)
    }
}
