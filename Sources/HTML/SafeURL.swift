/// A URL that is safe in `href`, `src` and `action`: on this site, or absolute http or https.
@usableFromInline package struct SafeURL: Sendable, Hashable {
    @usableFromInline package let string: String

    private init(checked string: String) { self.string = string }

    /// Returns a path on this site with its query and fragment; anything that could lead a browser to another host
    /// becomes "/".
    package static func path(_ absolutePath: String) -> SafeURL {
        var path = absolutePath
        return SafeURL(checked: path.withUTF8(isOnThisSite) ? path : "/")
    }

    /// Returns a path as an absolute URL at the origin, such as `https://heroes.example`; an absolute URL is unchanged.
    package func absolute(at origin: SafeURL) -> SafeURL {
        string.utf8.first == UInt8(ascii: "/") ? SafeURL(checked: origin.string + string) : self
    }

    private static func isOnThisSite(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard path.first == UInt8(ascii: "/"), !path.contains(where: isControl) else { return false }
        return path.count == 1 || path[1] != UInt8(ascii: "/") && path[1] != UInt8(ascii: "\\")
    }

    /// Returns nil unless the string is an absolute http or https URL without user name, spaces and control bytes.
    package init?(external: String) {
        let bytes = Array(external.utf8)
        guard let scheme = Self.schemes.first(where: { Self.starts(bytes, with: $0) }) else { return nil }
        let authority = bytes[scheme.utf8CodeUnitCount...].prefix { !Self.endsAuthority($0) }
        guard let first = authority.first, first != UInt8(ascii: ":"), first != UInt8(ascii: "."),
            authority.allSatisfy(Self.belongsToAuthority),
            !bytes.contains(where: { Self.isControl($0) || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\\") })
        else { return nil }
        string = external
    }

    /// Returns a `mailto` URL; nil unless the text is one address of letters, digits and `.-_+`.
    package init?(mailTo address: String) {
        let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isOfMailAddress) }) else {
            return nil
        }
        string = "mailto:" + address
    }

    private static func isOfMailAddress(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || ".-_+".utf8.contains(byte)
    }

    private static let schemes: [StaticString] = ["https://", "http://"]

    private static func starts(_ bytes: [UInt8], with scheme: StaticString) -> Bool {
        let scheme = UnsafeBufferPointer(start: scheme.utf8Start, count: scheme.utf8CodeUnitCount)
        return bytes.count > scheme.count && zip(bytes, scheme).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Returns true for letters, digits and the punctuation of hosts, ports and IPv6 literals (RFC 3986, section
    /// 3.2.2); not for "@" and "%".
    private static func belongsToAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
