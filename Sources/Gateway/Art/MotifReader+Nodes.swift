import CLibXML2
import Glibc

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
