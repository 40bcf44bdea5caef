import Basics

/// Decodes chunked content (RFC 9112 section 7.1), byte by byte.
struct ChunkScanner {
    private enum State {
        case sizeStart, size, chunkExtension, sizeEnd, data, dataEnd, dataLineFeed
    }

    /// The limit of bytes of ignored chunk extensions.
    private static let extensionLimit = 1024

    private var state = State.sizeStart
    private var digits = 0
    private var extensionLength = 0
    private var remaining = 0
    private var total = 0
    private let limit: Int

    /// Accepts at most `limit` bytes of content.
    init(limit: Int) { self.limit = limit }

    /// Decodes until the last chunk or the end of the bytes; returns true after the last chunk, before the trailer.
    mutating func scan(
        _ bytes: Span<UInt8>, _ index: inout Int, into content: inout [UInt8]
    ) throws(ParseError) -> Bool {
        while index < bytes.count {
            if state == .data {
                let count = min(remaining, bytes.count - index)
                content.append(bytes.extracting(index..<index + count))
                index += count
                remaining -= count
                if remaining == 0 { state = .dataEnd }
                continue
            }
            let byte = bytes[index]
            index += 1
            switch state {
            case .sizeStart, .size, .chunkExtension: try scanSize(byte)
            case .sizeEnd:
                guard byte == .lineFeed else { throw .malformed("a CR without LF after a chunk size") }
                if try startData() { return true }
            case .data, .dataEnd:
                guard byte == .carriageReturn else { throw .malformed("a chunk longer than its size") }
                state = .dataLineFeed
            case .dataLineFeed:
                guard byte == .lineFeed else { throw .malformed("a chunk longer than its size") }
                state = .sizeStart
            }
        }
        return false
    }

    /// Scans the line of a chunk's size. Extensions are skipped, since none is known.
    private mutating func scanSize(_ byte: UInt8) throws(ParseError) {
        if state != .chunkExtension, let digit = byte.hexValue {
            guard digits < 16, remaining <= Int.max >> 4 else { throw .malformed("a chunk size that is too large") }
            remaining = remaining << 4 | Int(digit)
            digits += 1
            state = .size
        } else if byte == .carriageReturn, state != .sizeStart {
            state = .sizeEnd
        } else {
            guard state == .chunkExtension || state == .size && byte == UInt8(ascii: ";"), byte.isFieldContent else {
                throw .malformed("a malformed chunk size or extension")
            }
            state = .chunkExtension
            extensionLength += 1
            guard extensionLength <= Self.extensionLimit else {
                throw .malformed("chunk extensions over \(Self.extensionLimit) bytes")
            }
        }
    }

    /// Returns true at the last chunk.
    private mutating func startData() throws(ParseError) -> Bool {
        guard remaining <= limit - total else { throw ParseError(.contentTooLarge, "content over \(limit) bytes") }
        total += remaining
        digits = 0
        state = .data
        return remaining == 0
    }
}

extension [UInt8] {
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
