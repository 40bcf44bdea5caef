import Basics

extension String {
    /// The text of bytes in UTF-8; any others are read as Windows-1252, each by itself, so that one damaged byte spoils no
    /// more than itself.
    init(recorded bytes: ArraySlice<UInt8>) {
        // Most texts are valid, and are read only once.
        self = String(validating: bytes, as: UTF8.self) ?? Self.repaired(bytes)
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes
        while let first = rest.first {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = rest.makeIterator()
            if case .valid(let encoded) = parser.parseScalar(from: &iterator) {
                text.append(UTF8.decode(encoded))
                rest = rest.dropFirst(encoded.count)
            } else {
                text.append(Windows1252.character(first) ?? "\u{FFFD}")
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }
}
