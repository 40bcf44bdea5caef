import CZlib

/// Content in the gzip format (RFC 1952), complete or as a stream.
///
/// Each part is compressed separately, with the preceding content as its dictionary: a stream that waits for its next
/// part holds up to 32 kB instead of a compressor's 268 kB. A hero's page of 11.4 kB in eight parts takes 3.7 kB, and
/// 4.7 kB without the dictionary.
struct GzipMember {
    static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    /// A last block without content (RFC 1951 section 3.2.6).
    private static let lastBlock: [UInt8] = [0x03, 0x00]

    private var checksum = crc32(0, nil, 0)
    /// The content's length modulo 2³², as in the format.
    private var count: UInt32 = 0
    private var hasBegun = false
    /// The end of the content so far, to which the next part may refer.
    private var window: [UInt8] = []

    /// The greatest distance of a reference in the format (RFC 1951 section 2).
    private static let windowSize = 32 * 1024

    init() {}

    /// Compresses the complete content; returns nil on failure.
    static func compress(_ content: [UInt8], by pool: DeflaterPool) -> [UInt8]? {
        var member = GzipMember()
        var output = header
        output.reserveCapacity(content.count / 4)
        guard pool.append(content, after: [], to: &output, isLast: true) else { return nil }
        member.add(content)
        return output + member.trailer
    }

    /// Compresses the next part, which a client can read at once; returns nil on failure.
    mutating func part(_ content: [UInt8], by pool: DeflaterPool) -> [UInt8]? {
        var output = hasBegun ? [] : Self.header
        guard pool.append(content, after: window, to: &output, isLast: false) else { return nil }
        hasBegun = true
        add(content)
        window = Array((window + content).suffix(Self.windowSize))
        return output
    }

    /// Returns the end of the member.
    func end() -> [UInt8] { (hasBegun ? [] : Self.header) + Self.lastBlock + trailer }

    private mutating func add(_ content: [UInt8]) {
        // Without bytes zlib would reset the checksum.
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
    /// Appends a number with its low byte first.
    fileprivate mutating func append(littleEndian number: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
