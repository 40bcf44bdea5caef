import Basics
import FoundationEssentials

/// The one rule for links: http and https to a named host, or relative to the base URL.
struct LinkPolicy: Sendable {
    /// The maximum number of bytes of a link.
    private static let maximumLength = 2048

    /// The base URL of relative links; without one they become text.
    let base: URL?
    /// Returns the link in place of an absolute URL, or nil to keep the URL.
    let replacement: @Sendable (String) -> SafeURL?

    init(base: String?, replacement: @escaping @Sendable (String) -> SafeURL?) {
        self.base = base.flatMap { Self.url($0, base: nil) }
        self.replacement = replacement
    }

    /// Returns the target of a link: an absolute URL or its replacement; nil if the link is not allowed.
    func target(of href: String) -> SafeURL? {
        guard let url = Self.url(href, base: base), let link = SafeURL(external: url.absoluteString) else { return nil }
        return replacement(link.string) ?? link
    }

    /// Returns the absolute URL of a link; nil unless it is http or https without user name and control characters.
    private static func url(_ href: String, base: URL?) -> URL? {
        let bytes = href.utf8.drop { $0.isMarkupSpace }
        guard !bytes.isEmpty, bytes.count <= maximumLength,
            !bytes.contains(where: { $0.isControl || $0 == UInt8(ascii: "\\") }),
            let url = URL(string: href.trimmingBlanks, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme, scheme == "https" || scheme == "http", url.user() == nil, url.password() == nil,
            url.port.map({ $0 <= 65535 }) ?? true, let host = url.host(), isName(host),
            // Without the brackets of an address, which `host()` omits.
            url.absoluteString.hasPrefix("\(scheme)://\(host)"), url.absoluteString.utf8.count <= maximumLength
        else { return nil }
        return url
    }

    /// Returns true for a host name in ASCII that DNS allows. Addresses are refused, and so is punycode, which could be
    /// invalid.
    private static func isName(_ host: String) -> Bool {
        let labels = host.lowercased().utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return host.utf8.count <= 253 && labels.last?.first?.isLetter == true
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && !label.starts(with: "xn--".utf8)
                    && label.allSatisfy {
                        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                    }
            }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let start = utf8.drop { $0.isMarkupSpace }
        return String(
            start[..<(start.lastIndex { !$0.isMarkupSpace }.map { start.index(after: $0) } ?? start.startIndex)]) ?? ""
    }
}
