import Glibc

/// An SVG document being drawn, 600 units along its shorter side, with the picture's colours and random generator.
struct CoverCanvas {
    /// The size of the document or, while drawing one, of a nested sheet.
    private(set) var width: Double
    private(set) var height: Double
    /// The part of the sheet for the ground, without a masthead or border.
    var area: Box
    /// The colours of the picture or, while drawing one of several heroes, of that hero.
    var palette: Palette
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

    /// Fills a path; if `edge` is given, strokes its outline with 6 units.
    mutating func fill(_ colour: Colour, _ path: SVGText, edge: Colour? = nil, transform: SVGText? = nil) {
        write("<path fill=\"\(colour)\"")
        if let edge { write(" stroke=\"\(edge)\" stroke-width=\"6\"") }
        if let transform { write(" transform=\"\(transform)\"") }
        write(" d=\"\(path)\"/>")
    }

    mutating func fill(_ colour: Colour, _ box: Box) { fill(colour, box.path) }

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
        for shape in motif.shapes {
            if let colour = inks[shape.ink] {
                write(
                    "<path \(shape.isLine ? "fill=\"none\" stroke" : "fill" as SVGText)=\"\(colour)\"\(shape.attributes)"
                )
            }
        }
        write("</g>")
    }

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

/// The measures and patterns shared by layouts.
extension CoverCanvas {
    /// The centre of the motif, slightly above the area's centre if the area is tall.
    var centre: Point { Point(area.x + area.width / 2, area.y + area.height * (isTall ? 0.485 : 0.5)) }

    /// Half the shorter side of the area.
    var radius: Double { min(area.width, area.height) / 2 }

    /// A radius about the centre that covers all corners.
    var coveringRadius: Double { (width + height) / 2 + 20 }

    var motifBox: Box {
        let width = area.width * (isTall ? 0.8 : 0.72)
        let height = area.height * (isTall ? 0.62 : 0.76)
        return Box(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    }

    private var isTall: Bool { area.height > area.width * 1.15 }

    /// Returns the path of a disc about the centre with this share of the radius.
    func disc(_ share: Double) -> SVGText { .circle(centre, radius * share) }

    /// Draws rows of dots between two heights, with diameters from `first` to `last`.
    mutating func halftone(_ colour: Colour, from top: Double, to bottom: Double, _ first: Double, _ last: Double) {
        let rows = max(Int(abs(bottom - top) / 30), 1)
        for row in 0...rows {
            let share = Double(row) / Double(rows)
            let shift = row % 2 == 0 ? 0.0 : 15
            let path: SVGText = "M\(shift) \(top + (bottom - top) * share)H\(width + 30)"
            stroke(colour, first + (last - first) * share, path, dashes: "0 30")
        }
    }
}

/// A point in SVG coordinates: y grows downwards.
struct Point: Sendable, Hashable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

    /// Returns the point at `radius` from the origin in the direction `degrees` (0 is up, clockwise).
    static func polar(_ radius: Double, _ degrees: Double) -> Point {
        Point(radius * sin(degrees * .pi / 180), -radius * cos(degrees * .pi / 180))
    }
}

struct Box: Sendable, Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var centre: Point { Point(x + width / 2, y + height / 2) }

    /// Returns the box expanded by `margin` on every side.
    func expanded(by margin: Double) -> Box {
        Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// Returns this many boxes that fill the box: in one row up to five, in two from six on.
    func grid(_ count: Int) -> [Box] { grid(rows: count < 6 ? [count] : [(count + 1) / 2, count / 2]) }

    /// Returns boxes that fill the box, with this many in each row.
    func grid(rows: [Int]) -> [Box] {
        rows.enumerated().flatMap { row, columns in
            let (width, height) = (width / Double(columns), height / Double(rows.count))
            return (0..<columns).map {
                Box(x: x + Double($0) * width, y: y + Double(row) * height, width: width, height: height)
            }
        }
    }

    var path: SVGText { "M\(x) \(y)h\(width)v\(height)h\(-width)z" }
}

extension SVGText {
    /// Returns the path data of a circle, clockwise from its leftmost point.
    static func circle(_ centre: Point, _ radius: Double) -> SVGText {
        "M\(centre + Point(-radius, 0))a\(radius) \(radius) 0 1 1 \(2 * radius) 0a\(radius) \(radius) 0 1 1 \(-2 * radius) 0z"
    }

    /// Returns the path data of a closed polygon.
    static func polygon(_ points: [Point]) -> SVGText {
        var path: SVGText = ""
        for (index, point) in points.enumerated() { path += index == 0 ? "M\(point)" : "L\(point)" }
        return path + "z"
    }

    static func + (left: SVGText, right: SVGText) -> SVGText { "\(left)\(right)" }
}
