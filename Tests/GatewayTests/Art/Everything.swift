@testable import Gateway

/// Every word of the vocabulary, and how to draw with it.
enum Everything {
    static let motifs = (try? Bundled.catalogue.get().motifs.values.sorted { $0.name < $1.name }) ?? []
    static let pigments = Pigment.allCases
    static let layouts = Layout.allCases
    /// Those that have pictures.
    static let kinds = [Kind.characters, .comics, .events, .series]

    /// Emblems in which every motif meets every layout, and every colour is ground and accent many times over.
    static let emblems: [Emblem] = motifs.enumerated().flatMap { row, motif in
        layouts.enumerated().map { column, layout in
            let ground = pigments[(row + column * 7) % pigments.count]
            let accent = pigments[(row * 3 + column * 5 + 1) % pigments.count]
            return Emblem(motif: motif, ground: ground, accent: accent, layout: layout)
        }
    }

    /// The poster of an emblem as text.
    static func svg(
        _ emblem: Emblem, kind: Kind = .characters, width: Int = 300, height: Int = 450, seed: UInt64 = 1
    ) -> String {
        String(decoding: Artwork.svg(emblem, kind: kind, width: width, height: height, seed: seed), as: UTF8.self)
    }
}

extension Emblem {
    /// The line that the emblem is read from.
    var line: String { "\(motif.name) \(ground) \(accent) \(layout)" }

    /// Reads a line with the bundled motifs.
    init(line: String) throws { try self.init(line: line, motifs: Bundled.catalogue.get().motifs) }
}
