/// A motif as flat layers in the tones of whatever inks it is printed with.
struct Drawing: Sendable {
    /// Which of the inks a layer is printed with.
    enum Tone: Sendable {
        /// The accent colour itself.
        case main
        /// The side turned from the light.
        case shade
        /// The side turned to the light.
        case light
        /// What stands out strongest on `main`: eyes, pips, rivets.
        case contrast
        /// What lies behind the motif, so that the layer reads as a hole.
        case cut
    }

    /// One flat shape: filled, or stroked with round ends where it has a width.
    struct Layer: Sendable {
        var path: Path
        var tone: Tone
        var width: Double?
    }

    var layers: [Layer] = []

    mutating func fill(_ tone: Tone, _ path: Path) {
        layers.append(Layer(path: path, tone: tone, width: nil))
    }

    mutating func line(_ tone: Tone, _ width: Double, _ path: Path) {
        layers.append(Layer(path: path, tone: tone, width: width))
    }

    /// Fills a left half in the light and its mirror image in the shade.
    mutating func halves(_ left: Path) {
        fill(.main, left)
        fill(.shade, left.mirrored)
    }

    /// Round dots of one diameter at the given points (x, y, x, y, …).
    mutating func dots(_ tone: Tone, _ diameter: Double, _ coordinates: Double...) {
        dots(tone, diameter, Point.list(coordinates))
    }

    mutating func dots(_ tone: Tone, _ diameter: Double, _ points: [Point]) {
        line(tone, diameter, Path(segments: points.flatMap { [.move($0), .line($0)] }))
    }

    /// Turns everything drawn so far clockwise about the origin.
    mutating func turn(_ degrees: Double) {
        for index in layers.indices { layers[index].path = layers[index].path.turned(degrees) }
    }

    /// Makes everything drawn so far wider and taller by these factors.
    mutating func stretch(_ horizontal: Double, _ vertical: Double) {
        for index in layers.indices { layers[index].path = layers[index].path.scaled(horizontal, vertical) }
    }

    /// The box around all that is seen; what is cut out does not count.
    var bounds: Box {
        layers.filter { $0.tone != .cut }
            .compactMap { layer in layer.path.bounds.map { $0.grown(by: (layer.width ?? 0) / 2) } }
            .reduce(nil) { (all: Box?, box: Box) in all?.union(box) ?? box } ?? Box(x: -1, y: -1, width: 2, height: 2)
    }
}
