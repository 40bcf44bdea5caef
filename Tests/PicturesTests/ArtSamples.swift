import Foundation
import Support

@testable import Pictures

/// Emblems with every motif, layout and colour.
enum ArtSamples {
    static let motifs = (try? bundled.get()) ?? []
    private static let (pigments, layouts) = (NamedColour.allCases, Layout.allCases)

    /// The motifs of the gateway's catalogue, by name.
    private static let bundled = Result {
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/Gateway/Catalogue/motifs")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { file in
            try Motif(String(file.dropLast(4)), [UInt8](Data(contentsOf: folder.appending(path: file))))
        }
    }

    /// Emblems of every motif with every layout; every colour is ground and accent many times.
    static let emblems: [Emblem] = motifs.enumerated().flatMap { row, motif in
        layouts.enumerated().map { column, layout in
            let ground = pigments[(row + column * 7) % pigments.count]
            let accent = pigments[(row * 3 + column * 5 + 1) % pigments.count]
            return Emblem(motif: motif, ground: ground, accent: accent, layout: layout)
        }
    }

    static func svg(
        _ emblem: Emblem, _ kind: Picture.Kind = .characters, width: Int = 300, height: Int = 450, seed: UInt64 = 1
    ) -> [UInt8] {
        Picture(Picture.ID(kind, 1), emblem, seed: seed).svg(width: width, height: height)
    }
}

extension Emblem {
    /// The text that the emblem is parsed from.
    var line: String { "\(motif.name) \(ground) \(accent) \(layout)" }

    /// Parses a text with the bundled motifs.
    init(line: String) throws {
        let motifs = Dictionary(uniqueKeysWithValues: ArtSamples.motifs.map { ($0.name, $0) })
        try self.init(line: line, ofWork: false, motifs: motifs)
    }
}
