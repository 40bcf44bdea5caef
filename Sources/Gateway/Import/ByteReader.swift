import Basics
import Glibc

/// A buffered reader of the bytes of a file or of a text in memory.
struct ByteReader: ~Copyable {
    private static let chunkSize = 1 << 18

    /// The open file; -1 for a text.
    private let descriptor: Int32
    private var chunk: [UInt8] = []
    private var index = 0
    private var isAtEnd = false
    /// The byte before the current one; a line feed before the first.
    private(set) var previous = UInt8(ascii: "\n")
    /// The number of bytes read from the file so far.
    private(set) var count = 0

    /// Opens the file; "-" is standard input.
    init(path: String) throws(SystemError) {
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("open") }
        try refill()
        // Some editors write a byte order mark, which JSON does not allow.
        guard head.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        for _ in 0..<3 { try advance() }
        previous = UInt8(ascii: "\n")
    }

    /// Reads a text that is in memory.
    init(_ text: [UInt8]) {
        descriptor = -1
        chunk = text
        count = text.count
        isAtEnd = true
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The buffered part of the unread bytes.
    var head: ArraySlice<UInt8> { chunk[index...] }

    /// The position in the file or text.
    var offset: Int { count - chunk.count + index }

    /// The byte at the position; nil at the end.
    var current: UInt8? { index < chunk.count ? chunk[index] : nil }

    var isAtLineStart: Bool { previous == UInt8(ascii: "\n") }

    mutating func advance() throws(SystemError) {
        guard index < chunk.count else { return }
        previous = chunk[index]
        index += 1
        if index == chunk.count { try refill() }
    }

    /// Appends the bytes before the first for which `ends` is true, or up to the end, and skips them.
    mutating func copy(into bytes: inout [UInt8], until ends: (UInt8) -> Bool) throws(SystemError) {
        while index < chunk.count {
            let end = chunk[index...].firstIndex(where: ends) ?? chunk.endIndex
            bytes.append(contentsOf: chunk[index..<end])
            if end > index { previous = chunk[end - 1] }
            index = end
            guard index == chunk.count else { return }
            try refill()
        }
    }

    private mutating func refill() throws(SystemError) {
        guard !isAtEnd else { return }
        let file = descriptor
        var result = 0
        chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            repeat { result = read(file, buffer.baseAddress, Self.chunkSize) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result >= 0 else { throw SystemError("read") }
        index = 0
        count += result
        isAtEnd = result == 0
    }
}
