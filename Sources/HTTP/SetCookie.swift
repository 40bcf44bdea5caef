import Basics

/// A cookie to be set in the browser (RFC 6265 section 4.1).
package struct SetCookie: Sendable, Equatable {
    /// The rule for sending the cookie with requests from other sites.
    package enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
    }

    /// The value of the Set-Cookie field.
    package let line: String

    /// Returns nil for invalid input: a name that is no token, or a value or path with a control, separator or
    /// non-ASCII character. `maxAge` is in seconds; nil makes a session cookie, 0 deletes.
    package init?(
        name: String, value: String, path: String = "/", maxAge: Int? = nil, isHTTPOnly: Bool = true, isSecure: Bool,
        sameSite: SameSite = .lax
    ) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isToken), value.utf8.allSatisfy(Self.isValueCharacter),
            path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy(Self.isPathCharacter)
        else { return nil }
        var header = "\(name)=\(value); Path=\(path)"
        if let maxAge { header += "; Max-Age=\(maxAge)" }
        if isHTTPOnly { header += "; HttpOnly" }
        if isSecure { header += "; Secure" }
        line = header + "; SameSite=\(sameSite.rawValue)"
    }

    /// Returns true for a cookie-octet of RFC 6265 section 4.1.1.
    private static func isValueCharacter(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\",;\\".utf8.contains(byte)
    }

    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: ";")
    }
}
