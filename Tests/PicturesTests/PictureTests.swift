import Testing

@testable import Pictures

@Suite("A picture")
struct PictureTests {
    @Test("every motif with every layout is well-formed XML with presentation attributes only, up to 12 kB")
    func drawsWellFormed() {
        for emblem in ArtSamples.emblems {
            let bytes = ArtSamples.svg(emblem)
            let audit = SVGAudit(bytes)
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.unexpected == [], "\(emblem.line)")
            #expect(bytes.count <= 12_288, "\(emblem.line)")
        }
    }

    @Test(
        "every kind is well-formed in every variant with one to five heroes, up to 14 kB with one",
        arguments: Picture.Kind.allCases)
    func drawsKinds(kind: Picture.Kind) {
        // Tall, wide, square and small, as the API's variants are.
        let sizes: [(width: Int, height: Int)] = [
            (600, 900), (1200, 630), (250, 250), (50, 75), (65, 45), (464, 261),
        ]
        for (index, hero) in ArtSamples.emblems.enumerated() where index % 13 == 0 {
            let size = sizes[index % sizes.count]
            var emblem = hero
            emblem.others = Array(ArtSamples.emblems[index...].dropFirst().prefix(index % 5))
            let bytes = ArtSamples.svg(emblem, kind, width: size.width, height: size.height, seed: 3)
            let audit = SVGAudit(bytes)
            if emblem.others.isEmpty { #expect(bytes.count <= 14_336, "\(emblem.line)") }
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.unexpected == [], "\(emblem.line)")
        }
    }

    @Test("all motifs are drawn differently")
    func motifsDiffer() {
        let posters = ArtSamples.motifs.map {
            ArtSamples.svg(Emblem(motif: $0, ground: .navy, accent: .gold, layout: .halo))
        }
        #expect(Set(posters).count == ArtSamples.motifs.count)
    }

    @Test("all layouts, kinds and colours are drawn differently")
    func layoutsDiffer() throws {
        let motif = try #require(ArtSamples.motifs.first)
        let layouts = Layout.allCases.map { Emblem(motif: motif, ground: .teal, accent: .sand, layout: $0) }
        #expect(Set(layouts.map { ArtSamples.svg($0) }).count == Layout.allCases.count)
        #expect(Set(Picture.Kind.allCases.map { ArtSamples.svg(layouts[0], $0) }).count == 4)
        let grounds = NamedColour.allCases.map { Emblem(motif: motif, ground: $0, accent: .ivory, layout: .burst) }
        #expect(Set(grounds.map { ArtSamples.svg($0) }).count == NamedColour.allCases.count)
        let accents = NamedColour.allCases.map { Emblem(motif: motif, ground: .charcoal, accent: $0, layout: .burst) }
        #expect(Set(accents.map { ArtSamples.svg($0) }).count == NamedColour.allCases.count)
    }

    @Test(
        "the same seed draws the same picture, another seed another one",
        arguments: [Picture.Kind.characters, .comics, .series])
    func followsSeed(kind: Picture.Kind) throws {
        for layout in Layout.allCases {
            let emblem = try Emblem(line: "loki plum rose \(layout)")
            #expect(ArtSamples.svg(emblem, kind, seed: 7) == ArtSamples.svg(emblem, kind, seed: 7))
            #expect(ArtSamples.svg(emblem, kind, seed: 7) != ArtSamples.svg(emblem, kind, seed: 8))
        }
    }
}
