import CLibXML2
import Glibc

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

extension Motif {
    /// Reads every `.svg` of a folder, by file name without suffix; throws `CatalogueError` for the first error.
    static func load(folder: String) throws -> [String: Motif] {
        var motifs: [String: Motif] = [:]
        for (file, bytes) in try Catalogue.files(in: folder, suffix: ".svg") {
            let name = String(file.dropLast(4))
            motifs[name] = try MotifReader.read(bytes, name: name, file: "motifs/\(file)")
        }
        return motifs
    }
}

/// The parser of motifs in SVG: shapes with the class of an ink (`main`, or `main line` for a stroke) and groups of
/// them. Anything else is an error, so that pictures contain no scripts, references or styles.
struct MotifReader {
    private static let shapes = ["path", "circle", "ellipse", "rect", "polygon", "polyline", "line"]
    /// The elements left out of the picture.
    private static let ignored = ["title", "desc", "style"]
    private static let attributes = [
        "d", "points", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "transform",
        "fill-rule", "stroke-width", "stroke-dasharray",
    ]

    let file: String
    private var parts: [Motif.Part] = []
    private var text = SVGText()

    /// Parses a motif; errors name `file`.
    static func read(_ bytes: [UInt8], name: String, file: String) throws(CatalogueError) -> Motif {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        // libxml2 stores the last error per thread; it may be another document's.
        xmlResetLastError()
        let document = bytes.withUnsafeBytes {
            xmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, nil, Int32(options))
        }
        defer { xmlFreeDoc(document) }
        var reader = MotifReader(file: file)
        guard let document, let root = xmlDocGetRootElement(document) else { throw reader.parseError() }
        guard document.pointee.intSubset == nil else { throw reader.error("a document type is not allowed", root) }
        guard isSVG(root, "svg") else { throw reader.error("the root element is not <svg> of SVG's namespace", root) }
        let box = try reader.viewBox(root)
        try reader.addChildren(of: root)
        reader.flush()
        return Motif(name: name, box: box, parts: reader.parts)
    }

    private init(file: String) { self.file = file }

    private func viewBox(_ root: xmlNodePtr) throws(CatalogueError) -> Box {
        let numbers = Self.attribute("viewBox", root)?.split(separator: " ").map { Double($0) } ?? []
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], width > 0, height > 0, [x, y, width, height].allSatisfy({ abs($0) < 100_000 })
        else { throw error("viewBox must be four numbers: left, top, width and height above 0", root) }
        return Box(x: x, y: y, width: width, height: height)
    }

    private mutating func addChildren(of parent: xmlNodePtr) throws(CatalogueError) {
        var next = parent.pointee.children
        while let node = next {
            next = node.pointee.next
            if node.pointee.type == XML_COMMENT_NODE || xmlIsBlankNode(node) == 1 { continue }
            guard node.pointee.type == XML_ELEMENT_NODE else { throw error("text is not allowed", node) }
            try addElement(node)
        }
    }

    private mutating func addElement(_ node: xmlNodePtr) throws(CatalogueError) {
        let name = Self.string(node.pointee.name)
        if Self.isSVG(node, "g") {
            text += "<g"
            try addAttributes(of: node)
            text += ">"
            try addChildren(of: node)
            text += "</g>"
        } else if Self.shapes.contains(where: { Self.isSVG(node, $0) }) {
            guard node.pointee.children == nil else { throw error("<\(name)> must be empty", node) }
            text.append(Array("<\(name)".utf8))
            try addInk(of: node)
            try addAttributes(of: node)
            text += "/>"
        } else if !Self.ignored.contains(where: { Self.isSVG(node, $0) }) {
            throw error("<\(name)> is not allowed, only g and \(Self.shapes.joined(separator: ", "))", node)
        }
    }

    private mutating func addInk(of node: xmlNodePtr) throws(CatalogueError) {
        let classes = Self.attribute("class", node)?.split(separator: " ") ?? []
        guard let ink = classes.first.flatMap({ Ink(rawValue: String($0)) }),
            classes.count == 1 || classes[1...] == ["line"]
        else {
            let inks = Ink.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("class must be one of \(inks), followed by “line” for a stroke", node)
        }
        text += classes.count == 1 ? " fill=\"" : " fill=\"none\" stroke=\""
        flush()
        parts.append(.ink(ink))
        text += "\""
    }

    private mutating func addAttributes(of node: xmlNodePtr) throws(CatalogueError) {
        var next = node.pointee.properties
        while let property = next {
            next = property.pointee.next
            let name = Self.string(property.pointee.name)
            if name == "class" || name == "id" { continue }
            guard Self.attributes.contains(name), property.pointee.ns == nil, let value = Self.attribute(name, node),
                value.utf8.allSatisfy({ $0.isLetter || $0.isDigit || " \n\t.,+-()%".utf8.contains($0) })
            else { throw error("the attribute \(name) or its value is not allowed", node) }
            text.append(Array(" \(name)=\"\(value)\"".utf8))
        }
    }

    /// Ends the text part before an ink or the end.
    private mutating func flush() {
        parts.append(.text(text.bytes))
        text = SVGText()
    }
}

/// The access to libxml2's nodes.
extension MotifReader {
    private static let namespace = "http://www.w3.org/2000/svg"

    static func isSVG(_ node: xmlNodePtr, _ name: String) -> Bool {
        string(node.pointee.name) == name && string(node.pointee.ns?.pointee.href) == namespace
    }

    static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        guard let text else { return "" }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text))), as: UTF8.self)
    }

    static func attribute(_ name: String, _ node: xmlNodePtr) -> String? {
        guard let value = xmlGetNoNsProp(node, name) else { return nil }
        defer { free(value) }
        return string(value)
    }

    func error(_ reason: String, _ node: xmlNodePtr) -> CatalogueError {
        CatalogueError(file: file, location: "line \(xmlGetLineNo(node))", reason: reason)
    }

    /// Returns libxml2's last parse error.
    func parseError() -> CatalogueError {
        guard let error = xmlGetLastError(), let message = error.pointee.message else {
            return CatalogueError(file: file, location: nil, reason: "it is not XML")
        }
        let reason = String(cString: message).split(separator: "\n").first ?? ""
        return CatalogueError(
            file: file, location: "line \(error.pointee.line)", reason: "not well-formed XML: \(reason)")
    }
}

/// SVG source text, written by interpolation: numbers with at most one decimal place, points as `x y`, colours as
/// `#rrggbb`.
struct SVGText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    private(set) var bytes: [UInt8] = []

    init() {}
    init(stringLiteral text: String) { bytes = Array(text.utf8) }
    init(stringInterpolation text: SVGText) { self = text }
    init(literalCapacity: Int, interpolationCount: Int) {
        bytes.reserveCapacity(literalCapacity + 6 * interpolationCount)
    }

    static func += (text: inout SVGText, more: SVGText) { text.bytes += more.bytes }

    mutating func append(_ more: [UInt8]) { bytes += more }

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
