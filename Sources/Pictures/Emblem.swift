/// The description of a picture: motif, ground colour, accent colour and layout, such as `thor azure gold burst`.
package struct Emblem: Sendable, Hashable {
    package var motif: Motif
    var ground: NamedColour
    var accent: NamedColour
    let layout: Layout
    /// The other heroes on the cover of a work.
    package var others: [Emblem] = []

    /// The motif of an object without heroes.
    package static let defaultMotif = "star"
}

extension Emblem {
    /// Parses four words separated by spaces; throws `EmblemError` for the first unknown one. A work's motif is that of
    /// its heroes, so its text is three words.
    package init(line: String, ofWork isWork: Bool, motifs: [String: Motif]) throws(EmblemError) {
        var words = line.split(separator: " ").map(String.init)
        if isWork { words.insert(Self.defaultMotif, at: 0) }
        guard words.count == 4 else {
            let parts = isWork ? "a work is three words, ground" : "a hero is four words, motif ground"
            throw EmblemError(description: "The emblem of \(parts) accent layout, and “\(line)” is not.")
        }
        guard let motif = motifs[words[0]] else {
            throw EmblemError(unknown: "motif", words[0], allowed: motifs.keys.sorted())
        }
        self.motif = motif
        ground = try Self.parse(words[1], "colour", Self.colours)
        accent = try Self.parse(words[2], "colour", Self.colours)
        layout = try Self.parse(words[3], "layout", Self.layouts)
    }

    /// Returns the emblem of a work without heroes; nil if its motif is missing.
    package static func withoutHeroes(_ motifs: [String: Motif]) -> Emblem? {
        motifs[defaultMotif].map { Emblem(motif: $0, ground: .indigo, accent: .gold, layout: .night) }
    }

    private static let colours = words(NamedColour.self)
    private static let layouts = words(Layout.self)

    private static func words<Word: CaseIterable>(_ type: Word.Type) -> [(name: String, value: Word)] {
        type.allCases.map { ("\($0)", $0) }
    }

    private static func parse<Word>(
        _ word: String, _ part: String, _ words: [(name: String, value: Word)]
    ) throws(EmblemError) -> Word {
        guard let found = words.first(where: { $0.name == word }) else {
            throw EmblemError(unknown: part, word, allowed: words.map(\.name))
        }
        return found.value
    }
}

/// An error in an emblem's text.
package struct EmblemError: Error, CustomStringConvertible { package let description: String }

extension EmblemError {
    init(unknown part: String, _ word: String, allowed: [String]) {
        description = "“\(word)” is no \(part); the \(part)s are \(allowed.joined(separator: ", "))."
    }
}
