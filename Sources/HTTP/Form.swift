/// The named values of a query or of an `application/x-www-form-urlencoded` body, in their order.
package struct Form: Sendable, Equatable {
    /// More fields than this are no form of this site.
    package static let fieldLimit = 100

    private let fields: [Field]

    private struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// Reads `a=1&b=2` with "+" as a space (WHATWG URL standard section 5.1); nil where an encoding is malformed, the
    /// bytes are not UTF-8, or there are more than `fieldLimit` fields.
    package init?(urlEncoded bytes: some Sequence<UInt8>) {
        let pieces = bytes.split(
            separator: UInt8(ascii: "&"), maxSplits: Self.fieldLimit, omittingEmptySubsequences: true)
        guard pieces.count <= Self.fieldLimit else { return nil }
        var fields: [Field] = []
        fields.reserveCapacity(pieces.count)
        for piece in pieces {
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            guard let decodedName = PercentEncoding.decode(name, plusAsSpace: true),
                let value = PercentEncoding.decode(piece.dropFirst(name.count + 1), plusAsSpace: true)
            else { return nil }
            fields.append(Field(name: decodedName, value: value))
        }
        self.fields = fields
    }

    /// The first value of that name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Every value of that name, in their order.
    package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Whether the name comes more than once.
    package func hasRepeated(_ name: String) -> Bool { fields.count { $0.name == name } > 1 }
}
