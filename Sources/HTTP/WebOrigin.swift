import Basics

/// The scheme, host and port of an http or https URL (RFC 6454 section 4), with the scheme's default port if it has
/// none.
package struct WebOrigin: Hashable, Sendable {
    package let scheme: String
    /// In lower case, an IPv6 address in brackets.
    package let host: String
    package let port: Int

    /// Parses `scheme://host:port`; returns nil for "null" and for anything longer than an origin.
    package init?(_ text: some StringProtocol) {
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard text.utf8.dropFirst(scheme.count).starts(with: "://".utf8) else { return nil }
        self.init(scheme: String(decoding: scheme, as: UTF8.self), authority: text.dropFirst(scheme.count + 3))
    }

    /// Parses the value of a Host field for a URL of that scheme.
    package init?(scheme: String, authority: some StringProtocol) {
        let bytes = Array(authority.utf8)
        guard ["http", "https"].contains(scheme.lowercased()), !bytes.contains(where: "/?#@,\\ ".utf8.contains)
        else { return nil }
        let name = bytes.first == UInt8(ascii: "[") ? bytes.prefix { $0 != UInt8(ascii: "]") }.count + 1 : 0
        let host = bytes.prefix(name) + bytes.dropFirst(name).prefix { $0 != UInt8(ascii: ":") }
        let digits = bytes.dropFirst(host.count + 1)
        guard !host.isEmpty, name <= bytes.count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.scheme = scheme.lowercased()
        self.host = String(decoding: host.map(\.lowercased), as: UTF8.self)
        guard !digits.isEmpty else {
            port = self.scheme == "https" ? 443 : 80
            return
        }
        guard let port = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
        self.port = Int(port)
    }
}
