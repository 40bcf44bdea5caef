import Foundation
import FoundationXML

/// Reads an SVG document strictly and lists what a picture under a bare content policy must not hold.
final class SVGAudit: NSObject, XMLParserDelegate {
    private(set) var isWellFormed = false
    /// Elements and attributes outside the few that the drawings are made of.
    private(set) var strangers: [String] = []

    private static let elements: Set = ["svg", "g", "path"]
    private static let attributes: Set = [
        "width", "height", "viewBox", "x", "y", "transform", "d", "fill", "fill-rule", "stroke", "stroke-width",
        "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "xmlns",
    ]

    init(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if !Self.elements.contains(name) { strangers.append(name) }
        for (key, value) in attributes {
            if !Self.attributes.contains(key) { strangers.append(key) }
            if value.contains("url(") || value.contains("nan") || value.contains("inf") { strangers.append(value) }
        }
    }
}
