/// A character reference that is visible in a text because it was escaped twice: "&amp;#39;" in the markup.
struct EscapedReference {
    /// The maximum number of scalars from the `&` to the semicolon.
    static let longest = 34

    let scalars: [Unicode.Scalar]
    /// The number of scalars, without the semicolon.
    let length: Int

    /// Reads the reference at the end of a text, before a semicolon. Returns nil if there is none, and for "<" and ">":
    /// text about markup means the reference itself.
    init?(before semicolon: [Unicode.Scalar]) {
        guard let start = semicolon.suffix(Self.longest).lastIndex(of: "&") else { return nil }
        let written = semicolon[start...]
        guard written.allSatisfy(\.isASCII) else { return nil }
        let bytes = written.map { UInt8(truncatingIfNeeded: $0.value) } + [UInt8(ascii: ";")]
        guard let reference = CharacterReference(bytes, at: 0, upTo: bytes.count, inAttribute: false),
            reference.length == bytes.count, reference.scalars.allSatisfy(Self.isText)
        else { return nil }
        scalars = reference.scalars
        length = written.count
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "\u{FFFD}": false
        default: scalar.value >= 0x20 || UInt8(scalar.value).isMarkupSpace
        }
    }
}
