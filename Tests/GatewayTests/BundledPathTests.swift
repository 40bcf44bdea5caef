import Basics
import Testing

@testable import Gateway

@Suite("Paths and companions in the bundled catalogue")
struct BundledPathTests {
    private let catalogue: Catalogue
    private let client: GatewayClient

    init() throws { (catalogue, client) = (try BundledCatalogue.catalogue.get(), try BundledCatalogue.client.get()) }

    private var anthologies: [CatalogueItem] { catalogue.items(.series).filter(\.isAnthology) }

    /// The comics in which their heroes meet.
    private var comics: [CatalogueItem] {
        let series = Set(anthologies.map(\.id))
        return catalogue.items(.comics).filter { series.isDisjoint(with: $0.related[.series] ?? []) }
    }

    private func id(_ uri: JSON?) -> Int? { uri?.text?.split(separator: "/").last.flatMap { Int($0) } }

    @Test(
        "know the anthologies, of which a series of team-ups is none",
        arguments: [
            ("Amazing Adventures", true), ("Strange Tales", true), ("Tales of Suspense", true),
            ("Tales to Astonish", true), ("Marvel Premiere", true), ("Marvel Super-Heroes", true),
            ("Marvel Team-Up", false), ("Giant-Size X-Men", false),
        ])
    func marked(title: String, isAnthology: Bool) throws {
        let series = try #require(catalogue.items(.series).first { $0.name.hasPrefix("\(title) (") })
        #expect(series.isAnthology == isAnthology)
    }

    @Test("have as companions only heroes of two comics in which they meet")
    func companions() async throws {
        let casts = comics.map { Set($0.related[.characters] ?? []) }
        for hero in catalogue.items(.characters) {
            let facts = try await client.results("characters/\(hero.id)?facts=true")[0]["facts"]
            for companion in facts?["companions"]?.elements ?? [] {
                let other = try #require(id(companion["resourceURI"]))
                let shared = casts.count { $0.isSuperset(of: [hero.id, other]) }
                #expect(shared >= 2, "\(hero.name) and \(other)")
            }
        }
    }

    @Test("lead from each hero of an anthology to the others through relations, teams and comics in which they meet")
    func strangers() async throws {
        let meetings = Set(comics.map(\.id))
        for series in anthologies {
            let heroes = series.related[.characters] ?? []
            for (start, end) in zip(heroes, heroes.dropFirst()) {
                let steps = try await client.results("characters/\(start)/to/\(end)")
                #expect(!steps.isEmpty)
                for link in steps.compactMap({ $0["link"] }) where link["resourceURI"] != nil {
                    let comic = link["kind"] == "comics" ? id(link["resourceURI"]) : nil
                    let isMeeting = link["kind"] == "teams" || comic.map(meetings.contains) == true
                    #expect(isMeeting, "\(series.name): \(start) to \(end)")
                }
            }
        }
    }

    @Test(
        "link heroes as readers expect",
        arguments: [
            ("Squirrel Girl", "Galactus", ["ally"]), ("Squirrel Girl", "Thanos", ["enemy"]),
            ("Iron Man", "Doctor Doom", ["enemy"]), ("Wolverine", "Mystique", ["enemy"]),
            ("Storm", "Wolverine", ["ally"]), ("Luke Cage", "Jessica Jones", ["family"]),
            ("Rocket Raccoon", "Groot", ["ally"]), ("Spider-Man", "Mr. Fantastic", ["teams"]),
            ("Captain America", "Hulk", ["teams"]), ("Professor X", "Iron Man", ["teams"]),
            ("Nick Fury", "Doctor Strange", ["comics"]), ("Spider-Man", "Thanos", ["comics"]),
            ("Black Widow", "Mandarin", ["ally", "enemy"]), ("Howard the Duck", "Daredevil", ["ally", "ally"]),
            ("Blade", "Moon Knight", ["teams"]),
        ])
    func famous(start: String, end: String, expected: [String]) async throws {
        let ids = try [start, end].map { name in
            try #require(catalogue.items(.characters).first { $0.name == name }?.id, "\(name)")
        }
        let steps = try await client.results("characters/\(ids[0])/to/\(ids[1])")
        #expect(steps.map { $0["link"]?["kind"]?.text } == expected)
    }
}
