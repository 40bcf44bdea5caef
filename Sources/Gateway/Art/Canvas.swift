/// An SVG document being written, 600 units along its shorter side.
struct Canvas {
    /// The size of the sheet drawn on, which is the document's or, for a while, that of a sheet within it.
    private(set) var width: Double
    private(set) var height: Double
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
        write("\" stroke-linecap=\"round\" stroke-linejoin=\"round\">")
    }

    /// The whole document.
    consuming func finished() -> [UInt8] {
        write("</svg>")
        return bytes
    }

    var box: Box { Box(x: 0, y: 0, width: width, height: height) }

    mutating func fill(_ colour: Colour, _ path: Path) {
        write("<path fill=\"\(colour.hex)\"\(path.evenOdd ? " fill-rule=\"evenodd\"" : "") d=\"")
        write(path)
        write("\"/>")
    }

    /// Fills, and draws a line along the edge.
    mutating func fill(_ colour: Colour, _ path: Path, edge: Colour, _ width: Double) {
        write("<path fill=\"\(colour.hex)\" stroke=\"\(edge.hex)\" stroke-width=\"")
        write(width)
        write("\" d=\"")
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
        write(round ? "\"" : "\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"")
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

    /// Shows only what `draw` puts inside `box`.
    mutating func window(_ box: Box, _ draw: (inout Canvas) -> Void) {
        openView(box, of: box)
        draw(&self)
        closeView()
    }

    /// Starts a sheet of its own size within this one, scaled into `box` and turned about its middle.
    mutating func openSheet(in box: Box, tilt: Double, width: Double, height: Double) -> (width: Double, height: Double)
    {
        let outer = (self.width, self.height)
        write("<g transform=\"rotate(")
        for number in [tilt, box.centre.x, box.centre.y] {
            write(number)
            write(" ")
        }
        write(")\">")
        openView(box, of: Box(x: 0, y: 0, width: width, height: height))
        (self.width, self.height) = (width, height)
        return outer
    }

    /// Goes back from a sheet within to the one around it.
    mutating func closeSheet(back outer: (width: Double, height: Double)) {
        closeView()
        write("</g>")
        (width, height) = outer
    }

    private mutating func openView(_ box: Box, of view: Box) {
        let names = ["<svg x=\"", "\" y=\"", "\" width=\"", "\" height=\""]
        for (name, number) in zip(names, [box.x, box.y, box.width, box.height]) {
            write(name)
            write(number)
        }
        write("\" viewBox=\"")
        for number in [view.x, view.y, view.width, view.height] {
            write(number)
            write(" ")
        }
        write("\">")
    }

    private mutating func closeView() { write("</svg>") }

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
