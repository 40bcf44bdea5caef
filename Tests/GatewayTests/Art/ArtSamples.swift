@testable import Gateway

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
    init(line: String) throws { try self.init(line: line, motifs: BundledCatalogue.catalogue.get().motifs) }
}
