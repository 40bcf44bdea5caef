import Basics

/// The named values of a query or of an `application/x-www-form-urlencoded` body, in order.
package struct Form: Sendable, Equatable {
    private let fields: [Field]

    private struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// Parses `a=1&b=2` by the WHATWG URL standard (section 5.1), which rejects nothing: see `decodeLeniently`.
    package init(urlEncoded bytes: some Sequence<UInt8>) {
        fields = bytes.split(separator: UInt8(ascii: "&")).map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            return Field(
                name: PercentEncoding.decodeLeniently(name),
                value: PercentEncoding.decodeLeniently(piece.dropFirst(name.count + 1)))
        }
    }

    /// The first value of that name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns all values of that name, in order.
    package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns true if the name occurs more than once.
    package func hasMultiple(_ name: String) -> Bool { fields.count { $0.name == name } > 1 }
}
