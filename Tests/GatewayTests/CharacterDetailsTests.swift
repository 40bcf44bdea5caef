import Basics
import GRDB
import Testing

@testable import Gateway

@Suite("Relations, companions and first reads")
struct CharacterDetailsTests {
    private func facts(_ id: Int) async throws -> JSON? {
        try await BundledCatalogue.client.get().results("characters/\(id)?facts=true")[0]["facts"]
    }

    /// Returns the ids of the characters of a list in the facts.
    private func ids(_ list: JSON?) -> [Int] {
        (list?.elements ?? []).compactMap { element in
            let uri = (element["character"] ?? element)["resourceURI"]?.text
            return uri?.split(separator: "/").last.flatMap { Int($0) }
        }
    }

    @Test("are in the facts of a single character")
    func single() async throws {
        let facts = try await facts(1_009_610)
        let relation = facts?["relations"]?.elements.first { $0["character"]?["name"]?.text == "Green Goblin" }
        #expect(["kind", "reason"].map { relation?[$0]?.text } == ["enemy", "killed Gwen Stacy"])
        let goblin = "http://test/v1/public/characters/9000004"
        #expect(relation?["character"]?["resourceURI"]?.text == goblin)
        let picture = "http://test/images/characters/9000004"
        #expect(relation?["character"]?["thumbnail"]?["path"]?.text == picture)
        #expect(facts?["companions"]?.elements.count == 5)
        let (companions, relations) = (ids(facts?["companions"]), ids(facts?["relations"]))
        #expect(companions.allSatisfy { !relations.contains($0) })
        let list = try await BundledCatalogue.client.get().results("characters?facts=true&name=spider-man")[0]["facts"]
        #expect(list?["teams"] != nil)
        for member in ["relations", "companions"] { #expect(list?[member] == nil, "\(member)") }
    }

    @Test("can be ordered by fame: the dozen icons of the catalogue, then by comics, of which those as main count most")
    func bestKnown() async throws {
        let client = try BundledCatalogue.client.get()
        let heroes = try await client.results("characters?orderBy=-fame,name&limit=100")
        let names = heroes.prefix(12).compactMap { $0["name"]?.text }
        #expect(names.first == "Spider-Man")
        #expect(Set(names).isSuperset(of: ["Storm", "Black Panther", "Doctor Strange"]))
        let comics = try BundledCatalogue.catalogue.get().items(.comics)
        let fame = heroes.dropFirst(12).compactMap { $0["id"]?.int }.map { id in
            comics.reduce(0) { sum, comic in
                let isIn = comic.related[.characters]?.contains(id) == true
                return sum + (isIn ? comic.roles[id] == .main ? 3 : 1 : 0)
            }
        }
        #expect(fame.count == 88)
        #expect(fame == fame.sorted(by: >))
    }

    @Test("come in reading order, with the series of a comic that the archive lacks")
    func firstReads() async throws {
        let reads = try await facts(1_009_472)?["firstReads"]?.elements ?? []
        #expect(
            reads.prefix(2).map { $0["name"]?.text } == ["Giant-Size X-Men (1975) #1", "Uncanny X-Men (1981) #204"])
        #expect(reads[1]["resourceURI"]?.text == "http://test/v1/public/series/2258")
        #expect(reads[1]["thumbnail"]?["path"]?.text == "http://test/images/series/2258")
        #expect(reads[1]["text"] == "A day of his own, with a damsel, a chase and doubts about himself.")
        #expect(reads.prefix(2).map { $0["dates"]?.elements.first?["date"]?.text?.prefix(4) } == ["1975", nil])
        #expect(reads[1]["series"]?["name"]?.text == "Uncanny X-Men (1981 - 2011)")
        let indicia: JSON = ["type": "indicia", "language": "en-us", "text": "The Uncanny X-Men (1981)"]
        #expect(reads[1]["textObjects"]?.elements == [indicia])
    }

    @Test("are in the catalogue for every hero, both ways, and three relations for each of the best known")
    func bundled() async throws {
        let catalogue = try BundledCatalogue.catalogue.get()
        let known = Set(catalogue.firstReads.map(\.hero))
        #expect(known.count >= 100)
        var kinds: [[Int]: [String]] = [:]
        for hero in catalogue.items(.characters).map(\.id) {
            let relations = try await facts(hero)?["relations"]
            let others = ids(relations)
            #expect(others.count >= (known.contains(hero) ? 3 : 1), "\(hero)")
            let names = relations?.elements.compactMap { $0["kind"]?.text } ?? []
            #expect(names == CatalogueRelation.kinds.flatMap { kind in names.filter { $0 == kind } })
            for (other, kind) in zip(others, names) { kinds[[hero, other], default: []].append(kind) }
        }
        #expect(kinds.allSatisfy { kinds[Array($0.key.reversed())] == $0.value })
    }

    @Test("have as companions those with the most shared comics, at least two, in whatever order objects are added")
    func companions() async throws {
        // 2 and 3 share two comics, of which 2 is in one more; 4 shares three, 5 one, 6 two of which one is an
        // anthology, 7 everything but comics, and 8 is related.
        let works: [(Kind, [Int])] = [
            (.comics, [1, 2, 3, 4, 8]), (.comics, [1, 2, 3, 4, 8]), (.comics, [1, 4, 5, 6]), (.comics, [1, 6]),
            (.comics, [2, 9]), (.series, [1, 7]), (.events, [1, 7]), (.events, [1, 7]),
        ]
        let entries =
            works.enumerated().map { index, work in
                ArchiveEntry(
                    kind: work.0, id: index + 1, fields: ["title": .string("\(index)")],
                    links: work.1.map { ArchiveEntry.Link(kind: .characters, id: $0) })
            }
            + (1...9).map { id in
                let facts = [1, 7].contains(id) ? Facts(teams: [Facts.Membership(line: "A")]).json() : nil
                return ArchiveEntry(
                    kind: .characters, id: id,
                    fields: ["name": .string("\(id)"), "facts": facts].compactMapValues(\.self))
            }
        for entries in [entries, entries.reversed()] {
            let archive = try Archive()
            try archive.add(entries, marvel: false) { db in
                try db.execute(sql: "INSERT INTO anthology VALUES (?)", arguments: [ObjectKey(.comics, 4)])
                try db.execute(sql: "INSERT INTO heroRelation VALUES (1, 1, 8, 'old friends')")
            }
            let client = GatewayClient(
                gateway: Gateway(archive: archive, configuration: GatewayClient.openConfiguration))
            let facts = try await client.results("characters/1?facts=true")[0]["facts"]
            #expect(ids(facts?["companions"]) == [4, 3, 2])
        }
    }

    @Test(
        "are checked when the catalogue is loaded",
        arguments: [
            (#"{"hero":1,"other":2,"kind":"friend","reason":"old friends"}"#, #""kind" must be family, ally or enemy"#),
            (#"{"hero":1,"other":1,"kind":"ally","reason":"old friends"}"#, #""other" is the hero"#),
            (#"{"hero":1,"other":2,"kind":"ally","reason":"friends"}"#, "“friends” must have two to six words"),
            (
                #"{"hero":1,"other":2,"kind":"ally","reason":"old friends","back":"a b c d e f g"}"#,
                "“a b c d e f g” must have two to six words"
            ),
            (#"{"hero":1,"other":3,"kind":"ally","reason":"old friends"}"#, "there is no character 3 in characters"),
            (#"{"hero":1,"other":2,"kind":"ally","why":"old friends"}"#, #""why" is not a field of this kind"#),
            (#"{"hero":2,"comic":7,"text":"Good."}"#, "there is no issue 7 in comics"),
            (
                #"{"hero":2,"comic":4611686018427387904,"text":"Good."}"#,
                #""comic" must be an integer from 1 to 9007199254740992"#
            ),
            (#"{"hero":2,"comic":4,"text":"Good."}"#, "comic 4 is without character 2"),
            (#"{"hero":2,"series":8,"issue":4,"text":"Good."}"#, "there is no series 8 in series"),
            (#"{"hero":2,"series":5,"text":"Good."}"#, #""issue" is missing"#),
        ])
    func checked(record: String, message: String) throws {
        let file = record.contains("other") ? "relations.json" : "first-reads.json"
        let error = #expect(throws: CatalogueError.self) { try self.load(file, "[\(record)]") }
        #expect(error?.description == "\(file): record 1: \(message)")
    }

    @Test("are refused if the same two have the same relation twice")
    func twice() throws {
        func relation(_ hero: Int, _ other: Int, _ kind: String) -> String {
            #"{"hero":\#(hero),"other":\#(other),"kind":"\#(kind)","reason":"old friends"}"#
        }
        try load("relations.json", "[\(relation(1, 2, "ally")),\(relation(2, 1, "enemy"))]")
        let error = #expect(throws: CatalogueError.self) {
            try self.load("relations.json", "[\(relation(1, 2, "ally")),\(relation(2, 1, "ally"))]")
        }
        #expect(error?.description == "relations.json: record 2: the two have this relation already")
    }

    private func load(_ file: String, _ text: String) throws {
        var catalogue = Catalogue()
        let heroes = #"[{"id":1,"name":"A","thumbnail":false},{"id":2,"name":"B","thumbnail":false}]"#
        try catalogue.add(Array(heroes.utf8), file: "characters.json")
        let series = #"[{"id":5,"title":"S","startYear":2000,"endYear":2001}]"#
        try catalogue.add(Array(series.utf8), file: "series.json")
        let comics = #"[{"id":4,"title":"C","issueNumber":1,"series":5,"characters":[1]}]"#
        try catalogue.add(Array(comics.utf8), file: "comics.json")
        try catalogue.add(Array(text.utf8), file: file)
        try catalogue.checkDetails()
    }
}
