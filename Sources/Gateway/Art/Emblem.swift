/// The description of a picture: motif, ground colour, accent colour and layout, such as `thor azure gold burst`.
struct Emblem: Sendable, Hashable {
    var motif: Motif
    var ground: NamedColour
    var accent: NamedColour
    let layout: Layout
    /// The other heroes on the cover of a work.
    var others: [Emblem] = []

    /// The motif of an object without heroes.
    static let defaultMotif = "star"
}

extension Emblem {
    /// Parses four words separated by spaces; throws `EmblemError` for the first unknown one. A work's motif is that of
    /// its heroes, so its text is three words.
    init(line: String, of kind: Kind, motifs: [String: Motif]) throws(EmblemError) {
        var words = line.split(separator: " ").map(String.init)
        if kind != .characters { words.insert(Self.defaultMotif, at: 0) }
        guard words.count == 4 else {
            let parts = kind == .characters ? "four words, motif ground" : "three words, ground"
            throw EmblemError(
                description: "The emblem of \(kind.rawValue) is \(parts) accent layout, and “\(line)” is not.")
        }
        guard let motif = motifs[words[0]] else {
            throw EmblemError(unknown: "motif", words[0], allowed: motifs.keys.sorted())
        }
        self.motif = motif
        ground = try Self.parse(words[1], "colour", Self.colours)
        accent = try Self.parse(words[2], "colour", Self.colours)
        layout = try Self.parse(words[3], "layout", Self.layouts)
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
struct EmblemError: Error, CustomStringConvertible { let description: String }

extension EmblemError {
    init(unknown part: String, _ word: String, allowed: [String]) {
        description = "“\(word)” is no \(part); the \(part)s are \(allowed.joined(separator: ", "))."
    }
}

/// The drawing of emblems: a poster for a hero, a cover with a masthead for a comic, its heroes for an event, and
/// a stack of covers for a series.
struct Artwork {
    /// Returns an SVG document of this size in pixels; the seed varies details.
    static func svg(_ emblem: Emblem, kind: Kind, width: Int, height: Int, seed: UInt64) -> [UInt8] {
        let palette = Palette(ground: emblem.ground, accent: emblem.accent)
        var canvas = CoverCanvas(width: max(width, 1), height: max(height, 1), palette: palette, seed: seed)
        switch kind {
        case .characters, .creators, .stories, .teams: canvas.drawPoster(emblem)
        case .comics: canvas.drawComic(emblem)
        case .events: canvas.drawEvent(emblem)
        case .series: canvas.drawSeries(emblem)
        }
        return canvas.finish()
    }
}
