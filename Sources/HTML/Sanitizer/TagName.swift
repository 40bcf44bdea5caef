/// An element's name in small letters, at most 16 bytes; no element that matters has a longer one.
struct TagName: Hashable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// Nil for an empty name and for one that is longer than any known.
    init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte.lowercasedLetter)
        }
    }

    init(_ name: StaticString) {
        self = name.withUTF8Buffer { TagName($0) } ?? TagName()
    }

    private init() {}
}

extension UInt8 {
    /// The byte itself, or the small letter where it is a capital one of ASCII.
    var lowercasedLetter: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// HTML's whitespace: tab, line feed, form feed, carriage return and space.
    var isMarkupSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }
}
