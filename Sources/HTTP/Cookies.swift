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

    /// The names of all cookies, without duplicates.
    package var names: [String] {
        var seen = Set<String>()
        return pairs.map(\.name).filter { seen.insert($0).inserted }
    }

    private static func unquoted(_ value: Substring.UTF8View) -> Substring.UTF8View {
        let quote = UInt8(ascii: "\"")
        guard value.count >= 2, value.first == quote, value.last == quote else { return value }
        return value.dropFirst().dropLast()
    }
}
