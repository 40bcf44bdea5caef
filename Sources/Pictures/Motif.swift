import HTML

/// The subject of a picture: the paths of an SVG file, each in one of five inks.
package struct Motif: Sendable, Hashable {
    struct Shape: Sendable, Hashable {
        let ink: Ink
        /// True to draw the path as a line, not as an area.
        let isLine: Bool
        /// The SVG source text of the other attributes and the end of the element.
        let attributes: SVGText
    }

    let name: String
    /// The file's viewBox.
    let box: Box
    let shapes: [Shape]
}

/// The colours of a motif, by the class names in its file.
enum Ink: String, Sendable, CaseIterable {
    case main, shade, light
    /// The colour with the strongest contrast to `main`: eyes, pips, rivets.
    case contrast
    /// The colour behind the motif, so that the shape looks like a hole.
    case cut

    /// The colour in the file, for editors.
    var sample: String {
        switch self {
        case .main: "#c8202f"
        case .shade: "#8f1322"
        case .light: "#f6c9b8"
        case .contrast: "#1b1b24"
        case .cut: "#ffffff"
        }
    }
}

extension Motif {
    /// The largest size of a file in bytes.
    private static let limit = 6_000

    /// Parses an SVG file.
    package init(_ name: String, _ bytes: [UInt8]) throws(MotifError) {
        guard bytes.count <= Self.limit else {
            let remedy = "in Inkscape, simplify paths (Path > Simplify) and save as Plain SVG"
            throw MotifError(
                line: nil, reason: "it has \(bytes.count) bytes, and at most \(Self.limit) are read: \(remedy)")
        }
        let elements: [XMLElement]
        do { elements = try XMLElement.all(in: bytes) } catch {
            throw MotifError(line: error.line, reason: error.reason)
        }
        var reader = MotifReader()
        for element in elements { try reader.read(element) }
        guard let box = reader.box, !reader.shapes.isEmpty else {
            throw MotifError(line: nil, reason: "there is no <svg> with a <path> in an ink")
        }
        (self.name, self.box, shapes) = (name, box, reader.shapes)
    }
}

/// The reason why a motif's file is refused, with a remedy.
package struct MotifError: Error {
    /// Nil for an error of the file itself.
    package let line: Int?
    package let reason: String
}

/// SVG source text, written by interpolation: numbers with at most one decimal place, points as `x y`, colours as
/// `#rrggbb`.
struct SVGText: ExpressibleByStringInterpolation, StringInterpolationProtocol, Hashable {
    private(set) var bytes: [UInt8] = []

    init() {}
    init(stringLiteral text: String) { bytes = Array(text.utf8) }
    init(stringInterpolation text: SVGText) { self = text }
    init(literalCapacity: Int, interpolationCount: Int) {
        bytes.reserveCapacity(literalCapacity + 6 * interpolationCount)
    }

    static func += (text: inout SVGText, more: SVGText) { text.bytes += more.bytes }

    mutating func appendLiteral(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ text: SVGText) { self += text }

    mutating func appendInterpolation(_ colour: Colour) { appendLiteral(colour.hex) }

    mutating func appendInterpolation(_ point: Point) {
        appendInterpolation(point.x)
        appendLiteral(" ")
        appendInterpolation(point.y)
    }

    mutating func appendInterpolation(_ number: Double, decimals: Int = 1) {
        let power = decimals == 1 ? 10 : 1000
        // Numbers of motifs are checked when they are read, so all are in range.
        let scaled = Int(exactly: (number * Double(power)).rounded()) ?? 0
        let (integer, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(power))
        if scaled < 0 { appendLiteral("-") }
        if integer > 0 || fraction == 0 { appendLiteral(String(integer)) }
        guard fraction > 0 else { return }
        var digits = String(UInt(power) + fraction).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        appendLiteral(".\(digits)")
    }
}
