/// The description of a picture: motif, ground colour, accent colour and layout, such as `web crimson navy burst`.
struct Emblem: Sendable, Hashable {
    let motif: Motif
    let ground: NamedColour
    let accent: NamedColour
    let layout: Layout
}

extension Emblem {
    /// Parses four words separated by spaces; throws `EmblemError` for the first unknown one.
    init(line: String, motifs: [String: Motif]) throws(EmblemError) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4 else { throw EmblemError.wordCount(words.count, line: line) }
        guard let motif = motifs[words[0]] else {
            throw EmblemError.unknown(.motif, word: words[0], allowed: motifs.keys.sorted())
        }
        self.motif = motif
        ground = try Self.parse(words[1], .colour)
        accent = try Self.parse(words[2], .colour)
        layout = try Self.parse(words[3], .layout)
    }

    private static func parse<Word: RawRepresentable<String> & CaseIterable>(
        _ word: String, _ part: EmblemError.Part
    ) throws(EmblemError) -> Word {
        guard let value = Word(rawValue: word) else {
            throw EmblemError.unknown(part, word: word, allowed: Word.allCases.map(\.rawValue))
        }
        return value
    }
}
