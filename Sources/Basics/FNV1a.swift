/// FNV-1a with 64 bits (RFC 9923): a fast hash without security that, unlike Swift's own, is the same in every process.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        // Bytes in one piece need no generic call for each.
        let hash = bytes.withContiguousStorageIfAvailable { $0.reduce(value, Self.next) }
        value = hash ?? bytes.reduce(value, Self.next)
    }

    private static func next(_ value: UInt64, _ byte: UInt8) -> UInt64 { (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// 16 lowercase hexadecimal digits.
    package var text: String { Hex.text((0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }) }
}
