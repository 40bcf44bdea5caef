import Basics
import FoundationEssentials
import HTTP
import HTTPTypes
import Testing

@testable import Gateway

@Suite("The search for characters")
struct SearchTests {
    /// Heroes with these names, with ids from 1; the first ones are in more comics.
    private static func add(
        _ heroes: [(name: String, description: String, facts: Facts)], to archive: Archive
    ) throws {
        let comics = heroes.indices.map {
            ArchiveEntry(
                kind: .comics, id: $0 + 1, fields: ["title": .string("C \($0)")],
                links: (1...heroes.count - $0).map { ArchiveEntry.Link(kind: .characters, id: $0) })
        }
        let characters = heroes.enumerated().map { index, hero in
            let fields = ["name": JSON.string(hero.name), "description": .string(hero.description)]
            let facts = hero.facts.json().map { ["facts": $0] } ?? [:]
            return ArchiveEntry(kind: .characters, id: index + 1, fields: fields.merging(facts) { $1 })
        }
        try archive.add(comics + characters, marvel: false)
    }

    private static let heroes = [
        ("Spider-Man", "A student from Queens.", Facts(realName: "Peter Parker", aliases: ["Spidey", "Webhead"])),
        ("Doctor Doom", "The king of Latveria hates <em class=\"q\">Reed</em>&nbsp;Richards.", Facts()),
        ("Doombot", "A copy.", Facts(aliases: ["Fake Doom"])),
        ("Spider-Man (Miles Morales)", "A student from Brooklyn.", Facts(realName: "Miles Morales")),
        ("Thor", "", Facts(realName: "Thor Odinson")), ("Araña", "", Facts()), ("Вдова", "Шпионка.", Facts()),
        ("アイアン・マン", "", Facts()), ("T'Challa", "", Facts()), ("Kraven the Hunter", "", Facts()),
    ]

    private static func client(_ archive: Archive) -> GatewayClient {
        GatewayClient(gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
    }

    private static let shared = Result {
        let archive = try Archive()
        try add(heroes.map { ($0.0, $0.1, $0.2) }, to: archive)
        return client(archive)
    }

    private func target(_ text: String, _ more: String = "") -> String {
        let bytes = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "search?q=\(bytes.joined())\(more)"
    }

    /// Returns the matches as texts such as "3 alias Fake Doom".
    private func matches(_ text: String, _ client: GatewayClient) async throws -> [String] {
        try await client.results(target(text)).map { hero in
            let reason = hero["match"]?["reason"]?.text ?? ""
            let text = hero["match"]?["text"]?.text ?? ""
            return "\(hero["id"]?.int ?? 0) \(reason)\(text.isEmpty ? "" : " \(text)")"
        }
    }

    @Test(
        "finds words and beginnings of names, then aliases, then similar names, then descriptions",
        arguments: [
            ("spider", ["1 name", "4 name"]), ("SPI", ["1 name", "4 name"]), ("man spider", ["1 name", "4 name"]),
            ("doom", ["3 name", "2 name"]), ("doo", ["3 name", "2 name"]),
            ("doctor", ["2 name"]), ("dr doom", ["2 name"]), ("dr. d", ["2 name"]), ("drdoom", ["2 name"]),
            ("miles", ["4 name"]), ("morales, miles", ["4 name"]), ("milesmorales", ["4 alias Miles Morales"]),
            ("spiderman miles", ["4 name", "1 name"]), ("spiderman", ["1 name", "4 name"]),
            ("spider man", ["1 name", "4 name"]),
            ("dooom", ["2 similar Doctor Doom", "3 similar Fake Doom"]),
            ("parker peter", ["1 alias Peter Parker"]), ("spiderman parker", ["1 name", "4 name"]),
            ("webhead", ["1 alias Webhead"]), ("fake", ["3 alias Fake Doom"]), ("odinson", ["5 alias Thor Odinson"]),
            ("tohr", ["5 similar Thor"]), ("thr", ["5 similar Thor"]), ("thorr", ["5 similar Thor"]),
            ("parkre", ["1 similar Peter Parker"]), ("petr parkr", ["1 similar Peter Parker"]),
            ("moralles miels", ["4 similar Spider-Man (Miles Morales)"]), ("webbheadd", ["1 similar Webhead"]),
            ("student", ["1 description", "4 description"]), ("stud brook", ["4 description"]),
            ("latveria doom", ["2 description"]), ("reed richards", ["2 description"]), ("em", []), ("class", []),
            ("nbsp", []), ("arana", ["6 name"]), ("ARAÑA", ["6 name"]), ("вдова", ["7 name"]),
            ("ВДВОА", ["7 similar Вдова"]),
            ("шпион", ["7 description"]), ("アイアン", ["8 name"]), ("マン", ["8 name"]), ("アイアンマン", ["8 name"]),
            ("tchalla", ["9 name"]), ("t’challa", ["9 name"]), ("t challa", ["9 name"]), ("the kraven", ["10 name"]),
            ("kraven th", ["10 name"]), ("kraven hunter", ["10 name"]), ("the", ["10 name", "2 description"]),
            ("quee", ["1 description"]),
            ("q", []), ("qu", []), ("d", ["2 name", "3 name"]), ("p", ["1 alias Peter Parker"]), ("xyzzy", []),
        ])
    func found(text: String, expected: [String]) async throws {
        let found = try await matches(text, try Self.shared.get())
        #expect(found == expected)
    }

    @Test(
        "finds parts of names in scripts without spaces",
        arguments: [
            ("悟空", ["1 name"]), ("空", ["1 name"]), ("孫悟", ["1 name"]), ("wukong", ["1 name"]), ("kong", []),
            ("パイダー", ["2 name"]), ("マン", ["2 name"]), ("เดอร์", ["3 name"]), ("แมน", ["3 name"]), ("이더", ["4 name"]),
            ("战警", ["5 name"]), ("奇", ["5 alias 查尔斯·泰奇"]), ("空悟", []),
        ])
    func parts(text: String, expected: [String]) async throws {
        let archive = try Archive()
        let names = ["孫悟空 (Sun Wukong)", "スパイダーマン", "สไปเดอร์แมน", "스파이더맨", "X战警"]
        try Self.add(
            names.map { ($0, "", Facts(aliases: $0.hasPrefix("X") ? ["查尔斯·泰奇"] : [])) }, to: archive)
        #expect(try await matches(text, Self.client(archive)) == expected)
    }

    @Test("explains each match at the end of the object, after the facts")
    func member() async throws {
        let client = try Self.shared.get()
        let plain = await client.get("/v1/public/characters/1").text
        let start = try #require(plain.range(of: #"{"id":1,"#)).lowerBound
        let hero = String(plain[start...].dropLast(4))
        let match = #","match":{"reason":"alias","text":"Peter Parker"}}],"complete":true"#
        #expect(await client.get("/v1/public/" + target("parker")).text.contains(hero + match))
        let facts = #","facts":{"realName":"Peter Parker","aliases":["Spidey","Webhead"]"#
        let text = await client.get("/v1/public/" + target("parker", "&facts=true")).text
        #expect(text.contains(hero + facts))
        #expect(text.contains("}" + match))
    }

    @Test("is not part of other responses")
    func plain() async throws {
        let client = try Self.shared.get()
        for target in ["characters", "characters/1", "comics/1/characters", "characters?nameStartsWith=spi"] {
            let text = await client.get("/v1/public/" + target).text
            #expect(text.contains("Spider-Man"))
            for member in [#""match""#, #""facts""#] { #expect(!text.contains(member), "\(target): \(member)") }
        }
    }

    @Test("has pages")
    func paging() async throws {
        let client = try GatewayClient.withOwnArchive()
        try client.gateway.archive.add(
            (1...250).map {
                ArchiveEntry(kind: .characters, id: 1000 + $0, fields: ["name": .string("Agent \($0)")])
            }, marvel: false)
        var ids: [Int] = []
        for offset in stride(from: 0, to: 300, by: 60) {
            let data = try await client.data("search?q=agent&limit=60&offset=\(offset)")
            #expect(["total", "limit", "offset"].map { data[$0]?.int } == [250, 60, offset])
            ids += data["results"]?.elements.compactMap { $0["id"]?.int } ?? []
        }
        #expect(ids.count == 250)
        #expect(Set(ids).count == 250)
        #expect(try await client.data("search?q=agent&offset=9223372036854775807")["count"]?.int == 0)
        #expect(try await client.ids("search?q=agent") == Array(ids.prefix(ListQuery.defaultLimit)))
    }

    @Test("follows imports")
    func imported() async throws {
        let archive = try Archive()
        _ = try ImportFixture(
            RecordedJSON.character(7, "Moon Knight", description: "Khonshu&#39;s fist"), into: archive)
        #expect(try await matches("knight", Self.client(archive)) == ["7 name"])
        #expect(try await matches("khonshu", Self.client(archive)) == ["7 description"])
        _ = try ImportFixture(
            RecordedJSON.character(7, "Sun Knight", modified: "2020-04-29T14:18:17-0400"), into: archive)
        #expect(try await matches("moon", Self.client(archive)) == [])
        #expect(try await matches("sun", Self.client(archive)) == ["7 name"])
    }

    @Test("lists heroes in more comics first, and the closest match before them")
    func order() async throws {
        let archive = try Archive()
        let names = ["Hulkling", "Iron Hulk", "Red Hulk (Hulk Two)", "Hulk (Two)", "Hulk", "The Hulk", "Hulk Hands"]
        try Self.add(names.map { ($0, "", Facts()) }, to: archive)
        #expect(try await Self.client(archive).ids("search?q=hulk") == [4, 5, 6, 7, 1, 2, 3])
    }

    @Test(
        "counts letters inserted, deleted, replaced and swapped",
        arguments: [
            ("thor", "thor", 0), ("tohr", "thor", 1), ("hotr", "thor", 2), ("thr", "thor", 1), ("", "thor", 4),
            ("thorr", "thor", 1), ("thxr", "thor", 1), ("ca", "abc", 3), ("араня", "арання", 1),
            ("kitten", "sitting", 3),
        ])
    func distance(word: String, other: String, edits: Int) {
        #expect(SearchWord(word).distance(to: Array(other.unicodeScalars), limit: 9) == edits)
        #expect(SearchWord(other).distance(to: Array(word.unicodeScalars), limit: 9) == edits)
        #expect(SearchWord(word).distance(to: Array(other.unicodeScalars), limit: edits - 1) == nil)
    }
}
