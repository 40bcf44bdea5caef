import Testing

@testable import Gateway

@Suite("The bundled catalogue")
struct BundledCatalogueTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try Bundled.catalogue.get() }

    @Test("has enough of every kind to browse")
    func counts() {
        #expect(catalogue.items(.characters).count >= 160)
        #expect(catalogue.items(.series).count >= 60)
        #expect(catalogue.items(.events).count >= 40)
        #expect(catalogue.items(.comics).count >= 250)
        #expect(catalogue.items(.stories).count >= 160)
        #expect(catalogue.items(.creators).count >= 40)
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
        for hero in catalogue.items(.characters) {
            let related = (links[Kind.characters.key(hero.id)] ?? []).map(\.1)
            #expect(related.contains(.series), "\(hero.name)")
            if kinds.allSatisfy({ kind in related.count { $0 == kind } >= 3 }) { rich += 1 }
        }
        #expect(rich >= 60)
    }

    @Test("says nothing twice")
    func descriptions() {
        let descriptions = catalogue.items.filter { $0.kind != .creators }.map { $0.fields["description"]?.text ?? "" }
        let told = descriptions.filter { !$0.isEmpty }
        #expect(told.count > descriptions.count * 3 / 4)
        let seen = Dictionary(grouping: told) { Folding.fold($0) }
        #expect(seen.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test("names everything, and draws a picture for all that has one")
    func names() throws {
        #expect(catalogue.items(.characters).allSatisfy { !$0.name.isEmpty })
        #expect(catalogue.items(.creators).allSatisfy { $0.fields["lastName"]?.text?.isEmpty == false })
        #expect(catalogue.items(.comics).allSatisfy { $0.name.contains("#") || $0.fields["format"]?.text != "Comic" })
        #expect(catalogue.items(.series).allSatisfy { $0.name.contains("(\($0.fields["startYear"]?.int ?? 0)") })
        #expect(catalogue.emblems.count > 700)
    }

    @Test("is served whole")
    func served() async throws {
        let served = try Bundled.served.get()
        #expect(try await served.data("characters")["total"]?.int == catalogue.items(.characters).count)
        #expect(try await served.data("stories")["total"]?.int == catalogue.items(.stories).count)
        for hero in catalogue.items(.characters).prefix(10) {
            for kind in Kind.allCases where kind != .characters {
                #expect(try await served.json("characters/\(hero.id)/\(kind.rawValue)")["code"]?.int == 200)
            }
        }
    }

    @Test("clients that insist on a detail, a picture and texts find them", arguments: Kind.allCases)
    func insisting(kind: Kind) async throws {
        for object in try await Bundled.objects(kind) {
            let id = try #require(object["id"]?.int)
            let urls = object["urls"]?.elements ?? []
            let own = id >= Catalogue.firstOwnID
            #expect(
                urls.count { $0["type"]?.text == "detail" } == (kind == .stories || own && kind == .characters ? 0 : 1))
            #expect(urls.allSatisfy { $0["url"]?.text?.hasPrefix("http://") == true })
            #expect((object["thumbnail"] == .null) == (kind == .stories))
            if kind != .stories {
                #expect(object["thumbnail"]?["path"]?.text?.hasPrefix("http://test/images/") == true)
            }
            #expect(object["modified"]?.text?.isEmpty == false)
            #expect(object[kind.nameField]?.text != nil)
            if ![.comics, .series, .creators].contains(kind) { #expect(object["description"]?.text != nil) }
            if kind == .comics { #expect(object["series"]?["name"]?.text?.isEmpty == false) }
            if kind == .stories { #expect(object["originalIssue"]?["name"]?.text?.isEmpty == false) }
            if kind == .events {
                #expect(
                    [object["start"], object["end"]].allSatisfy {
                        $0 == .null || $0?.text?.hasSuffix(" 00:00:00") == true
                    })
            }
        }
    }
}
