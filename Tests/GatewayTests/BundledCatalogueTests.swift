import Testing

@testable import Gateway

@Suite("The bundled catalogue")
struct BundledCatalogueTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try Bundled.catalogue.get() }

    @Test("has enough of every kind to browse")
    func counts() {
        #expect(catalogue.characters.count >= 160)
        #expect(catalogue.series.count >= 60)
        #expect(catalogue.events.count >= 40)
        #expect(catalogue.comics.count >= 250)
        #expect(catalogue.stories.count >= 160)
        #expect(catalogue.creators.count >= 40)
    }

    @Test("shows every hero in at least one series, and sixty of them in three of each kind")
    func links() {
        let links = Dictionary(
            grouping: catalogue.entries.flatMap { entry in
                entry.links.flatMap { [(entry.kind.key(entry.id), $0.kind), ($0.kind.key($0.id), entry.kind)] }
            }
        ) { $0.0 }
        let kinds = [Kind.comics, .events, .series, .stories]
        var rich = 0
        for hero in catalogue.characters {
            let related = (links[Kind.characters.key(hero.id)] ?? []).map(\.1)
            #expect(related.contains(.series), "\(hero.name)")
            if kinds.allSatisfy({ kind in related.count { $0 == kind } >= 3 }) { rich += 1 }
        }
        #expect(rich >= 60)
    }

    @Test("says nothing twice")
    func descriptions() {
        let descriptions =
            catalogue.characters.map(\.description) + catalogue.series.map(\.description)
            + catalogue.events.map(\.description) + catalogue.comics.map(\.description)
            + catalogue.stories.map(\.description)
        let told = descriptions.filter { !$0.isEmpty }
        #expect(told.count > descriptions.count * 3 / 4)
        let seen = Dictionary(grouping: told) { Folding.fold($0) }
        #expect(seen.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test("names everything, and draws a picture for all that has one")
    func names() throws {
        #expect(catalogue.characters.allSatisfy { !$0.name.isEmpty })
        #expect(catalogue.creators.allSatisfy { !$0.lastName.isEmpty })
        #expect(catalogue.comics.allSatisfy { $0.title.contains("#") || $0.format != "Comic" })
        #expect(catalogue.series.allSatisfy { $0.title.contains("(\($0.startYear)") })
        #expect(catalogue.pictures.count > 700)
    }

    @Test("is served whole")
    func served() async throws {
        let served = try Bundled.served.get()
        #expect(try await served.data("characters")["total"]?.int == catalogue.characters.count)
        #expect(try await served.data("stories")["total"]?.int == catalogue.stories.count)
        for hero in catalogue.characters.prefix(10) {
            for kind in Kind.allCases where kind != .characters {
                #expect(try await served.json("characters/\(hero.id)/\(kind.rawValue)")["code"]?.int == 200)
            }
        }
    }
}
