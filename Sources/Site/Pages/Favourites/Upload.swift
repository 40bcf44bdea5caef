import HTTP
import HTTPTypes

/// A field of a form: its text, or the first file of that name (RFC 7578).
enum Upload {
    /// Returns nil if the body has no such field.
    static func text(_ name: String, _ request: Request) -> [UInt8]? {
        if let form = request.form { return form[name].map { Array($0.utf8) } }
        guard let type = request.fields[.contentType], let boundary = boundary(type) else { return nil }
        return part(name, of: request.body, boundary)
    }

    private static func boundary(_ type: String) -> [UInt8]? {
        let parts = type.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        guard parts.first?.lowercased() == "multipart/form-data",
            let field = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let value = field.dropFirst("boundary=".count).filter { $0 != "\"" }
        // RFC 2046, section 5.1.1.
        return (1...70).contains(value.utf8.count) ? Array("--\(value)".utf8) : nil
    }

    /// The maximum number of parts, more than any form of the site has. Ten thousand would delay other requests.
    private static let partLimit = 20

    private static func part(_ name: String, of body: [UInt8], _ boundary: [UInt8]) -> [UInt8]? {
        // The text before the first boundary and after the last part is ignored.
        let parts = body.split(separator: boundary, maxSplits: partLimit + 1, omittingEmptySubsequences: false)
        for part in parts.dropFirst().prefix(partLimit) {
            // The parameter `name`, not the end of another one such as `filename`.
            guard let end = part.firstRange(of: Array("\r\n\r\n".utf8)),
                part[..<end.lowerBound].contains(Array("; name=\"\(name)\"".utf8))
            else { continue }
            // The line break before a boundary belongs to the boundary.
            let text = part[end.upperBound...].dropLast(2)
            if !text.isEmpty { return Array(text) }
        }
        return nil
    }
}
