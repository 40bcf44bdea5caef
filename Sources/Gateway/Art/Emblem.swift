/// A poster in one line: motif, ground colour, accent colour and layout, such as `web crimson navy burst`.
package struct Emblem: Sendable, Hashable {
    package let motif: Motif
    package let ground: Pigment
    package let accent: Pigment
    package let layout: Layout

    /// Reads the four words, separated by spaces; throws `EmblemError` for the first that is not known.
    init(line: String, motifs: [String: Motif]) throws(EmblemError) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4 else { throw EmblemError.wordCount(words.count, line: line) }
        guard let motif = motifs[words[0]] else {
            throw EmblemError.unknown(.motif, word: words[0], allowed: motifs.keys.sorted())
        }
        self.motif = motif
        ground = try Self.pigment(words[1])
        accent = try Self.pigment(words[2])
        guard let layout = Layout(rawValue: words[3]) else {
            throw EmblemError.unknown(.layout, word: words[3], allowed: Layout.allCases.map(\.rawValue))
        }
        self.layout = layout
    }

    init(motif: Motif, ground: Pigment, accent: Pigment, layout: Layout) {
        self.motif = motif
        self.ground = ground
        self.accent = accent
        self.layout = layout
    }

    /// The line this emblem is read from.
    package var line: String { "\(motif.name) \(ground.rawValue) \(accent.rawValue) \(layout.rawValue)" }

    private static func pigment(_ word: String) throws(EmblemError) -> Pigment {
        guard let pigment = Pigment(rawValue: word) else {
            throw EmblemError.unknown(.colour, word: word, allowed: Pigment.allCases.map(\.rawValue))
        }
        return pigment
    }
}
