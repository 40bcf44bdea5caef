/// The subject of a picture: the paths of an SVG file, each in one of five inks.
struct Motif: Sendable, Hashable {
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
}

extension Motif {
    /// Reads every `.svg` of a folder, by file name without suffix; throws `CatalogueError` for the first error.
    static func load(folder: String) throws -> [String: Motif] {
        var motifs: [String: Motif] = [:]
        for (file, bytes) in try Catalogue.files(in: folder, suffix: ".svg") {
            let name = String(file.dropLast(4))
            motifs[name] = try Motif(name, String(decoding: bytes, as: UTF8.self), file: "motifs/\(file)")
        }
        return motifs
    }

    /// Parses the text of a file with an element a line: paths with the class of an ink (`main`, or `main line` for a
    /// stroke), between the tags of the root element and an optional style. Errors name `file`.
    init(_ name: String, _ text: String, file: String) throws(CatalogueError) {
        var box: Box?
        var shapes: [Shape] = []
        for (number, line) in zip(1..., text.utf8.split(separator: UInt8(ascii: "\n"))) {
            // Names and values of the attributes in turn.
            let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map(Substring.init)
            if let shape = Shape(parts) {
                shapes.append(shape)
            } else if parts[0] == "<svg xmlns=", parts.count == 5, parts[2] == " viewBox=" {
                box = Box(numbers: parts[3])
            } else if parts[0] != "</svg>", !parts[0].hasPrefix("<style>") {
                let inks = Ink.allCases.map(\.rawValue).joined(separator: ", ")
                let reason = "it is not a path, first with a class: one of \(inks), and “line” for a stroke"
                throw CatalogueError(file: file, location: "line \(number)", reason: reason)
            }
        }
        guard let box else {
            throw CatalogueError(file: file, location: nil, reason: "there is no <svg xmlns=\"…\" viewBox=\"…\">")
        }
        (self.name, self.box, self.shapes) = (name, box, shapes)
    }
}

extension Motif.Shape {
    private static let allowed: Set<Substring> = [
        " d=", " fill-rule=", " stroke-width=", " stroke-dasharray=", " transform=",
    ]

    /// Parses an element, split at its quotes; nil if it is not a path with an ink and allowed attributes.
    fileprivate init?(_ parts: [Substring]) {
        guard parts[0] == "<path class=", parts.count > 3, parts.last == "/>" else { return nil }
        isLine = parts[1].hasSuffix(" line")
        guard let ink = Ink(rawValue: String(isLine ? parts[1].dropLast(5) : parts[1])),
            stride(from: 2, to: parts.count - 1, by: 2).allSatisfy({ Self.allowed.contains(parts[$0]) })
        else { return nil }
        self.ink = ink
        attributes = SVGText(stringLiteral: parts[2...].joined(separator: "\""))
    }
}

extension Box {
    /// Parses left, top, width and height; nil if they are invalid.
    fileprivate init?(numbers text: Substring) {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
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
        let scaled = Int((number * Double(power)).rounded())
        let (integer, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(power))
        if scaled < 0 { appendLiteral("-") }
        if integer > 0 || fraction == 0 { appendLiteral(String(integer)) }
        guard fraction > 0 else { return }
        var digits = String(UInt(power) + fraction).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        appendLiteral(".\(digits)")
    }
}
