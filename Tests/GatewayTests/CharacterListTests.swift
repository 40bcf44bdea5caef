import Testing

@testable import Gateway

@Suite("The list of characters")
struct CharacterListTests {
    @Test("is sorted by name, ignoring case and diacritics")
    func order() async throws {
        let client = try GatewayClient()
        let names = try await client.results("characters").compactMap { $0["name"]?.text }
        #expect(
            names == [
                "100 Men", "100% Wolf", "Ærø", "Araña", "Jean Grey", "Jean Grey", "O'Hara'; DROP TABLE characters;--",
                "Spider-Man", "spider-woman", "Under_score", "Zzzax",
            ])
    }

    @Test(
        "nameStartsWith matches a prefix of the name, ignoring case",
        arguments: [
            ("spi", [1, 2]), ("SPIDER-", [1, 2]), ("Spider-Man", [1]), ("Spider-Man2", []), ("man", []), ("%25", []),
            ("100%25", [4]), ("100_", []), ("_", []), ("under_", [5]), ("o'hara'", [6]), ("ara%C3%B1", [3]),
            ("ARA%C3%91A", [3]), ("aran", [3]), ("ar%FF", []), ("a%00", []), ("%C3%A6r%C3%B8", [7]), ("aero", [7]),
            ("+spider-m", [1]), ("zz", [11]),
            ("spider+man", []), ("jean+g", [8, 9]), ("%F4%8F%BF%BF", []),
        ])
    func startsWith(start: String, expected: [Int]) async throws {
        let client = try GatewayClient()
        #expect(try await client.ids("characters?nameStartsWith=\(start)") == expected)
    }

    @Test(
        "name matches the entire name, ignoring case",
        arguments: [("spider-man", [1]), ("SPIDER-WOMAN", [2]), ("spider", []), ("jean%20grey", [8, 9]), ("1=1", [])])
    func name(name: String, expected: [Int]) async throws {
        let client = try GatewayClient()
        #expect(try await client.ids("characters?name=\(name)") == expected)
    }

    @Test("is sorted and searched by the visible characters of names")
    func invisibleCharacters() async throws {
        let client = try GatewayClient.withOwnArchive()
        let names = [
            "Zed", " Hank Pym", "\u{A0}\tAdam", "Iron\u{A0} Man", "\u{200B}Beast", "", "3-D Man", "\u{C6}gir",
            "\u{DE}or",
        ]
        try client.gateway.archive.add(
            names.enumerated().map {
                ArchiveEntry(kind: .characters, id: 1 + $0.offset, fields: ["name": .string($0.element)])
            },
            marvel: false)
        let ids = try await client.ids("characters").filter { $0 < 10 }
        #expect(ids == [6, 7, 3, 8, 5, 2, 4, 9, 1])
        for (start, ids) in [
            ("hank", [2]), ("a", [3, 8]), ("iron+man", [4]), ("bea", [5]), ("t", [9]), ("+hank", [2]),
        ] {
            #expect(try await client.ids("characters?nameStartsWith=\(start)") == ids, "\(start)")
        }
        #expect(try await client.ids("characters?name=+Hank+Pym") == [2])
    }

    @Test("contains every character on exactly one page", arguments: [1, 2, 3, 5, 10, 11, 100])
    func paging(limit: Int) async throws {
        let client = try GatewayClient()
        var seen: [Int] = []
        for offset in stride(from: 0, to: 11, by: limit) {
            let data = try await client.data("characters?limit=\(limit)&offset=\(offset)")
            #expect(data["total"]?.int == 11)
            #expect(data["limit"]?.int == limit)
            #expect(data["offset"]?.int == offset)
            let ids = (data["results"]?.elements ?? []).compactMap { $0["id"]?.int }
            #expect(data["count"]?.int == ids.count)
            seen += ids
        }
        #expect(seen == [10, 4, 7, 3, 8, 9, 6, 1, 2, 5, 11])
    }
}
