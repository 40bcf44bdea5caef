import FoundationXML
import Testing

@testable import Gateway

@Suite struct ArtworkTests {
    @Test("every motif on every layout is well-formed XML with presentation attributes alone, within 6 kB")
    func drawsWellFormed() {
        for emblem in Everything.emblems {
            let bytes = Artwork.svg(emblem, kind: .characters, width: 300, height: 450, seed: 1)
            let audit = SVGAudit(bytes)
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.strangers == [], "\(emblem.line)")
            #expect(bytes.count <= 6_144, "\(emblem.line)")
        }
    }

    @Test("every kind of work is well-formed at every aspect, within 10 kB", arguments: Everything.kinds)
    func drawsKinds(kind: Kind) {
        let sizes = ImageVariant.sizes.sorted { $0.key < $1.key }.map(\.value)
        for (index, emblem) in Everything.emblems.enumerated() where index % 13 == 0 {
            let size = sizes[index % sizes.count]
            let bytes = Artwork.svg(emblem, kind: kind, width: size.width, height: size.height, seed: 3)
            let audit = SVGAudit(bytes)
            #expect(bytes.count <= 10_240, "\(emblem.line)")
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.strangers == [], "\(emblem.line)")
        }
    }

    @Test("no two motifs are drawn alike")
    func drawsMotifsApart() {
        let posters = Everything.motifs.map {
            Everything.svg(Emblem(motif: $0, ground: .navy, accent: .gold, layout: .halo))
        }
        #expect(Set(posters).count == Everything.motifs.count)
    }

    @Test("no two layouts, no two kinds and no two colours give one picture")
    func drawsWordsApart() throws {
        let motif = try #require(Everything.motifs.first { $0.name == "bolt" })
        let layouts = Layout.allCases.map { Emblem(motif: motif, ground: .teal, accent: .sand, layout: $0) }
        #expect(Set(layouts.map { Everything.svg($0) }).count == Layout.allCases.count)
        #expect(Set(Everything.kinds.map { Everything.svg(layouts[0], kind: $0) }).count == Everything.kinds.count)
        let grounds = Pigment.allCases.map { Emblem(motif: motif, ground: $0, accent: .ivory, layout: .burst) }
        #expect(Set(grounds.map { Everything.svg($0) }).count == Pigment.allCases.count)
        let accents = Pigment.allCases.map { Emblem(motif: motif, ground: .charcoal, accent: $0, layout: .burst) }
        #expect(Set(accents.map { Everything.svg($0) }).count == Pigment.allCases.count)
    }

    @Test("one seed draws one picture again and again, another seed another", arguments: Everything.kinds)
    func followsSeed(kind: Kind) throws {
        for layout in Layout.allCases {
            let emblem = try Emblem(line: "key plum rose \(layout)")
            #expect(Everything.svg(emblem, kind: kind, seed: 7) == Everything.svg(emblem, kind: kind, seed: 7))
            #expect(Everything.svg(emblem, kind: kind, seed: 7) != Everything.svg(emblem, kind: kind, seed: 8))
        }
    }
}
