import Basics
import Heroes

/// A host of pictures and the address under which visitors reach it.
package struct ImageHost: Hashable, Sendable {
    /// The beginning of the picture's address in the API's answers, up to a slash that is not part of it.
    package let prefix: String
    /// Its replacement; empty makes the address a path on this site.
    package let replacement: String

    package init(prefix: String, replacement: String) {
        self.prefix = prefix
        self.replacement = replacement
    }

    /// The present address of Marvel's own pictures.
    package static let current = "https://cdn.marvel.com/u/prod/marvel"

    package static let marvel = marvel(at: current)

    /// Returns rules that move Marvel's own pictures from their former hosts to another address.
    package static func marvel(at address: String) -> [ImageHost] {
        var replacement = address
        while replacement.last == "/" { replacement.removeLast() }
        return ["http://i.annihil.us", "https://i.annihil.us", "http://x.annihil.us", "https://x.annihil.us"]
            .map { ImageHost(prefix: $0 + "/u/prod/marvel", replacement: replacement) }
    }

    /// Whether pictures can be shown from there: an http or https URL with a host, at most a port, and a path of plain
    /// characters.
    package static func isAddress(_ text: String) -> Bool {
        guard let url = WebURL(text), url.query == nil, url.fragment == nil else { return false }
        return url.path.allSatisfy { $0.isLetter || $0.isNumber || "-._~%/".contains($0) }
    }

    /// Returns scheme, host and port of an http or https URL; nil for any other text.
    package static func origin(of url: String) -> String? { WebURL(url).map { "\($0.scheme)://\($0.authority)" } }

    /// Returns the address with its beginning replaced; nil if it begins otherwise.
    func rewritten(_ path: String) -> String? {
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        return rest.isEmpty || rest.first == "/" ? replacement + rest : nil
    }
}

extension Thumbnail {
    /// Nil for a placeholder, and for an address that should not be shown to a visitor.
    init?(validating path: String, fileExtension: String, by hosts: [ImageHost]) {
        guard !Self.placeholders.contains(where: path.hasSuffix) else { return nil }
        guard (1...5).contains(fileExtension.utf8.count), fileExtension.utf8.allSatisfy({ $0.isLetter || $0.isDigit })
        else {
            return nil
        }
        let rewritten = hosts.lazy.compactMap { $0.rewritten(path) }.first
        guard let shown = Self.shown(rewritten ?? path, isConfigured: rewritten != nil) else { return nil }
        self.init(path: shown, fileExtension: fileExtension)
    }

    private static let placeholders = ["image_not_available", "4c002e0305708"]

    /// Returns the address over https, except on loopback, on this site, and at a configured host; nil if it cannot be shown.
    private static func shown(_ path: String, isConfigured: Bool) -> String? {
        guard path.utf8.count <= AnswerLimit.url, path.utf8.allSatisfy(isPathByte) else { return nil }
        if path.hasPrefix("/") { return path.hasPrefix("//") ? nil : path }
        guard var url = WebURL(path) else { return nil }
        if !url.isLoopback, !isConfigured { url.scheme = "https" }
        return url.text
    }

    /// Whether the byte can neither end a URL's path or, in a style, the URL itself, nor stand for a size.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "/:.-_~%!$&+,;=[]".utf8.contains(byte)
    }
}
