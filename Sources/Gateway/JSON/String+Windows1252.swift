import Basics

extension String {
    /// Decodes UTF-8. Each invalid byte is decoded as Windows-1252, so one damaged byte affects no other.
    init(utf8OrWindows1252 bytes: ArraySlice<UInt8>) {
        // Fast path: most texts are valid.
        self = String(validating: bytes, as: UTF8.self) ?? Self.decoded(bytes)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var remainder = bytes
        while let first = remainder.first {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = remainder.makeIterator()
            if case .valid(let encoded) = parser.parseScalar(from: &iterator) {
                text.append(UTF8.decode(encoded))
                remainder = remainder.dropFirst(encoded.count)
            } else {
                text.append(Windows1252.character(first) ?? "\u{FFFD}")
                remainder = remainder.dropFirst()
            }
        }
        return String(text)
    }
}
