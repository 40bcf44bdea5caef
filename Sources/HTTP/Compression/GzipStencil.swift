import CZlib

/// A stencil's content in the gzip format: compressed once, and given many times with another text in its places.
///
/// The text stands in stored blocks (RFC 1951 section 3.2.4) and nothing refers back over it. The checksum of the whole
/// is linear in that of the text, so that each text only adds its part to what is always the same.
struct GzipStencil: Sendable {
    private var stencil: Stencil
    /// Of the whole, less what the text adds.
    private let baseChecksum: UInt
    /// What the checksum of the text is multiplied with, for all places together; as `crc32_combine_gen` makes it.
    private let factor: UInt

    /// Nil where it cannot be compressed. The text is what is in the stencil's places now.
    init?(_ content: Stencil, around text: [UInt8], by pool: DeflaterPool) {
        var output = GzipMember.header
        let parts = content.pieces
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard pool.append(part, after: [], to: &output, isLast: isLast) else { return nil }
            if !isLast { output += Self.stored(text) }
        }
        factor = Self.factor(parts.map(\.count), textCount: text.count)
        baseChecksum = checksum(content.bytes) ^ Self.product(factor, checksum(text))
        output += [0, 0, 0, 0]
        output.append(littleEndian: UInt32(truncatingIfNeeded: content.count))
        stencil = Stencil(output, around: text).fitted
        // Compressed bytes that look like the text would be taken for a place of it.
        guard stencil.pieces.count == parts.count else { return nil }
        fill(with: text)
    }

    var count: Int { stencil.count }

    /// With the text that was put in last.
    var bytes: [UInt8] { stencil.bytes }

    /// Puts the text in all places and makes the checksum right, as `Stencil` does.
    mutating func fill(with text: [UInt8]) {
        stencil.fill(with: text)
        let whole = baseChecksum ^ Self.product(factor, checksum(text))
        // Only the length is behind it (RFC 1952 section 2.3.1).
        stencil.write(UInt32(truncatingIfNeeded: whole), endingBefore: 4)
    }

    /// The sum of what each place is multiplied with, by the number of bytes that come after it.
    private static func factor(_ counts: [Int], textCount: Int) -> UInt {
        var (factor, rest) = (0 as UInt, 0)
        for count in counts.dropFirst().reversed() {
            rest += count
            factor ^= crc32_combine_gen(rest)
            rest += textCount
        }
        return factor
    }

    /// Nothing times anything is nothing, which zlib does not come to the end of.
    private static func product(_ factor: UInt, _ checksum: UInt) -> UInt {
        factor == 0 ? 0 : crc32_combine_op(checksum, 0, factor)
    }

    /// A block that is not compressed and not the last: its kind, its length and that length inverted.
    private static func stored(_ text: [UInt8]) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: text.count)
        return [
            0, UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8),
            UInt8(truncatingIfNeeded: ~length), UInt8(truncatingIfNeeded: ~length >> 8),
        ] + text
    }
}

private func checksum(_ bytes: [UInt8]) -> UInt {
    // Without bytes zlib would begin anew, which is the same here.
    bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
}

extension [UInt8] {
    /// Appends a number, its low byte first, as the format has it.
    mutating func append(littleEndian number: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
