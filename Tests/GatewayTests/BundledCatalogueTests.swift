import Basics
import FoundationEssentials
import Support
import Testing

@testable import Gateway

@Suite("The bundled catalogue")
struct BundledCatalogueTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try BundledCatalogue.catalogue.get() }

    @Test("has a series for every hero, and at least three works of each kind for sixty heroes")
    func links() {
        let links = Dictionary(
            grouping: catalogue.entries.flatMap { entry in
                entry.links.flatMap {
                    [(ObjectKey(entry.kind, entry.id), $0.kind), (ObjectKey($0.kind, $0.id), entry.kind)]
                }
            }
        ) { $0.0 }
        let kinds = [Kind.comics, .events, .series, .stories]
        var rich = 0
        for hero in catalogue.items(.characters) {
            let related = (links[ObjectKey(.characters, hero.id)] ?? []).map(\.1)
            #expect(related.contains(.series), "\(hero.name)")
            if kinds.allSatisfy({ kind in related.count { $0 == kind } >= 3 }) { rich += 1 }
        }
        #expect(rich >= 60)
    }

    @Test("has no duplicate descriptions")
    func descriptions() {
        let descriptions = catalogue.items.filter { $0.kind != .creators }.map { $0.fields["description"]?.text ?? "" }
        let nonEmpty = descriptions.filter { !$0.isEmpty }
        #expect(nonEmpty.count > descriptions.count * 3 / 4)
        let seen = Dictionary(grouping: nonEmpty) { Folding.fold($0) }
        #expect(seen.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test("has a name for every object, and emblems for pictures")
    func names() throws {
        #expect(catalogue.items(.characters).allSatisfy { !$0.name.isEmpty })
        #expect(catalogue.items(.creators).allSatisfy { $0.fields["lastName"]?.text?.isEmpty == false })
        #expect(catalogue.items(.comics).allSatisfy { $0.name.contains("#") || $0.fields["format"]?.text != "Comic" })
        #expect(catalogue.items(.series).allSatisfy { $0.name.contains("(\($0.fields["startYear"]?.int ?? 0)") })
        #expect(catalogue.emblems.count > 700)
    }

    @Test("is served completely")
    func totals() async throws {
        let client = try BundledCatalogue.client.get()
        #expect(try await client.data("characters")["total"]?.int == catalogue.items(.characters).count)
        #expect(try await client.data("stories")["total"]?.int == catalogue.items(.stories).count)
        for hero in catalogue.items(.characters).prefix(10) {
            for kind in Kind.marvel where kind != .characters {
                #expect(try await client.json("characters/\(hero.id)/\(kind.rawValue)")["code"]?.int == 200)
            }
        }
    }

    @Test("has at least ten keywords for each hero")
    func keywords() async throws {
        for hero in try BundledCatalogue.catalogue.get().items(.characters) {
            let keywords = hero.fields["facts"]?["keywords"]?.text?.split(separator: ",") ?? []
            #expect(keywords.count >= 10, "\(hero.name)")
        }
    }

    @Test("has the detail link and the picture that strict clients require", arguments: Kind.marvel)
    func strictClients(kind: Kind) async throws {
        for object in try await BundledCatalogue.objects(kind) {
            let urls = object["urls"]?.elements ?? []
            #expect(urls.count { $0["type"]?.text == "detail" } == (kind == .stories ? 0 : 1))
            #expect(urls.allSatisfy { $0["url"]?.text?.hasPrefix("http://") == true })
            #expect((object["thumbnail"] == .null) == (kind == .stories))
            if kind != .stories {
                #expect(object["thumbnail"]?["path"]?.text?.hasPrefix("http://test/images/") == true)
            }
        }
    }
}

/// The bundled catalogue, read once for all tests, which must not change it.
enum BundledCatalogue {
    static let folder = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Gateway/Catalogue").path

    static let catalogue = Result { try Catalogue.load(folder: folder) }

    static let client = Result {
        let archive = try Archive()
        try archive.add(try catalogue.get())
        var configuration = GatewayClient.openConfiguration
        configuration.vocabulary = try Vocabulary.load(folder: folder)
        return GatewayClient(gateway: Gateway(archive: archive, configuration: configuration))
    }

    /// Returns all objects of a kind as served.
    static func objects(_ kind: Kind) async throws -> [JSON] {
        let client = try client.get()
        var objects: [JSON] = []
        while true {
            let page = try await client.results("\(kind.rawValue)?limit=100&offset=\(objects.count)")
            guard !page.isEmpty else { return objects }
            objects += page
        }
    }
}
