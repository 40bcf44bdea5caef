/// Tells contents of one name apart: FNV-1a with 64 bits (draft-eastlake-fnv), quick and without any secrecy.
package struct ContentHash: Hashable, Sendable {
    package let value: UInt64

    package init(_ content: [UInt8]) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in content { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = hash
    }

    /// 16 lowercase hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
