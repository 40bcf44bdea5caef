/// The parts of RFC 1951 and RFC 1952 that create test input for a decompressor.
enum Gzip {
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Returns the bytes, at most 65,535, in one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        return head + [1] + littleEndian(length) + littleEndian(~length) + bytes
            + littleEndian(crc32(bytes)) + littleEndian(UInt32(bytes.count))
    }

    /// Returns at least this many zero bytes, compressed to a thousandth, without the trailer, which is never read.
    static func bomb(_ count: Int) -> [UInt8] {
        // Final block, fixed codes; a literal 0; then copies of length 258 (code 285) from distance 1 (code 0).
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        let copy: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
        for _ in 0...(count / 258) { bits += copy }
        bits += [UInt8](repeating: 0, count: 7 + (8 - (bits.count + 7) % 8) % 8)
        return head + packed(bits)
    }

    /// Returns eight bits per byte, the first one lowest.
    private static func packed(_ bits: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reversed().reduce(UInt8(0)) { $0 << 1 | $1 }
        }
    }

    private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let carry: UInt32 = sum & 1 == 1 ? 0xEDB8_8320 : 0
                sum = (sum >> 1) ^ carry
            }
        }
        return ~sum
    }
}
