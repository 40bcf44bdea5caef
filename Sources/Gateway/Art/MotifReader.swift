import HTML

/// Reads the paths of an SVG file as drawing programs write them: in groups, with inks as classes or as colours.
struct MotifReader {
    private let file: String
    private(set) var box: Box?
    private(set) var shapes: [Motif.Shape] = []
    /// The open elements, with the properties that their content inherits.
    private var open: [(name: String, properties: [String: String])] = []
    /// The depth of an open element that is ignored with its content.
    private var ignored: Int?

    init(file: String) { self.file = file }

    mutating func read(_ element: XMLElement) throws(CatalogueError) {
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
            if box == nil { throw error(element, "the viewBox must be four numbers: left, top, width and height") }
        } else if element.name == "path" {
            try draw(element, properties)
        }
        open.append((element.name, properties))
    }

    /// Adds a path with an ink; leaves out one without fill and stroke.
    private mutating func draw(_ element: XMLElement, _ properties: [String: String]) throws(CatalogueError) {
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
            guard value.utf8.allSatisfy(Self.isNumeric) else { throw error(element, "“\(value)” is not a \(name)") }
            attributes += SVGText(stringLiteral: " \(name)=\"\(value)\"")
        }
        shapes.append(Motif.Shape(ink: ink, isLine: fill == nil, attributes: attributes + "/>"))
    }

    /// Returns the ink with a name or a colour; nil if there is none.
    private func ink(_ value: String, _ element: XMLElement) throws(CatalogueError) -> Ink? {
        if value == "none" { return nil }
        if let ink = Ink.allCases.first(where: { [$0.rawValue, $0.sample].contains(value.lowercased()) }) {
            return ink
        }
        let kind = value.hasPrefix("url(") ? "a gradient or pattern" : "“\(value)”"
        throw error(element, "\(kind) is no ink: fill with one of \(Self.inks)")
    }

    private static let inks = Ink.allCases.map { "\($0) \($0.sample)" }.joined(separator: ", ")

    /// True for letters, digits and the signs of numbers, so that a value cannot end its attribute.
    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: " .,+-()%\n\r\t".utf8.contains(byte)
        }
    }
}

/// The properties of elements.
extension MotifReader {
    /// Returns the properties that an element has: inherited, then its attributes, its class and its style, as in CSS.
    private func properties(of element: XMLElement) throws(CatalogueError) -> [String: String] {
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

    private func unread(_ element: XMLElement) -> CatalogueError {
        let other = open.last?.name == "defs" ? "in Inkscape, File > Clean Up Document" : "remove it"
        return error(element, "<\(element.name)> is not read: \(Self.remedies[element.name] ?? other)")
    }

    private func error(_ element: XMLElement, _ reason: String) -> CatalogueError {
        CatalogueError(file: file, location: "line \(element.line)", reason: reason)
    }
}

extension Box {
    /// Parses left, top, width and height; nil if they are invalid.
    fileprivate init?(numbers text: String) {
        let numbers = text.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
