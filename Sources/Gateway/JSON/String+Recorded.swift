import Basics

extension String {
    /// The text of bytes in UTF-8; any others are read as Windows-1252, each by itself, so that one damaged byte spoils no
    /// more than itself.
    init(recorded bytes: ArraySlice<UInt8>) {
        // Most texts are valid, and are read only once.
        self = String(validating: bytes, as: UTF8.self) ?? Self.repaired(bytes)
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> String {
        let isMostlyUTF8 = Pieces(of: bytes).reduce(0) { $0 + $1.weight } > 0
        var text = String.UnicodeScalarView()
        for piece in Pieces(of: bytes) {
            if let scalar = piece.scalar {
                text.append(scalar)
            } else if piece.isCutOff(inUTF8: isMostlyUTF8) {
                text.append("\u{FFFD}")
            } else {
                // One by one: to append several takes as long as the text is.
                for byte in piece.bytes { text.append(Windows1252.character(byte) ?? "\u{FFFD}") }
            }
        }
        return String(text)
    }
}

/// A character's bytes, or some that are no UTF-8.
private struct Piece {
    /// Nil if the bytes are not UTF-8.
    let scalar: Unicode.Scalar?
    let bytes: ArraySlice<UInt8>

    /// The vote of this piece on the whole text being UTF-8; a character of ASCII has none.
    var weight: Int {
        guard let scalar else { return -1 }
        return scalar.isASCII ? 0 : 1
    }

    /// Whether the bytes begin a character of UTF-8 that does not end: they do in a text that has more whole ones than
    /// others, and where they begin a quote or a dash, a trade mark or a picture, since no word has "â€", "â„" or "ðŸ" in
    /// it.
    func isCutOff(inUTF8 isUTF8: Bool) -> Bool {
        bytes.count > 1 && (isUTF8 || Self.starts.contains { bytes.starts(with: $0) })
    }

    private static let starts: [[UInt8]] = [[0xE2, 0x80], [0xE2, 0x84], [0xF0, 0x9F]]
}

/// The pieces of a text, one after the other.
private struct Pieces: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(of bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> Piece? {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = rest.makeIterator()
        switch parser.parseScalar(from: &iterator) {
        case .valid(let encoded): return Piece(scalar: UTF8.decode(encoded), bytes: take(encoded.count))
        case .error(let length): return Piece(scalar: nil, bytes: take(length))
        case .emptyInput: return nil
        }
    }

    private mutating func take(_ length: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
