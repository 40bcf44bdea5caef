import CZlib

/// Content in the gzip format (RFC 1952), whole or as it grows.
///
/// Its parts are compressed each by itself, with what came before at hand: a stream that waits for its next part so
/// holds up to 32 kB instead of a compressor's 268 kB. A hero's page of 11.4 kB in eight parts is 3.7 kB so, and would
/// be 4.7 kB without what came before.
struct GzipMember {
    static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    /// A last block without content (RFC 1951 section 3.2.6).
    private static let lastBlock: [UInt8] = [0x03, 0x00]

    private var checksum = crc32(0, nil, 0)
    /// Modulo 2³², as the format has it.
    private var count: UInt32 = 0
    private var hasBegun = false
    /// The end of the content so far, to which the next part may refer.
    private var history: [UInt8] = []

    /// As far as anything in the format can refer back (RFC 1951 section 2).
    private static let historyBound = 32 * 1024

    init() {}

    /// The content all at once; nil where it cannot be compressed.
    static func whole(_ content: [UInt8], by pool: DeflaterPool) -> [UInt8]? {
        var member = GzipMember()
        var output = header
        output.reserveCapacity(content.count / 4)
        guard pool.append(content, after: [], to: &output, isLast: true) else { return nil }
        member.add(content)
        return output + member.trailer
    }

    /// The next part, which a client can read at once; nil where it cannot be compressed.
    mutating func part(_ content: [UInt8], by pool: DeflaterPool) -> [UInt8]? {
        var output = hasBegun ? [] : Self.header
        guard pool.append(content, after: history, to: &output, isLast: false) else { return nil }
        hasBegun = true
        add(content)
        history = Array((history + content).suffix(Self.historyBound))
        return output
    }

    /// What ends the content.
    func end() -> [UInt8] { (hasBegun ? [] : Self.header) + Self.lastBlock + trailer }

    private mutating func add(_ content: [UInt8]) {
        // Without bytes zlib would begin the checksum anew.
        guard !content.isEmpty else { return }
        checksum = content.withUnsafeBufferPointer { crc32_z(checksum, $0.baseAddress, $0.count) }
        count &+= UInt32(truncatingIfNeeded: content.count)
    }

    private var trailer: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: checksum))
        bytes.append(littleEndian: count)
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number, its low byte first, as the format has it.
    fileprivate mutating func append(littleEndian number: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
