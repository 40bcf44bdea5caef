import Foundation
import FoundationXML
import Testing

@testable import Gateway

@Suite struct ArtworkTests {
    @Test("every motif with every layout is well-formed XML with presentation attributes only, up to 12 kB")
    func drawsWellFormed() {
        for emblem in ArtSamples.emblems {
            let bytes = Artwork.svg(emblem, kind: .characters, width: 300, height: 450, seed: 1)
            let audit = SVGAudit(bytes)
            #expect(audit.isWellFormed, "\(emblem.line)")
            #expect(audit.unexpected == [], "\(emblem.line)")
            #expect(bytes.count <= 12_288, "\(emblem.line)")
        }
    }

    @Test("every kind of work is well-formed in every variant, up to 14 kB", arguments: ArtSamples.kinds)
    func drawsKinds(kind: Kind) {
        let sizes = ImageVariant.sizes.sorted { $0.key < $1.key }.map(\.value)
        for (index, emblem) in ArtSamples.emblems.enumerated() where index % 13 == 0 {
            let size = sizes[index % sizes.count]
            let bytes = Artwork.svg(emblem, kind: kind, width: size.width, height: size.height, seed: 3)
            let audit = SVGAudit(bytes)
            #expect(bytes.count <= 14_336, "\(emblem.line)")
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
        #expect(Set(ArtSamples.kinds.map { ArtSamples.svg(layouts[0], kind: $0) }).count == ArtSamples.kinds.count)
        let grounds = NamedColour.allCases.map { Emblem(motif: motif, ground: $0, accent: .ivory, layout: .burst) }
        #expect(Set(grounds.map { ArtSamples.svg($0) }).count == NamedColour.allCases.count)
        let accents = NamedColour.allCases.map { Emblem(motif: motif, ground: .charcoal, accent: $0, layout: .burst) }
        #expect(Set(accents.map { ArtSamples.svg($0) }).count == NamedColour.allCases.count)
    }

    @Test(
        "the same seed draws the same picture, another seed another one",
        arguments: [Kind.characters, .comics, .series])
    func followsSeed(kind: Kind) throws {
        for layout in Layout.allCases {
            let emblem = try Emblem(line: "loki plum rose \(layout)")
            #expect(ArtSamples.svg(emblem, kind: kind, seed: 7) == ArtSamples.svg(emblem, kind: kind, seed: 7))
            #expect(ArtSamples.svg(emblem, kind: kind, seed: 7) != ArtSamples.svg(emblem, kind: kind, seed: 8))
        }
    }
}

/// Emblems with every motif, layout and colour.
enum ArtSamples {
    static let motifs = (try? BundledCatalogue.catalogue.get().motifs.values.sorted { $0.name < $1.name }) ?? []
    static let pigments = NamedColour.allCases
    static let layouts = Layout.allCases
    /// The kinds with pictures.
    static let kinds = [Kind.characters, .comics, .events, .series]

    /// Emblems of every motif with every layout; every colour is ground and accent many times.
    static let emblems: [Emblem] = motifs.enumerated().flatMap { row, motif in
        layouts.enumerated().map { column, layout in
            let ground = pigments[(row + column * 7) % pigments.count]
            let accent = pigments[(row * 3 + column * 5 + 1) % pigments.count]
            return Emblem(motif: motif, ground: ground, accent: accent, layout: layout)
        }
    }

    /// Returns the picture of an emblem as text.
    static func svg(
        _ emblem: Emblem, kind: Kind = .characters, width: Int = 300, height: Int = 450, seed: UInt64 = 1
    ) -> String {
        String(decoding: Artwork.svg(emblem, kind: kind, width: width, height: height, seed: seed), as: UTF8.self)
    }
}

extension Emblem {
    /// The text that the emblem is parsed from.
    var line: String { "\(motif.name) \(ground) \(accent) \(layout)" }

    /// Parses a text with the bundled motifs.
    init(line: String) throws {
        try self.init(line: line, of: .characters, motifs: BundledCatalogue.catalogue.get().motifs)
    }
}

/// A strict check of an SVG document for content that pictures must not have.
final class SVGAudit: NSObject, XMLParserDelegate {
    private(set) var isWellFormed = false
    /// The elements, attributes and values that drawings do not use.
    private(set) var unexpected: [String] = []

    private static let elements: Set = ["svg", "g", "path"]
    private static let attributes: Set = [
        "width", "height", "viewBox", "x", "y", "transform", "d", "fill", "fill-rule", "stroke", "stroke-width",
        "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "xmlns",
    ]

    init(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if !Self.elements.contains(name) { unexpected.append(name) }
        for (key, value) in attributes {
            if !Self.attributes.contains(key) { unexpected.append(key) }
            if value.contains("url(") || value.contains("nan") || value.contains("inf") { unexpected.append(value) }
        }
    }
}

@Suite struct PaletteTests {
    private static let pairs = NamedColour.allCases.flatMap { ground in NamedColour.allCases.map { (ground, $0) } }

    @Test("ground and accent differ in lightness, and so do motif and field, for any two colours")
    func contrast() throws {
        for (ground, accent) in Self.pairs {
            let palette = Palette(ground: ground, accent: accent)
            #expect(abs(palette.ground.lightness - palette.accent.lightness) > 0.29, "\(ground) \(accent)")
            let main = try #require(palette.inks(on: palette.field)[.main])
            #expect(abs(main.lightness - palette.field.lightness) > 0.29, "\(ground) \(accent)")
        }
    }

    @Test("two colours with enough contrast are not changed")
    func unchanged() {
        let palette = Palette(ground: .navy, accent: .gold)
        #expect(palette.ground.hex == "#162652")
        #expect(palette.accent == NamedColour.gold.colour)
    }
}

@Suite struct EmblemTests {
    @Test("every word is parsed, and the text is preserved")
    func readsEveryWord() throws {
        for emblem in ArtSamples.emblems { #expect(try Emblem(line: emblem.line) == emblem) }
    }

    @Test(
        "an unknown word is an error with the known ones, and so is another number of words",
        arguments: [
            ("lokki crimson navy burst", "“lokki” is no motif; the motifs are "),
            ("loki red navy burst", "“red” is no colour; the colours are crimson, scarlet"),
            ("loki navy red burst", "“red” is no colour; the colours are crimson, scarlet"),
            ("loki crimson navy Burst", "“Burst” is no layout; the layouts are burst, halo"),
            ("", "“” is not"), ("loki crimson navy", "“loki crimson navy” is not"), ("a b c d e", "“a b c d e” is not"),
        ])
    func refused(line: String, reason: String) {
        let error = #expect(throws: EmblemError.self) { try Emblem(line: line) }
        #expect(error?.description.contains(reason) == true)
    }
}
