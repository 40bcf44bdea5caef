import CZlib

/// A stencil's content in the gzip format: compressed once, and given many times with another text in its places.
///
/// The text stands in stored blocks (RFC 1951 section 3.2.4) and nothing refers back over it; the checksum of the whole
/// is put together from those of the pieces.
struct GzipStencil: Sendable {
    private struct Piece {
        let checksum: UInt
        /// What `crc32_combine_op` wants to know of the length.
        let advance: UInt
    }

    private let stencil: Stencil
    private let pieces: [Piece]
    private let textAdvance: UInt

    /// Nil where it cannot be compressed. The text is what is in the stencil's places now.
    init?(_ content: Stencil, around text: [UInt8], by pool: DeflaterPool) {
        var output = GzipMember.header
        var pieces: [Piece] = []
        let parts = content.pieces
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard pool.append(part, after: [], to: &output, isLast: isLast) else { return nil }
            if !isLast { output += Self.stored(text) }
            pieces.append(Piece(checksum: checksum(part), advance: crc32_combine_gen(part.count)))
        }
        self.pieces = pieces
        textAdvance = crc32_combine_gen(text.count)
        output += [0, 0, 0, 0]
        output.append(littleEndian: UInt32(truncatingIfNeeded: content.count))
        stencil = Stencil(output, around: text)
        // Compressed bytes that look like the text would be taken for a place of it.
        guard stencil.pieces.count == parts.count else { return nil }
    }

    var count: Int { stencil.count }

    func filled(with text: [UInt8]) -> [UInt8] {
        var bytes = stencil.filled(with: text)
        let textChecksum = checksum(text)
        var whole = pieces[0].checksum
        for piece in pieces.dropFirst() {
            whole = crc32_combine_op(whole, textChecksum, textAdvance)
            whole = crc32_combine_op(whole, piece.checksum, piece.advance)
        }
        for index in 0..<4 { bytes[bytes.count - 8 + index] = UInt8(truncatingIfNeeded: whole >> UInt(index * 8)) }
        return bytes
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
