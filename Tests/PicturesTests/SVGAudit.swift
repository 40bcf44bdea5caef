import Foundation
import FoundationXML

/// A strict check of an SVG document for content that pictures must not have.
final class SVGAudit: NSObject, XMLParserDelegate {
    private(set) var isWellFormed = false
    /// The elements, attributes and values that drawings do not use.
    private(set) var unexpected: [String] = []

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
        if !Self.elements.contains(name) { unexpected.append(name) }
        for (key, value) in attributes {
            if !Self.attributes.contains(key) { unexpected.append(key) }
            if value.contains("url(") || value.contains("nan") || value.contains("inf") { unexpected.append(value) }
        }
    }
}
