import Basics
import Testing

@testable import Gateway

@Suite("Teams")
struct TeamTests {
    private static func archive() throws -> Archive {
        let heroes = [(1, "Hawkeye", ["Avengers", "West Coast"]), (2, "Wasp", ["avengers "]), (3, "Loki", [])]
        let archive = try Archive()
        try archive.add(
            heroes.map { id, name, teams in
                let facts = Facts(teams: teams.map(Facts.Membership.init(line:))).json().map { ["facts": $0] } ?? [:]
                return ArchiveEntry(
                    kind: .characters, id: id, fields: ["name": JSON.string(name)].merging(facts) { $1 })
            }, marvel: false)
        return archive
    }

    private func client(_ archive: Archive) -> GatewayClient {
        GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    @Test("are a kind of their own, with the characters whose facts name them")
    func members() async throws {
        let client = client(try Self.archive())
        let teams = try await client.results("teams")
        #expect(teams.compactMap { $0["name"]?.text } == ["Avengers", "West Coast"])
        let id = try #require(teams.first?["id"]?.int)
        #expect(try await client.ids("teams/\(id)") == [id])
        #expect(try await client.ids("teams/\(id)/characters") == [1, 2])
        #expect(try await client.ids("characters?teams=\(id)") == [1, 2])
        #expect(
            try await client.results("characters/1/teams").compactMap { $0["name"]?.text } == [
                "Avengers", "West Coast",
            ])
        #expect(try await client.ids("characters/3/teams") == [])
        #expect(await client.get("/v1/public/comics?teams=\(id)").status == .conflict)
        #expect(await client.get("/v1/public/teams/\(id)/comics").status == .notFound)
    }

    @Test(
        "and creators have a mosaic of founders and of heroes that they created, and the largest teams come first by fame"
    )
    func mosaics() async throws {
        let client = try BundledCatalogue.client.get()
        func picture(_ target: String) async throws -> String {
            let path = try await client.results(target)[0]["thumbnail"]?["path"]?.text
            return String(try #require(path).drop { $0 != "/" }.split(separator: "/images/").last ?? "")
        }
        #expect(try await picture("teams/1939208551") == "mosaic/1009368-1009664-1009351-1009707")
        let creator = try await client.results("creators?lastName=Ditko")[0]["id"]?.int ?? 0
        let created = try await client.results("creators/\(creator)/characters?facts=true")
        #expect(try await picture("creators/\(creator)").contains("1009610"))
        #expect(created.prefix(3).allSatisfy { $0["role"]?.text == "creator" })
        #expect(created.contains { $0["id"]?.int == 1_009_282 && $0["role"]?.text == "creator" })
        let sizes = try await client.results("teams?orderBy=-fame").map { $0["characters"]?["available"]?.int ?? 0 }
        #expect(sizes == sizes.sorted(by: >))
    }

    @Test("have the events of several members, those with the most first")
    func events() async throws {
        let client = try BundledCatalogue.client.get()
        let team = try await client.results("teams?name=Avengers")[0]
        #expect(team["startYear"]?.int == 1963)
        let members = Set(try await client.ids("teams/1939208551/characters?limit=100"))
        var counts: [Int] = []
        for event in try await client.ids("teams/1939208551/events?limit=100") {
            counts.append(members.intersection(try await client.ids("events/\(event)/characters?limit=100")).count)
        }
        #expect(counts.count > 20)
        #expect(counts == counts.sorted(by: >))
        #expect(counts.allSatisfy { $0 > 1 }, "\(counts)")
    }

    @Test("follow the facts, and have the same id in every archive")
    func changed() async throws {
        let archive = try Self.archive()
        let before = try await client(archive).ids("teams")
        let facts = try #require(Facts(teams: [Facts.Membership(line: "West Coast")]).json())
        for id in [1, 2] {
            try archive.add(
                [ArchiveEntry(kind: .characters, id: id, fields: ["name": .string("New"), "facts": facts])],
                marvel: false)
        }
        #expect(try await client(archive).ids("teams") == [before[1]])
        #expect(try await client(archive).ids("teams/\(before[1])/characters") == [1, 2])
        #expect(await client(archive).get("/v1/public/teams/\(before[0])").status == .notFound)
    }

    /// A catalogue with two heroes, one of them in a team that it knows and in one that it does not.
    private static func catalogue(_ teams: String) throws -> Catalogue {
        var catalogue = Catalogue()
        let heroes = #"""
            [{"id":1,"name":"Hank","thumbnail":false,"teams":["The Avengers (founder)","Order (Rome) (since 1990)"]},
            {"id":2,"name":"Kang","thumbnail":false,"teams":["Order (Rome)"]}]
            """#
        try catalogue.add(Array(heroes.utf8), file: "characters.json")
        try catalogue.add(Array(teams.utf8), file: "teams.json")
        return catalogue
    }

    @Test("have the id, the sentence, the year, the allies and the enemies of the catalogue, and members with roles")
    func known() async throws {
        let archive = try Archive()
        try archive.add(try Self.catalogue(TeamRecords.known))
        let team = try await client(archive).results("teams/77")[0]
        #expect(team["description"]?.text == "They meet.")
        #expect(team["startYear"]?.int == 1963)
        #expect(team["enemies"]?.elements == [["resourceURI": "http://test/v1/public/characters/2", "name": "Kang"]])
        #expect(
            team["allies"]?.elements == [["resourceURI": "http://test/v1/public/teams/78", "name": "Order (Rome)"]])
        #expect(team["characters"]?["items"]?.elements.map { $0["role"]?.text } == ["founder"])
        let facts = try await client(archive).results("characters/1?facts=true")[0]["facts"]
        #expect(facts?["teams"]?.elements.map { $0["name"]?.text } == ["The Avengers", "Order (Rome)"])
        #expect(facts?["teams"]?.elements.map { $0["role"]?.text } == ["founder", "since 1990"])
    }

    @Test(
        "of the catalogue that do not fit together are errors of their record",
        arguments: [
            (
                TeamRecords.known.replacing("Kang", with: "Kong"),
                "teams.json: record 1 (id 77): there is neither a team nor a character “Kong”"
            ),
            (TeamRecords.known.replacing("78", with: "77"), "teams.json: record 2 (id 77): this id is already in use"),
            (
                TeamRecords.known.replacing("\"Order (Rome)\",\"d", with: "\"the AVENGERS\",\"d").replacing(
                    "[\"Order (Rome)\"]", with: "[]"),
                "teams.json: record 2 (id 78): there is another team “the AVENGERS”"
            ),
            (
                TeamRecords.known.replacing("Rome", with: "Oslo"),
                "characters.json: record 1 (id 1): there is no team “Order (Rome)” in teams"
            ),
        ])
    func refused(teams: String, message: String) throws {
        let catalogue = try Self.catalogue(teams)
        let error = #expect(throws: CatalogueError.self) { try catalogue.checkTeams() }
        #expect(error?.description == message)
    }
}

private enum TeamRecords {
    static let known = #"""
        [{"id":77,"name":"Avengers","founded":1963,"description":"They meet.","enemies":["Kang"],"allies":["Order (Rome)"]},
        {"id":78,"name":"Order (Rome)","description":"They march."}]
        """#
}
