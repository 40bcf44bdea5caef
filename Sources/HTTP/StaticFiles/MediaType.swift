import Basics

/// The media types of files.
package enum MediaType {
    /// Returns the value of Content-Type for a file by its name's extension; application/octet-stream if that is
    /// unknown.
    static func type(ofFile fileName: String) -> String {
        let parts = fileName.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count > 1, let fileExtension = parts.last else { return unknown }
        return byExtension[fileExtension.lowercased()] ?? unknown
    }

    /// Returns true if content of this Content-Type becomes notably smaller by compression: text of any kind.
    static func isCompressible(_ type: String) -> Bool {
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks()
        return essence.prefix(5).equalsIgnoringCase("text/".utf8) || essence.suffix(4).equalsIgnoringCase("+xml".utf8)
            || essence.suffix(5).equalsIgnoringCase("+json".utf8)
            || ["application/json", "application/javascript", "application/xml"].contains {
                essence.equalsIgnoringCase($0.utf8)
            }
    }

    /// The content security policy of SVG images: opened as a document, one may apply its own styles and nothing else.
    package static let svgSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'"

    private static let unknown = "application/octet-stream"

    private static let byExtension = [
        "avif": "image/avif",
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "gif": "image/gif",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "png": "image/png",
        "svg": "image/svg+xml; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "xml": "application/xml; charset=utf-8",
    ]
}
