import Support
import Testing

@testable import Gateway
@testable import Pictures

@Suite("The covers of the catalogue")
struct CoverTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try BundledCatalogue.catalogue.get() }

    @Test("of events are all different, and so are their heroes")
    func eventsDiffer() throws {
        var heroes: [Set<String>: String] = [:]
        var pictures: Set<[UInt8]> = []
        for event in catalogue.items(.events) {
            let emblem = try #require(catalogue.emblems[event.key])
            let same = heroes.updateValue(event.name, forKey: Set(([emblem] + emblem.others).map(\.motif.name)))
            #expect(same == nil, "\(event.name) shows the heroes of \(same ?? "")")
            // With one seed, so that only the heroes make a difference.
            pictures.insert(Picture(Picture.ID(.events, 1), emblem, seed: 1).svg(width: 300, height: 450))
        }
        #expect(pictures.count == catalogue.items(.events).count)
    }

    @Test("of events and series have up to 14 kB, and two opponents have different grounds")
    func sizes() throws {
        let sizes = ImageVariant.sizes.sorted { $0.key < $1.key }.map(\.value)
        for (index, work) in (catalogue.items(.events) + catalogue.items(.series)).enumerated() {
            let (emblem, size) = (try #require(catalogue.emblems[work.key]), sizes[index % sizes.count])
            let id = Picture.ID(work.kind == .events ? .events : .series, work.id)
            let bytes = Picture(id, emblem, seed: 1).svg(width: size.width, height: size.height)
            #expect(bytes.count <= 14_336, "\(work.name) has \(bytes.count) bytes")
            let grounds = ([emblem] + emblem.others).withDistinctGrounds.map(\.ground.colour)
            if grounds.count == 2 { #expect(grounds[0].distance(to: grounds[1]) > 0.15, "\(work.name)") }
        }
    }

    @Test("show the opponents of an event, the hero of a comic or of a series with that name, or three of a team")
    func heroes() throws {
        let expected: [(Kind, String, [String])] = [
            (.events, "Civil War", ["iron-man", "captain-america"]), (.events, "Planet Hulk", ["hulk"]),
            (.comics, "Amazing Fantasy (1962) #15", ["spider-man"]), (.series, "Iron Man (1968 - 1996)", ["iron-man"]),
            (.series, "Fantastic Four (1961 - 1998)", ["mr-fantastic", "invisible-woman", "human-torch"]),
        ]
        for (kind, title, motifs) in expected {
            let work = try #require(catalogue.items(kind).first { $0.name == title })
            let emblem = try #require(catalogue.emblems[work.key])
            #expect(([emblem] + emblem.others).map(\.motif.name) == motifs)
        }
    }

    @Test("are a star if no hero of a work is in the catalogue")
    func withoutHeroes() throws {
        var catalogue = Catalogue()
        catalogue.motifs["star"] = self.catalogue.motifs["star"]
        let comic = #"[{"id":1,"title":"A #1","issueNumber":1,"series":2}]"#
        try catalogue.add(Array(comic.utf8), file: "comics.json")
        #expect(catalogue.emblems.values.map(\.motif.name) == ["star"])
    }
}
