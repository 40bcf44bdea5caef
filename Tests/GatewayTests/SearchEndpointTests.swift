import Basics
import HTTPTypes
import Support
import Testing

@testable import Gateway

@Suite("The search of all kinds")
struct SearchEndpointTests {
    private static let heroes = #"""
        [{"id":1,"name":"Daredevil","thumbnail":false,"realName":"Matt Murdock","teams":["Defenders"],
          "description":"A lawyer of Hell's Kitchen.","keywords":"blind, billy club, red suit"},
        {"id":2,"name":"Hawkeye","thumbnail":false,"realName":"Clint Barton","teams":["Avengers","Defenders"],
          "description":"He never misses.","keywords":"archer, purple"},
        {"id":3,"name":"Mockingbird","thumbnail":false,"realName":"Bobbi Morse","teams":["the avengers"],
          "keywords":"spy, staves"},
        {"id":4,"name":"Thor","thumbnail":false,"description":"God of thunder.","keywords":"hammer, god"},
        {"id":5,"name":"Loki","thumbnail":false,"keywords":"trickster, horns, brother of Thor"},
        {"id":6,"name":"Thing","thumbnail":false,"keywords":"rock"}]
        """#
    private static let series = #"""
        [{"id":50,"title":"Mighty Thor (1966 - 1996)","startYear":1966,"endYear":1996},
        {"id":51,"title":"Avengers (1963 - 1996)","startYear":1963,"endYear":1996}]
        """#
    private static let events = #"[{"id":60,"title":"Civil War","characters":[2]},{"id":61,"title":"Civil War II"}]"#
    private static let creators = #"[{"id":70,"firstName":"Stan","lastName":"Lee"}]"#
    private static let comics =
        "["
        + (1...7).map {
            #"{"id":\#($0),"title":"Mighty Thor (1966) #\#($0)","issueNumber":\#($0),"series":50,"characters":[4,5]}"#
        }.joined(separator: ",") + "]"

    private static let client = Result {
        var catalogue = Catalogue()
        for (text, kind) in zip(
            [heroes, series, events, creators, comics], ["characters", "series", "events", "creators", "comics"])
        {
            try catalogue.add(Array(text.utf8), file: kind + ".json")
        }
        let archive = try Archive()
        try archive.add(catalogue)
        var configuration = GatewayClient.openConfiguration
        configuration.vocabulary = Vocabulary(thesaurus: "archer bowman\nlawyer attorney\n")
        return GatewayClient(gateway: Gateway(archive: archive, configuration: configuration))
    }

    private func data(_ text: String, _ more: String = "") async throws -> JSON {
        let encoded = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return try await Self.client.get().data("search?q=\(encoded)\(more)")
    }

    /// Returns the characters as texts such as "1 alias Matt Murdock".
    private func characters(_ data: JSON) -> [String] {
        data["results"]?.elements.map { hero in
            let match = hero["match"]
            return "\(hero["id"]?.int ?? 0) \(match?["reason"]?.text ?? "") \(match?["text"]?.text ?? "")"
        }.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 } ?? []
    }

    @Test(
        "finds characters by all their fields, those by name first, with the reason",
        arguments: [
            ("daredevil", ["1 name"]), ("murdock", ["1 alias Matt Murdock"]), ("dardevil", ["1 similar Daredevil"]),
            ("blind lawyer", ["1 description"]), ("lawyer who is blind", ["1 description"]),
            ("blind attorney", ["1 description"]), ("bowman", ["2 keyword"]), ("blind lawer", ["1 description"]),
            ("red suits", ["1 keyword"]), ("thor", ["4 name", "5 keyword"]), ("thor's hammer", ["4 keyword"]),
            ("thors hammer", ["4 keyword"]),
            ("the mighty thor", ["4 name", "5 title Mighty Thor (1966 - 1996)"]),
            ("avengers", ["2 team Avengers", "3 team Avengers"]),
            ("avengers archer", ["2 keyword", "3 team Avengers"]),
            ("hawkeye and mockingbird", ["3 name", "2 name"]), ("hawkeye & mockingbird", ["3 name", "2 name"]),
            ("the thing", ["6 name"]), ("civil war", ["2 title Civil War"]),
        ])
    func found(text: String, expected: [String]) async throws {
        #expect(characters(try await data(text)) == expected)
    }

    @Test(
        "without a character that has all words finds those with most of them, rare words first, and says so",
        arguments: [
            ("blind lawyer from brooklyn", ["1 description"]), ("god with a billy goat", ["1 keyword", "4 keyword"]),
            ("xyzzy", []),
        ])
    func incomplete(text: String, expected: [String]) async throws {
        let data = try await data(text)
        #expect(Set(characters(data)) == Set(expected))
        #expect(data["complete"] == .bool(false))
        #expect(try await self.data("blind lawyer")["complete"] == .bool(true))
    }

    @Test("has the first five results of the other kinds with their totals on the first page, in a short form")
    func groups() async throws {
        let groups = try #require(try await data("mighty thor")["groups"])
        guard case .object(let members) = groups else { Issue.record("no object"); return }
        #expect(members.map(\.name) == ["series", "comics"])
        #expect(groups["comics"]?["total"]?.int == 7)
        #expect(groups["comics"]?["results"]?.elements.compactMap { $0["id"]?.int } == [1, 2, 3, 4, 5])
        let series = try #require(groups["series"]?["results"]?.elements.first)
        guard case .object(let fields) = series else { Issue.record("no object"); return }
        #expect(fields.map(\.name) == ["id", "title", "resourceURI", "thumbnail"])
        #expect(series["title"]?.text == "Mighty Thor (1966 - 1996)")
        #expect(series["resourceURI"]?.text == "http://test/v1/public/series/50")
        #expect(series["thumbnail"]?["path"]?.text == "http://test/images/series/50")
        #expect(try await data("mighty thor", "&offset=1")["groups"] == nil)
    }

    @Test(
        "finds teams, events, creators and series by their names, or if the text contains them",
        arguments: [
            ("the avengers", ["teams Avengers", "series Avengers (1963 - 1996)"]),
            ("the avengers team", ["teams Avengers", "series Avengers (1963 - 1996)"]),
            ("civil war", ["events Civil War", "events Civil War II"]), ("stan leee", ["creators Stan Lee"]),
            ("lee stan", ["creators Stan Lee"]), ("defend", ["teams Defenders"]), ("xyzzy", []),
        ])
    func otherKinds(text: String, expected: [String]) async throws {
        let groups = try await data(text)["groups"]
        let names = Kind.searched.flatMap { kind in
            groups?[kind.rawValue]?["results"]?.elements.map { "\(kind) \($0[kind.nameField]?.text ?? "")" } ?? []
        }
        #expect(names == expected)
    }

    @Test("has pages of one kind")
    func kind() async throws {
        let data = try await data("mighty thor", "&kind=comics&limit=3&offset=6")
        #expect(["total", "count"].map { data[$0]?.int } == [7, 1])
        #expect(data["results"]?.elements.compactMap { $0["id"]?.int } == [7])
        #expect(data["results"]?.elements == (try await Self.client.get().results("comics/7")))
        for member in ["groups", "complete"] { #expect(data[member] == nil, "\(member)") }
    }

    @Test("sends facts if they are requested")
    func facts() async throws {
        #expect(try await data("daredevil")["results"]?.elements.first?["facts"] == nil)
        let facts = try await data("daredevil", "&facts=true")["results"]?.elements.first?["facts"]
        #expect(facts?["realName"]?.text == "Matt Murdock")
        #expect(facts?["keywords"] == nil)
    }

    @Test(
        "is refused without a text, or with another parameter",
        arguments: [
            ("search", "q cannot be blank if it is set"), ("search?q=+", "q cannot be blank if it is set"),
            ("search?q=a&kind=stories", "You must pass at least one valid kind if you set the kind filter."),
            ("search?q=a&name=a", "We don't recognize the parameter name"),
            ("characters?search=a", "We don't recognize the parameter search"),
            ("search?q=a&limit=0", "You must pass an integer limit greater than 0."),
        ])
    func refused(target: String, message: String) async throws {
        let response = await (try Self.client.get()).get("/v1/public/" + target)
        #expect(response.text == #"{"code":409,"status":"\#(message)"}"#)
    }

    @Test(
        "takes any text",
        arguments: [
            "\"", "*", "\"*", "a AND b OR NOT c", "name:doom", "NEAR(a b)", "(", "\u{0}", "!!!", "\u{200D}", "the",
            "thor " + String(repeating: "a ", count: 5000), String(repeating: "z", count: 10_000),
            String(repeating: "🦸", count: 100), "\u{10FFFF}", "ﷺ", "e\u{301}", "한글", "x y z x y z x y z x y z",
        ])
    func anyText(text: String) async throws { _ = try await data(text) }
}
