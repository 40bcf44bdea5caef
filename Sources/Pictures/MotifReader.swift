import Basics
import HTML

/// Reads the paths of an SVG file as drawing programs write them: in groups, with inks as classes or as colours.
struct MotifReader {
    private(set) var box: Box?
    private(set) var shapes: [Motif.Shape] = []
    /// The open elements, with the properties that their content inherits.
    private var open: [(name: String, properties: [String: String])] = []
    /// The depth of an open element that is ignored with its content.
    private var ignored: Int?

    mutating func read(_ element: XMLElement) throws(MotifError) {
        if let ignored, element.depth > ignored { return }
        ignored = nil
        open.removeLast(max(open.count - element.depth, 0))
        if element.name.contains(":") || ["title", "desc", "metadata", "style"].contains(element.name) {
            ignored = element.depth
            return
        }
        guard open.last?.name != "defs", (element.name == "svg") == (element.depth == 0),
            ["svg", "g", "path", "defs"].contains(element.name)
        else { throw unread(element) }
        let properties = try properties(of: element)
        if element.name == "svg" {
            box = element.attributes["viewBox"].flatMap(Box.init(numbers:))
            if box == nil { throw error(element, Self.boxRemedy) }
        } else if element.name == "path" {
            try draw(element, properties)
        }
        open.append((element.name, properties))
    }

    /// Adds a path with an ink; leaves out one without fill and stroke.
    private mutating func draw(_ element: XMLElement, _ properties: [String: String]) throws(MotifError) {
        let fill = try ink(properties["fill"] ?? "black", element)
        let stroke = try ink(properties["stroke"] ?? "none", element)
        guard fill == nil || stroke == nil else {
            throw error(element, "a path has a fill or a stroke, not both: in Inkscape, Path > Stroke to Path")
        }
        guard let ink = fill ?? stroke, let path = element.attributes["d"] else { return }
        var attributes: SVGText = ""
        let own = fill == nil ? ["stroke-width", "stroke-dasharray"] : ["fill-rule"]
        for (name, value) in (["transform"] + own).map({ ($0, properties[$0]) }) + [("d", path)] {
            guard let value, value != "none" else { continue }
            try check(value, name, element)
            attributes += SVGText(stringLiteral: " \(name)=\"\(value)\"")
        }
        shapes.append(Motif.Shape(ink: ink, isLine: fill == nil, attributes: attributes + "/>"))
    }

    /// Returns the ink with a name or a colour; nil if there is none.
    private func ink(_ value: String, _ element: XMLElement) throws(MotifError) -> Ink? {
        if value == "none" { return nil }
        if let ink = Ink.allCases.first(where: { [$0.rawValue, $0.sample].contains(value.lowercased()) }) {
            return ink
        }
        let kind = value.hasPrefix("url(") ? "a gradient or pattern" : "“\(value)”"
        throw error(element, "\(kind) is no ink: fill with one of \(Self.inks)")
    }

    private static let inks = Ink.allCases.map { "\($0) \($0.sample)" }.joined(separator: ", ")

}

/// The values of attributes.
extension MotifReader {
    /// Throws if a value has anything but known words and numbers that can be drawn: it could end its attribute, or stop
    /// the program that draws it.
    private func check(_ value: String, _ name: String, _ element: XMLElement) throws(MotifError) {
        var text = value.utf8[...]
        while let byte = text.first {
            let word = text.prefix(while: \.isLetter)
            if let number = Self.number(&text) {
                guard Box.isDrawable(number) else {
                    throw error(element, "\(name) has a number that cannot be drawn, \(number): \(Self.sizeRemedy)")
                }
            } else if name == "d" ? Self.commands.contains(byte) : " ,()%\n\r\t".utf8.contains(byte) {
                text.removeFirst()
            } else if name != "d", Self.words.contains(Substring(word)) {
                text = text[word.endIndex...]
            } else {
                throw error(element, "“\(value)” is not a \(name)")
            }
        }
    }

    /// The bytes between the numbers of path data.
    private static let commands = Set("MmZzLlHhVvCcSsQqTtAa ,\n\r\t".utf8)
    private static let words: Set<Substring> = [
        "matrix", "translate", "scale", "rotate", "skewX", "skewY", "evenodd", "nonzero", "px", "mm", "cm", "in", "pt",
        "pc",
    ]

    /// Skips a number (SVG 2 section 4.2) and returns it; nil if there is none.
    private static func number(_ text: inout Substring.UTF8View) -> Double? {
        var (previous, hasPoint) = (UInt8(0), false)
        let digits = text.prefix { byte in
            defer { previous = byte }
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"): return previous == 0 || previous.lowercased == UInt8(ascii: "e")
            case UInt8(ascii: "e"), UInt8(ascii: "E"): return previous != 0
            case UInt8(ascii: "."):
                defer { hasPoint = true }
                return !hasPoint
            default: return byte.isDigit
            }
        }
        guard let number = Double(Substring(digits)) else { return nil }
        text = text[digits.endIndex...]
        return number
    }
}

/// The properties of elements.
extension MotifReader {
    /// Returns the properties that an element has: inherited, then its attributes, its class and its style, as in CSS.
    private func properties(of element: XMLElement) throws(MotifError) -> [String: String] {
        var own = element.attributes
        if let name = own["class"] {
            let isLine = name.hasSuffix(" line")
            guard let ink = Ink(rawValue: String(name.dropLast(isLine ? 5 : 0))) else {
                throw error(
                    element, "class “\(name)” is no ink, and no ink with “line” for a stroke: \(Self.classRemedy)")
            }
            (own["fill"], own["stroke"]) = isLine ? ("none", ink.rawValue) : (ink.rawValue, "none")
        }
        for declaration in own["style"]?.split(separator: ";") ?? [] {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
            if parts.count == 2 { own[parts[0]] = parts[1] }
        }
        for (name, plain) in Self.effects {
            guard let value = own[name], value != plain else { continue }
            throw error(element, "\(name) “\(value)” is not read: \(Self.remedies[name] ?? "set it to \(plain)")")
        }
        var properties = open.last?.properties ?? [:]
        for name in ["fill", "stroke", "stroke-width", "stroke-dasharray", "fill-rule"] {
            properties[name] = own[name] ?? properties[name]
        }
        let transforms = [properties["transform"], own["transform"]].compactMap(\.self)
        properties["transform"] = transforms.isEmpty ? nil : transforms.joined(separator: " ")
        return properties
    }

    /// Properties that change a picture but are not drawn, with their values without an effect.
    private static let effects = [
        ("opacity", "1"), ("fill-opacity", "1"), ("stroke-opacity", "1"), ("clip-path", "none"), ("mask", "none"),
        ("filter", "none"), ("display", "inline"), ("visibility", "visible"),
        ("mix-blend-mode", "normal"),
    ]
}

/// The refusals.
extension MotifReader {
    private static let classRemedy = "the inks are \(inks); in Illustrator, export with presentation attributes"

    private static let remedies: [String: String] = {
        let shapes = ["rect", "circle", "ellipse", "line", "polyline", "polygon", "text"]
        return [
            "use": "in Inkscape, Edit > Clone > Unlink Clone", "image": "draw it, or trace it by Path > Trace Bitmap",
            "clip-path": "in Inkscape, Object > Clip > Release Clip",
            "mask": "in Inkscape, Object > Mask > Release Mask",
            "filter": "in Inkscape, Filters > Remove Filters", "display": "delete what is hidden",
        ].merging(shapes.map { ($0, "in Inkscape, Path > Object to Path") }) { $1 }
    }()

    private func unread(_ element: XMLElement) -> MotifError {
        let other = open.last?.name == "defs" ? "in Inkscape, File > Clean Up Document" : "remove it"
        return error(element, "<\(element.name)> is not read: \(Self.remedies[element.name] ?? other)")
    }

    private static let sizeRemedy = "scale the drawing to a page of 1 to 1,000 units"
    private static let boxRemedy =
        "the viewBox must be four numbers, left, top, width and height, up to 1,000,000 and at least 0.001 wide and high: "
        + sizeRemedy

    private func error(_ element: XMLElement, _ reason: String) -> MotifError {
        MotifError(line: element.line, reason: reason)
    }
}

extension Box {
    /// Parses left, top, width and height; nil if they are invalid.
    fileprivate init?(numbers text: String) {
        let numbers = text.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy(Self.isDrawable), numbers[2] >= 0.001, numbers[3] >= 0.001 else {
            return nil
        }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Returns true for zero and for numbers far from the limits of floating point, not for infinity and NaN.
    fileprivate static func isDrawable(_ number: Double) -> Bool {
        number == 0 || (1e-20...1e6).contains(abs(number))
    }
}
