/// An SVG document being drawn, 600 units along its shorter side, with the picture's colours and random generator.
struct CoverCanvas {
    /// The size of the document or, while drawing one, of a nested sheet.
    private(set) var width: Double
    private(set) var height: Double
    /// The part of the sheet for the ground, without a masthead or border.
    var area: Box
    let palette: Palette
    var generator: SeededGenerator
    private var text: SVGText

    /// Starts a document of this size in pixels.
    init(width pixelWidth: Int, height pixelHeight: Int, palette: Palette, seed: UInt64) {
        let scale = 600 / Double(min(pixelWidth, pixelHeight))
        width = (Double(pixelWidth) * scale).rounded()
        height = (Double(pixelHeight) * scale).rounded()
        area = Box(x: 0, y: 0, width: width, height: height)
        self.palette = palette
        generator = SeededGenerator(seed: seed)
        text = SVGText(literalCapacity: 6_000, interpolationCount: 0)
        let size: SVGText =
            "width=\"\(Double(pixelWidth))\" height=\"\(Double(pixelHeight))\" viewBox=\"0 0 \(width) \(height)\""
        write("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) stroke-linecap=\"round\" stroke-linejoin=\"round\">")
    }

    /// Returns the complete document.
    consuming func finish() -> [UInt8] {
        write("</svg>")
        return text.bytes
    }

    var bounds: Box { Box(x: 0, y: 0, width: width, height: height) }

    mutating func write(_ more: SVGText) { text += more }

    mutating func fill(_ colour: Colour, _ path: SVGText, transform: SVGText? = nil) {
        write("<path fill=\"\(colour)\"")
        if let transform { write(" transform=\"\(transform)\"") }
        write(" d=\"\(path)\"/>")
    }

    mutating func fill(_ colour: Colour, _ box: Box) { fill(colour, box.path) }

    /// Fills a path and strokes its outline with 6 units.
    mutating func fill(_ colour: Colour, _ path: SVGText, edge: Colour) {
        write("<path fill=\"\(colour)\" stroke=\"\(edge)\" stroke-width=\"6\" d=\"\(path)\"/>")
    }

    /// Strokes a path with round or else square caps and joins; `dashes` is SVG's stroke-dasharray.
    mutating func stroke(
        _ colour: Colour, _ width: Double, _ path: SVGText, dashes: SVGText? = nil, round: Bool = true
    ) {
        write("<path fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(width)\"")
        if !round { write(" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"") }
        if let dashes { write(" stroke-dasharray=\"\(dashes)\"") }
        write(" d=\"\(path)\"/>")
    }

    /// Draws a circle of this diameter at every point.
    mutating func dots(_ colour: Colour, _ diameter: Double, _ points: [Point]) {
        var path: SVGText = ""
        for point in points { path += "M\(point)l0 0" }
        stroke(colour, diameter, path)
    }

    /// Draws a motif scaled to fit `box`, rotated by `tilt` degrees, in these inks.
    mutating func draw(_ motif: Motif, in box: Box, inks: [Ink: Colour], tilt: Double) {
        let scale = min(box.width / motif.box.width, box.height / motif.box.height)
        write("<g transform=\"translate(\(box.centre))rotate(\(tilt))scale(\(scale, decimals: 3))")
        write("translate(\(motif.box.centre * -1))\">")
        for part in motif.parts {
            switch part {
            case .text(let bytes): text.append(bytes)
            case .ink(let ink): if let colour = inks[ink] { write("\(colour)") }
            }
        }
        write("</g>")
    }

    /// Draws clipped to `box`.
    mutating func clip(to box: Box, _ draw: (inout CoverCanvas) -> Void) {
        openViewport(box, of: box)
        draw(&self)
        write("</svg>")
    }

    /// Draws a nested sheet of this size, scaled to `box` and rotated about its centre.
    mutating func drawSheet(
        in box: Box, tilt: Double, width: Double, height: Double, _ draw: (inout CoverCanvas) -> Void
    ) {
        let outer = (self.width, self.height, area)
        (self.width, self.height) = (width, height)
        area = bounds
        write("<g transform=\"rotate(\(tilt) \(box.centre))\">")
        openViewport(box, of: bounds)
        draw(&self)
        write("</svg></g>")
        (self.width, self.height, area) = outer
    }

    private mutating func openViewport(_ box: Box, of view: Box) {
        write("<svg x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" ")
        write("viewBox=\"\(view.x) \(view.y) \(view.width) \(view.height)\">")
    }
}
