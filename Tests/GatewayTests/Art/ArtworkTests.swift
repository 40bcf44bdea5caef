import FoundationXML
import Testing

@testable import Gateway

@Suite struct ArtworkTests {
    @Test("every motif on every layout is well-formed XML with presentation attributes alone")
    func drawsWellFormed() {
        for emblem in Everything.emblems {
            let bytes = Artwork.svg(emblem, kind: .characters, width: 300, height: 450, seed: 1)
            let audit = SVGAudit(bytes)
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.strangers == [], "\(emblem.line)")
        }
    }

    @Test("every kind of work is well-formed at every aspect", arguments: Everything.kinds)
    func drawsKinds(kind: Kind) {
        for (index, emblem) in Everything.emblems.enumerated() where index % 13 == 0 {
            let size = ImageVariant.allCases[index % ImageVariant.allCases.count].size
            let audit = SVGAudit(Artwork.svg(emblem, kind: kind, width: size.width, height: size.height, seed: 3))
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.strangers == [], "\(emblem.line)")
        }
    }

    @Test("a poster stays within 6 kB, a cover within 10 kB, at every aspect")
    func staysSmall() {
        for emblem in Everything.emblems {
            #expect(Everything.svg(emblem).utf8.count <= 6_144, "\(emblem.line)")
        }
        for (index, emblem) in Everything.emblems.enumerated() where index % 11 == 0 {
            for kind in Everything.kinds {
                #expect(
                    Everything.svg(emblem, kind: kind, width: 464, height: 261).utf8.count <= 10_240, "\(emblem.line)")
            }
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

    @Test("the document has the asked size and a view of the same shape", arguments: ImageVariant.allCases)
    func hasSize(variant: ImageVariant) throws {
        let size = variant.size
        let emblem = try Emblem(line: "fox cobalt amber grid")
        let text = Everything.svg(emblem, width: size.width, height: size.height)
        let short = 600 / Double(min(size.width, size.height))
        let view = [size.width, size.height].map { String(Int((Double($0) * short).rounded())) }.joined(separator: " ")
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\""
        #expect(text.hasPrefix(head + " viewBox=\"0 0 \(view)\""))
    }

    @Test("a size of nothing is drawn as one pixel", arguments: [(0, 0), (-5, 10)])
    func survivesNoSize(width: Int, height: Int) throws {
        let emblem = try Emblem(line: "fox cobalt amber night")
        #expect(SVGAudit(Artwork.svg(emblem, kind: .comics, width: width, height: height, seed: 0)).isWellFormed)
    }
}
