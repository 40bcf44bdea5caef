import Basics
import HTTP

/// Finds names and values in field lines up to the empty line (RFC 9112 section 5), byte by byte.
struct FieldScanner {
    private enum State {
        case lineStart, name, beforeValue, value, lineEnd, sectionEnd
    }

    private var state = State.lineStart
    private var name = 0..<0
    private var valueStart = 0
    private var valueEnd = 0
    private let limit: Int
    private(set) var lines: [RequestHead.Line] = []

    /// Accepts at most `limit` lines.
    init(limit: Int) { self.limit = limit }

    /// Resets the scanner and reuses the storage of earlier lines.
    mutating func reset(reusing storage: [RequestHead.Line] = []) {
        state = .lineStart
        lines = storage
        lines.removeAll(keepingCapacity: true)
    }

    /// Scans until the end of the section or of the bytes; returns true at the section's end. `shift` converts an index
    /// in these bytes into one in the buffer of the ranges.
    mutating func scan(
        _ bytes: Span<UInt8>, _ index: inout Int, upTo end: Int, shift: Int
    ) throws(ParseError) -> Bool {
        while index < end {
            switch state {
            case .lineStart: try start(bytes[index], index + shift)
            case .name: try scanName(bytes, &index, end, shift)
            case .beforeValue: skipBlanks(bytes, &index, end, shift)
            case .value: try scanValue(bytes, &index, end, shift)
            case .lineEnd: try finishLine(bytes[index])
            case .sectionEnd:
                guard bytes[index] == .lineFeed else { throw .malformed("a CR without LF after the fields") }
                index += 1
                return true
            }
            index += 1
        }
        return false
    }

    private mutating func start(_ byte: UInt8, _ position: Int) throws(ParseError) {
        if byte.isToken {
            name = position..<position
            state = .name
        } else {
            guard byte == .carriageReturn else {
                throw .malformed(byte.isBlank ? "a folded field line" : "a field line without a name")
            }
            state = .sectionEnd
        }
    }

    private mutating func scanName(
        _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, _ shift: Int
    ) throws(ParseError) {
        while index < end, bytes[index].isToken { index += 1 }
        guard index < end else { return index -= 1 }
        guard bytes[index] == UInt8(ascii: ":") else { throw .malformed("an invalid byte in a field name") }
        name = name.lowerBound..<index + shift
        state = .beforeValue
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, _ shift: Int) {
        while index < end, bytes[index].isBlank { index += 1 }
        if index < end {
            valueStart = index + shift
            valueEnd = valueStart
            state = .value
        }
        index -= 1
    }

    private mutating func scanValue(
        _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, _ shift: Int
    ) throws(ParseError) {
        skipVisible(bytes, &index, end, shift)
        while index < end {
            let byte = bytes[index]
            if byte > .space && byte != 0x7F {
                valueEnd = index + shift + 1
            } else if byte == .carriageReturn {
                state = .lineEnd
                return
            } else if !byte.isBlank {
                throw .malformed("a control byte in a field value")
            }
            index += 1
        }
        index -= 1
    }

    /// Skips eight bytes at a time, as long as they have no control byte and the last one is no blank.
    private mutating func skipVisible(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, _ shift: Int) {
        while index + 8 <= end {
            let word = UInt64(
                littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            guard !word.hasControlByte, UInt8(word >> 56) != .space else { return }
            index += 8
            valueEnd = index + shift
        }
    }

    private mutating func finishLine(_ byte: UInt8) throws(ParseError) {
        guard byte == .lineFeed else { throw .malformed("a CR without LF in a field") }
        guard lines.count < limit else {
            throw ParseError(.requestHeaderFieldsTooLarge, "more than \(limit) fields")
        }
        lines.append(RequestHead.Line(name: name, value: valueStart..<valueEnd))
        state = .lineStart
    }
}

extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// True if one of its eight bytes is a control byte, including tab: a byte below 0x20 borrows from its high bit
    /// when that is subtracted from each, and so does the zero that 0x7F becomes (Warren, Hacker's Delight, section
    /// 6-1).
    fileprivate var hasControlByte: Bool {
        let delete = self ^ (Self.ones &* 0x7F)
        let borrows = (self &- Self.ones &* 0x20) & ~self | (delete &- Self.ones) & ~delete
        return borrows & Self.highBits != 0
    }
}
