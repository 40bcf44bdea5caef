/// A character reference that shows in a text, since it was escaped twice: "&amp;#39;" in the markup.
struct EscapedReference {
    /// Scalars from the `&` to the semicolon, at most.
    static let longest = 34

    let scalars: [Unicode.Scalar]
    /// How many scalars it takes, without its semicolon.
    let length: Int

    /// Reads the reference that a text ends with, a semicolon behind it; nil where there is none, and for a sign of
    /// markup: whoever writes about markup means the reference itself.
    init?(before semicolon: [Unicode.Scalar]) {
        guard let start = semicolon.suffix(Self.longest).lastIndex(of: "&") else { return nil }
        let written = semicolon[start...]
        guard written.allSatisfy(\.isASCII) else { return nil }
        let bytes = written.map { UInt8(truncatingIfNeeded: $0.value) } + [UInt8(ascii: ";")]
        guard let reference = CharacterReference(bytes, at: 0, upTo: bytes.count, inAddress: false),
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
