import Basics
import Heroes

/// A rewrite rule for picture URLs: from the API's host to the host that browsers use.
package struct ImageHost: Hashable, Sendable {
    /// The prefix of picture URLs in the API's responses, without a final slash.
    package let prefix: String
    /// The replacement of the prefix; if empty, pictures are paths on this site.
    package let replacement: String

    package init(prefix: String, replacement: String) {
        self.prefix = prefix
        self.replacement = replacement
    }

    /// The current base URL of Marvel's pictures.
    package static let current = "https://cdn.marvel.com/u/prod/marvel"

    package static let marvel = marvel(at: current)

    /// Returns rules that rewrite Marvel's former picture hosts to a base URL.
    package static func marvel(at address: String) -> [ImageHost] {
        var replacement = address
        while replacement.last == "/" { replacement.removeLast() }
        return ["http://i.annihil.us", "https://i.annihil.us", "http://x.annihil.us", "https://x.annihil.us"]
            .map { ImageHost(prefix: $0 + "/u/prod/marvel", replacement: replacement) }
    }

    /// Returns true for a base URL of pictures: http or https, a host, an optional port, and a path of plain
    /// characters.
    package static func isAddress(_ text: String) -> Bool {
        guard let url = WebURL(text), url.query == nil, url.fragment == nil else { return false }
        return url.path.allSatisfy { $0.isLetter || $0.isNumber || "-._~%/".contains($0) }
    }

    /// Returns the origin (scheme, host and port) of an http or https URL; nil for any other text.
    package static func origin(of url: String) -> String? { WebURL(url).map { "\($0.scheme)://\($0.authority)" } }

    /// Returns the URL with its prefix replaced; nil if it has another prefix.
    func rewritten(_ path: String) -> String? {
        guard path.hasPrefix(prefix) else { return nil }
        let suffix = path.dropFirst(prefix.count)
        return suffix.isEmpty || suffix.first == "/" ? replacement + suffix : nil
    }
}

extension Thumbnail {
    /// Returns nil for a placeholder and for a URL that is not safe to show.
    init?(validating path: String, fileExtension: String, by hosts: [ImageHost]) {
        guard !Self.placeholders.contains(where: path.hasSuffix) else { return nil }
        guard (1...5).contains(fileExtension.utf8.count), fileExtension.utf8.allSatisfy({ $0.isLetter || $0.isDigit })
        else { return nil }
        let rewritten = hosts.lazy.compactMap { $0.rewritten(path) }.first
        guard let shown = Self.shown(rewritten ?? path, isConfigured: rewritten != nil) else { return nil }
        self.init(path: shown, fileExtension: fileExtension)
    }

    private static let placeholders = ["image_not_available", "4c002e0305708"]

    /// Returns the URL with https, except on loopback, on this site and at a configured host; nil if it is not safe to
    /// show.
    private static func shown(_ path: String, isConfigured: Bool) -> String? {
        guard path.utf8.count <= ResponseLimit.url, path.utf8.allSatisfy(isPathByte) else { return nil }
        if path.hasPrefix("/") { return path.hasPrefix("//") ? nil : path }
        guard var url = WebURL(path) else { return nil }
        if !url.isLoopback, !isConfigured { url.scheme = "https" }
        return url.text
    }

    /// Returns true for a byte that cannot end the path, or the URL in a style, and is not the placeholder of a size.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "/:.-_~%!$&+,;=[]".utf8.contains(byte)
    }
}
