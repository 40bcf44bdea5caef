import Basics

/// An element's name in lower case, at most 16 bytes; elements with a role have no longer one.
struct TagName: Hashable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// Returns nil for an empty name and for one longer than 16 bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte.lowercased)
        }
    }

    init(_ name: StaticString) {
        self = name.withUTF8Buffer { TagName($0) } ?? TagName()
    }

    private init() {}
}
