extension String {
    /// The text of bytes in UTF-8; any others are read as Windows-1252, each by itself, so that one damaged byte spoils no
    /// more than itself.
    init(recorded bytes: ArraySlice<UInt8>) {
        // Most texts are valid, and are read only once.
        self = String(validating: bytes, as: UTF8.self) ?? Self.repaired(bytes)
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> String {
        let pieces = Piece.all(of: bytes)
        let isMostlyUTF8 = pieces.contains { $0.scalar?.isASCII == false }
        var text = String.UnicodeScalarView()
        for piece in pieces {
            if let scalar = piece.scalar {
                text.append(scalar)
            } else if piece.isCutOff(inUTF8: isMostlyUTF8) {
                text.append("\u{FFFD}")
            } else {
                text.append(contentsOf: piece.bytes.map(Unicode.Scalar.init(windows1252:)))
            }
        }
        return String(text)
    }
}

/// A character's bytes, or some that are no UTF-8.
private struct Piece {
    /// Nil where the bytes are no UTF-8.
    let scalar: Unicode.Scalar?
    let bytes: ArraySlice<UInt8>

    static func all(of bytes: ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        var rest = bytes
        while !rest.isEmpty {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = rest.makeIterator()
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                pieces.append(Piece(scalar: UTF8.decode(encoded), bytes: rest.prefix(encoded.count)))
            case .error(let length): pieces.append(Piece(scalar: nil, bytes: rest.prefix(length)))
            case .emptyInput: break
            }
            rest = rest.dropFirst(pieces.last?.bytes.count ?? rest.count)
        }
        return pieces
    }

    /// Whether the bytes begin a character of UTF-8 that does not end: they do in a text that has whole ones, and where
    /// they begin a quote, a dash or a picture, since no word has "â€" or "ðŸ" in it.
    func isCutOff(inUTF8 isUTF8: Bool) -> Bool {
        bytes.count > 1 && (isUTF8 || bytes.first == 0xE2 || bytes.first == 0xF0)
    }
}

extension Unicode.Scalar {
    /// The character of a byte of Windows-1252 (WHATWG Encoding standard, index windows-1252); U+FFFD for the five that
    /// have none.
    fileprivate init(windows1252 byte: UInt8) {
        guard (0x80...0x9F).contains(byte) else { self.init(byte); return }
        self = Self.signs[Int(byte) - 0x80]
    }

    /// From 0x80 to 0x9F.
    private static let signs = Array(
        """
        €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ
        """.unicodeScalars)
}
