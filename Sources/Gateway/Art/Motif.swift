/// The figure of a poster: the shapes of an SVG file, each printed in one of five inks.
struct Motif: Sendable, Hashable {
    /// A piece of the drawing's source text.
    enum Part: Sendable, Hashable {
        case text([UInt8])
        /// The colour in which the shape around it is printed.
        case ink(Ink)
    }

    let name: String
    /// The file's viewBox, which is scaled to the size of the poster's figure.
    let box: Box
    let parts: [Part]
}

/// The inks of a motif, by the class names of its file.
enum Ink: String, Sendable, CaseIterable {
    /// The accent colour itself.
    case main
    /// The side turned from the light.
    case shade
    /// The side turned to the light.
    case light
    /// Stands out strongest on `main`: eyes, pips, rivets.
    case contrast
    /// The colour behind the motif, so that the shape reads as a hole.
    case cut
}
