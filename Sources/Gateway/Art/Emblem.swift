/// A poster in one line: motif, ground colour, accent colour and layout, such as `web crimson navy burst`.
struct Emblem: Sendable, Hashable {
    let motif: Motif
    let ground: Pigment
    let accent: Pigment
    let layout: Layout
}

extension Emblem {
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

    private static func pigment(_ word: String) throws(EmblemError) -> Pigment {
        guard let pigment = Pigment(rawValue: word) else {
            throw EmblemError.unknown(.colour, word: word, allowed: Pigment.allCases.map(\.rawValue))
        }
        return pigment
    }
}
