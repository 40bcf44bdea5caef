import FoundationXML
import Testing

@testable import Gateway

@Suite struct ArtworkTests {
    @Test("every motif with every layout is well-formed XML with presentation attributes only, up to 6 kB")
    func drawsWellFormed() {
        for emblem in ArtSamples.emblems {
            let bytes = Artwork.svg(emblem, kind: .characters, width: 300, height: 450, seed: 1)
            let audit = SVGAudit(bytes)
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.unexpected == [], "\(emblem.line)")
            #expect(bytes.count <= 6_144, "\(emblem.line)")
        }
    }

    @Test("every kind of work is well-formed in every variant, up to 10 kB", arguments: ArtSamples.kinds)
    func drawsKinds(kind: Kind) {
        let sizes = ImageVariant.sizes.sorted { $0.key < $1.key }.map(\.value)
        for (index, emblem) in ArtSamples.emblems.enumerated() where index % 13 == 0 {
            let size = sizes[index % sizes.count]
            let bytes = Artwork.svg(emblem, kind: kind, width: size.width, height: size.height, seed: 3)
            let audit = SVGAudit(bytes)
            #expect(bytes.count <= 10_240, "\(emblem.line)")
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
        let motif = try #require(ArtSamples.motifs.first { $0.name == "bolt" })
        let layouts = Layout.allCases.map { Emblem(motif: motif, ground: .teal, accent: .sand, layout: $0) }
        #expect(Set(layouts.map { ArtSamples.svg($0) }).count == Layout.allCases.count)
        #expect(Set(ArtSamples.kinds.map { ArtSamples.svg(layouts[0], kind: $0) }).count == ArtSamples.kinds.count)
        let grounds = NamedColour.allCases.map { Emblem(motif: motif, ground: $0, accent: .ivory, layout: .burst) }
        #expect(Set(grounds.map { ArtSamples.svg($0) }).count == NamedColour.allCases.count)
        let accents = NamedColour.allCases.map { Emblem(motif: motif, ground: .charcoal, accent: $0, layout: .burst) }
        #expect(Set(accents.map { ArtSamples.svg($0) }).count == NamedColour.allCases.count)
    }

    @Test("the same seed draws the same picture, another seed another one", arguments: ArtSamples.kinds)
    func followsSeed(kind: Kind) throws {
        for layout in Layout.allCases {
            let emblem = try Emblem(line: "key plum rose \(layout)")
            #expect(ArtSamples.svg(emblem, kind: kind, seed: 7) == ArtSamples.svg(emblem, kind: kind, seed: 7))
            #expect(ArtSamples.svg(emblem, kind: kind, seed: 7) != ArtSamples.svg(emblem, kind: kind, seed: 8))
        }
    }
}
