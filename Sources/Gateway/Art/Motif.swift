/// The subject of a picture: the shapes of an SVG file, each in one of five inks.
struct Motif: Sendable, Hashable {
    /// A part of the SVG source text.
    enum Part: Sendable, Hashable {
        case text([UInt8])
        /// The colour of a shape, inserted when the motif is drawn.
        case ink(Ink)
    }

    let name: String
    /// The file's viewBox.
    let box: Box
    let parts: [Part]
}

/// The colours of a motif, by the class names in its file.
enum Ink: String, Sendable, CaseIterable {
    /// The accent colour.
    case main
    /// The shaded side.
    case shade
    /// The lit side.
    case light
    /// The colour with the strongest contrast to `main`: eyes, pips, rivets.
    case contrast
    /// The colour behind the motif, so that the shape looks like a hole.
    case cut
}
