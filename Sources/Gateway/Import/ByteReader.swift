#if canImport(Glibc)
    import Glibc
#endif

/// The bytes of an open file, one after the other, with little of it in memory.
struct ByteReader: ~Copyable {
    /// Why a file cannot be read.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32

        var description: String { String(cString: strerror(code)) }
    }

    private static let chunkSize = 1 << 18

    private let descriptor: Int32
    private var chunk: [UInt8] = []
    private var index = 0
    private var isAtEnd = false
    /// The byte before the current one; a line feed before the first.
    private(set) var previous = UInt8(ascii: "\n")
    /// How many bytes came from the file so far.
    private(set) var count = 0

    /// Takes the file over; it is closed in the end. "-" is standard input.
    init(path: String) throws(Failure) {
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        try refill()
    }

    deinit { close(descriptor) }

    /// Whether the file begins as gzip does (RFC 1952 section 2.3.1).
    var isCompressed: Bool { chunk.starts(with: [0x1F, 0x8B]) }

    /// Whether the file begins as JSON does in UTF-16 (RFC 4627 section 3), with a byte order mark or without.
    var isWide: Bool {
        guard chunk.count > 1 else { return false }
        switch (chunk[0], chunk[1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF): return true
        case (0, let byte), (let byte, 0): return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
        default: return false
        }
    }

    /// Nil at the end.
    var current: UInt8? { index < chunk.count ? chunk[index] : nil }

    var isAtLineStart: Bool { previous == UInt8(ascii: "\n") }

    mutating func advance() throws(Failure) {
        guard index < chunk.count else { return }
        previous = chunk[index]
        index += 1
        if index == chunk.count { try refill() }
    }

    /// Steps over these bytes as if they were not there; false where others stand there, or not all of them.
    mutating func pass(over bytes: [UInt8]) throws(Failure) -> Bool {
        let before = previous
        for byte in bytes {
            guard current == byte else { return false }
            try advance()
        }
        previous = before
        return true
    }

    private mutating func refill() throws(Failure) {
        guard !isAtEnd else { return }
        let file = descriptor
        var result = 0
        chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            repeat { result = read(file, buffer.baseAddress, Self.chunkSize) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result >= 0 else { throw Failure(code: errno) }
        index = 0
        count += result
        isAtEnd = result == 0
    }
}
