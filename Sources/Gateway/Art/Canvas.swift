/// An SVG document being written, 600 units along its shorter side.
struct Canvas {
    let width: Double
    let height: Double
    private(set) var bytes: [UInt8] = []

    /// Opens a document of this many pixels.
    init(width pixelWidth: Int, height pixelHeight: Int) {
        let scale = 600 / Double(min(pixelWidth, pixelHeight))
        width = (Double(pixelWidth) * scale).rounded()
        height = (Double(pixelHeight) * scale).rounded()
        bytes.reserveCapacity(6_000)
        write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(pixelWidth)\" height=\"\(pixelHeight)\" ")
        write("viewBox=\"0 0 ")
        write(width)
        write(" ")
        write(height)
        write("\">")
    }

    /// The whole document.
    consuming func finished() -> [UInt8] {
        write("</svg>")
        return bytes
    }

    var box: Box { Box(x: 0, y: 0, width: width, height: height) }
    var isPortrait: Bool { height > width * 1.2 }
    var isLandscape: Bool { width > height * 1.1 }

    mutating func fill(_ colour: Colour, _ path: Path) {
        write("<path fill=\"\(colour.hex)\"\(path.evenOdd ? " fill-rule=\"evenodd\"" : "") d=\"")
        write(path)
        write("\"/>")
    }

    mutating func fill(_ colour: Colour, _ box: Box) {
        fill(colour, .rect(box.x, box.y, box.width, box.height))
    }

    /// Strokes with round ends and joins; `dashes` as SVG's stroke-dasharray.
    mutating func stroke(_ colour: Colour, _ width: Double, _ path: Path, dashes: String? = nil, round: Bool = true) {
        write("<path fill=\"none\" stroke=\"\(colour.hex)\" stroke-width=\"")
        write(width)
        write(round ? "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"" : "\"")
        if let dashes { write(" stroke-dasharray=\"\(dashes)\"") }
        write(" d=\"")
        write(path)
        write("\"/>")
    }

    /// A circle of the given diameter at every point.
    mutating func dots(_ colour: Colour, _ diameter: Double, _ points: [Point]) {
        stroke(colour, diameter, Path(segments: points.flatMap { [.move($0), .line($0)] }))
    }

    /// Draws `motif` as large as fits into `box`, turned by `tilt` degrees, in the given inks.
    mutating func place(_ drawing: Drawing, in box: Box, inks: Inks, tilt: Double = 0) {
        let bounds = drawing.bounds
        let scale = min(box.width / bounds.width, box.height / bounds.height)
        open(at: box.centre, tilt: tilt, scale: scale, about: bounds.centre)
        for layer in drawing.layers {
            if let width = layer.width {
                stroke(inks.colour(layer.tone), width, layer.path)
            } else {
                fill(inks.colour(layer.tone), layer.path)
            }
        }
        close()
    }

    /// Draws the outline of `motif` in one colour: a shadow or an echo.
    mutating func echo(_ drawing: Drawing, in box: Box, colour: Colour, tilt: Double = 0) {
        place(Drawing(layers: drawing.layers.filter { $0.tone != .cut }), in: box, inks: Inks(only: colour), tilt: tilt)
    }

    /// Shows only what `draw` puts inside `box`.
    mutating func window(_ box: Box, _ draw: (inout Canvas) -> Void) {
        let numbers = [box.x, box.y, box.width, box.height]
        for (name, number) in zip(["<svg x=\"", "\" y=\"", "\" width=\"", "\" height=\""], numbers) {
            write(name)
            write(number)
        }
        write("\" viewBox=\"")
        for number in numbers {
            write(number)
            write(" ")
        }
        write("\">")
        draw(&self)
        write("</svg>")
    }

    private mutating func open(at target: Point, tilt: Double, scale: Double, about centre: Point) {
        write("<g transform=\"translate(")
        write(target.x)
        write(" ")
        write(target.y)
        write(")")
        if tilt != 0 {
            write("rotate(")
            write(tilt)
            write(")")
        }
        write("scale(")
        bytes.append(decimal: scale, places: 3)
        write(")translate(")
        write(-centre.x)
        write(" ")
        write(-centre.y)
        write(")\">")
    }

    private mutating func close() { write("</g>") }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func write(_ number: Double) { bytes.append(decimal: number, places: 1) }

    private mutating func write(_ path: Path) { bytes.append(path) }
}

extension Inks {
    /// Every tone in one colour.
    init(only colour: Colour) {
        main = colour
        shade = colour
        light = colour
        contrast = colour
        cut = colour
    }
}
