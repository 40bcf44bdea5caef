import Curl
import Foundation
import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite("Searches of an API that finds names by their start only")
struct PrefixSearchTests {
    private static let heroes = [
        (1, "Iron Man", 90), (2, "Spider-Man (1602)", 5), (3, "Spider-Man (Peter Parker)", 99), (4, "Spider-Woman", 50),
        (5, "The Stranger", 2), (6, "Thing", 80), (7, "Thing Ring", 1), (8, "Thor", 70), (9, "Wolverine", 95),
        (10, "Captain America", 98), (11, "Captain Marvel", 60),
    ]

    private let upstream: LoopbackUpstream
    private let source: MarvelSource

    init() throws {
        upstream = try LoopbackUpstream { target, _ in
            let query = URLComponents(string: target)?.queryItems ?? []
            let start = query.first { $0.name == "nameStartsWith" }?.value ?? ""
            let found = Self.heroes.filter { $0.1.lowercased().hasPrefix(start.lowercased()) }
            let offset = query.first { $0.name == "offset" }?.value.flatMap { Int($0) } ?? 0
            let results = found.dropFirst(offset).map {
                #"{"id":\#($0),"name":"\#($1)","comics":{"available":\#($2)}}"#
            }
            return .json(
                #"{"code":200,"data":{"total":\#(found.count),"results":[\#(results.joined(separator: ","))]}}"#)
        }
        var configuration = try MarvelConfiguration(baseURL: upstream.url, publicKey: "a", privateKey: "b")
        configuration.askingWords = ["who", "is", "comics", "powers", "movie", "with", "marvel"]
        source = MarvelSource(configuration, curl: Curl())
    }

    /// The starts that were requested.
    private var starts: [String] {
        upstream.requests.compactMap { request in
            URLComponents(string: request.target)?.queryItems?.first { $0.name == "nameStartsWith" }?.value
        }
    }

    @Test(
        "words that ask cost no result, and a hero whose complete name is in the search comes first",
        arguments: [
            ("thor", ["thor"], ["Thor"]), ("Thor powers", ["Thor powers", "Thor"], ["Thor"]),
            ("who is Thor?", ["who is Thor", "Thor"], ["Thor"]),
            ("the Thing", ["the Thing", "Thing"], ["Thing", "Thing Ring"]),
            ("who is the Thing", ["who is the Thing", "Thing"], ["Thing", "Thing Ring"]),
            ("Thing comics", ["Thing comics", "Thing"], ["Thing", "Thing Ring"]),
            ("the stranger", ["the stranger"], ["The Stranger"]),
            ("captain marvel", ["captain marvel"], ["Captain Marvel"]),
            (
                "spider-man movie", ["spider-man movie", "spider-man"],
                ["Spider-Man (Peter Parker)", "Spider-Man (1602)"]
            ),
            (
                "spider man 1602", ["spider man 1602", "spider man", "spider"],
                ["Spider-Man (1602)", "Spider-Man (Peter Parker)", "Spider-Woman"]
            ),
            ("iron man 3", ["iron man 3", "iron man"], ["Iron Man"]),
            ("iron man 3 movie", ["iron man 3 movie", "iron man 3", "iron"], ["Iron Man"]),
            ("wolverine last stand", ["wolverine last stand", "wolverine last", "wolverine"], ["Wolverine"]),
            ("the mighty thor", ["the mighty thor", "mighty thor", "mighty"], []),
        ])
    func starts(text: String, starts: [String], names: [String]) async throws {
        let results = try await source.search(text, PageRange())
        #expect(self.starts == starts)
        #expect(results.heroes.items.map(\.hero.name) == names)
        #expect(results.heroes.total == names.count)
        #expect(results.isComplete)
    }

    @Test(
        "the best known hero with each complete name is named",
        arguments: [
            ("spider-man movie", [3]), ("spider-man 1602", [2]), ("thing", [6]), ("thi", []), ("spider", []),
            ("the thing with the hammer", [6]),
        ])
    func named(text: String, ids: [Int]) async throws {
        let named = try await source.search(text, PageRange()).named
        #expect(named.map { if case .hero(let hero) = $0 { hero.id } else { 0 } } == ids)
    }

    @Test("results for a part of the text are not complete unless a hero is named")
    func parts() async throws {
        #expect(try await !source.search("spider queen", PageRange()).isComplete)
        #expect(try await source.search("spider", PageRange()).isComplete)
        #expect(try await source.search("wolverine queen", PageRange()).isComplete)
    }

    @Test("a later page is of the same list, in the API's order")
    func later() async throws {
        let results = try await source.search("spider-man queen", PageRange(offset: 1, limit: 1))
        #expect(results.heroes.items.map(\.id) == [3])
        #expect(results.heroes.total == 2)
        #expect(results.named.isEmpty)
        #expect(starts == ["spider-man queen", "spider-man"])
        let end = try await source.search("spider-man", PageRange(offset: 20))
        #expect(end.heroes.items.isEmpty)
        #expect(starts.count == 3)
    }
}
