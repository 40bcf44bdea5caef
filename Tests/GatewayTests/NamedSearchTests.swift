import Basics
import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("Searches with a complete name")
struct NamedSearchTests {
    private struct Search {
        let (group, text): (String, String)
        /// The kind and the name of what comes first; of a pair, the names of both heroes.
        let (kind, name): (String, String)
    }

    /// The searches of a file, by what visitors add to a name or put in its place.
    private static let searches = Result {
        try Fixture.text("searches.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let columns = line.split(separator: "\t").map(String.init)
            return Search(group: columns[0], text: columns[1], kind: columns[2], name: columns[3])
        }
    }

    private func data(_ text: String) async throws -> JSON {
        let encoded = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return try await BundledCatalogue.client.get().data("search?q=\(encoded)")
    }

    private func name(_ object: JSON?) -> String {
        ["name", "title", "fullName"].lazy.compactMap { object?[$0]?.text }.first ?? ""
    }

    @Test(
        "have it first, whatever its kind, and whatever else they say",
        arguments: ["exact", "topic", "filler", "abbreviation", "film", "language", "title"])
    func first(group: String) async throws {
        let searches = try Self.searches.get().filter { $0.group == group }
        #expect(searches.count >= 15)
        for search in searches {
            let first = try await data(search.text)["named"]?.elements.first
            #expect(first?["kind"]?.text == search.kind, "\(search.text)")
            #expect(name(first?["result"]) == search.name, "\(search.text)")
        }
    }

    @Test("in the list of other names stand for an object of the catalogue, each for one")
    func otherNames() async throws {
        let text = try String(contentsOf: URL(filePath: BundledCatalogue.folder + "/other-names.txt"), encoding: .utf8)
        var targets: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let end = try #require(line.range(of: ": ", options: .backwards), "\(line)")
            let target = String(line[..<end.lowerBound])
            #expect(try await data(target)["named"] != nil, "\(target)")
            for name in line[end.upperBound...].split(separator: ",") {
                let folded = SearchText.withoutArticles(SearchText.words(name)).joined()
                #expect(targets[folded] == nil || targets[folded] == target, "\(name)")
                targets[folded] = target
            }
        }
        #expect(targets.count > 1000)
    }

    @Test("of two heroes have both first")
    func pairs() async throws {
        for search in try Self.searches.get().filter({ $0.group == "pair" }) {
            let found = try await data(search.text)["results"]?.elements.prefix(2).map(name) ?? []
            #expect(found.sorted() == search.name.split(separator: "|").map(String.init).sorted(), "\(search.text)")
        }
    }

    @Test(
        "have a named hero as the first of the heroes, and after a named object of another kind its heroes",
        arguments: [
            ("thor powers", ["name"]), ("tony stark age", ["alias Tony Stark"]), ("homem de ferro", ["keyword"]),
            ("x-men members", ["team X-Men", "team X-Men"]), ("civil war", ["title Civil War", "title Civil War"]),
            ("jack kirby", ["creator Jack Kirby"]), ("captain america civil war", ["keyword"]),
        ])
    func heroes(text: String, expected: [String]) async throws {
        let found = try await data(text)["results"]?.elements.prefix(expected.count).map { hero in
            let (reason, text) = (hero["match"]?["reason"]?.text ?? "", hero["match"]?["text"]?.text ?? "")
            return text.isEmpty ? reason : "\(reason) \(text)"
        }
        #expect(found == expected)
    }

    @Test("of a year list its works, the first ones first, and no heroes", arguments: ["2006", "comics of 2006"])
    func year(text: String) async throws {
        let data = try await data(text)
        let comics = data["groups"]?["comics"]?["results"]?.elements ?? []
        #expect(!comics.isEmpty)
        for comic in comics {
            let id = comic["id"]?.int ?? 0
            let comic = try await BundledCatalogue.client.get().results("comics/\(id)")[0]
            let date = comic["dates"]?.elements.first?["date"]?.text ?? ""
            // Without a date, the year in the title counts.
            let isTitled = date.hasPrefix("-0001-") && comic["title"]?.text?.contains("(2006)") == true
            #expect(date.hasPrefix("2006-") || isTitled, "\(id)")
        }
        #expect(data["results"]?.elements == [])
    }

    @Test("and a question for its makers list the people of the first comic")
    func makers() async throws {
        let people = try await data("who made spider-man")["groups"]?["creators"]?["results"]?.elements.map(name) ?? []
        #expect(people.sorted() == ["Stan Lee", "Steve Ditko"])
    }

    @Test("that is a word which asks, or usually means nothing, count it only if there is nothing else")
    func words() async throws {
        for (text, name) in [
            ("the thing", "Thing"), ("thing comics", "Thing"), ("the order", "The Order"),
            ("hulk reading order", "Hulk"),
        ] {
            #expect(self.name(try await data(text)["named"]?.elements.first?["result"]) == name, "\(text)")
        }
        #expect(try await data("something that stretches")["named"] == nil)
    }
}
