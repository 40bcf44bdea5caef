import Basics
import HTTPTypes

/// The cookies of a request (RFC 6265 section 4.2), in order; anything but `name=value` is ignored.
package struct Cookies: Sendable {
    private var pairs: [(name: String, value: String)] = []

    package init(_ request: Request) {
        for field in request.fields[values: .cookie] {
            for piece in field.utf8.split(separator: UInt8(ascii: ";")) {
                guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let name = piece[..<equals].trimmingBlanks()
                guard !name.isEmpty, name.allSatisfy(\.isToken) else { continue }
                let value = Self.unquoted(piece[piece.index(after: equals)...].trimmingBlanks())
                pairs.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
            }
        }
    }

    /// The values of that name, more than one if two paths or domains set it; names are case-sensitive.
    package subscript(name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    private static func unquoted(_ value: Substring.UTF8View) -> Substring.UTF8View {
        let quote = UInt8(ascii: "\"")
        guard value.count >= 2, value.first == quote, value.last == quote else { return value }
        return value.dropFirst().dropLast()
    }
}

/// A cookie to be set in the browser (RFC 6265 section 4.1).
package struct SetCookie: Sendable, Equatable {
    /// The value of the Set-Cookie field.
    package let line: String

    /// Creates a cookie for all paths, sent with navigations from other sites only and hidden from scripts. `maxAge` is
    /// in seconds. Returns nil if the name is no token, or the value has a control, separator or non-ASCII character.
    package init?(name: String, value: String, maxAge: Int, isSecure: Bool) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isToken), value.utf8.allSatisfy(Self.isValueCharacter) else {
            return nil
        }
        let security = isSecure ? "; Secure" : ""
        line = "\(name)=\(value); Path=/; Max-Age=\(maxAge); HttpOnly\(security); SameSite=Lax"
    }

    /// Returns true for a cookie-octet of RFC 6265 section 4.1.1.
    private static func isValueCharacter(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\",;\\".utf8.contains(byte)
    }
}
