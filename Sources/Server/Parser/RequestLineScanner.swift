import Basics

/// Finds the parts of a request line (RFC 9112 section 3), byte by byte.
struct RequestLineScanner {
    private enum State {
        case start, emptyLineEnd, method, target, version, lineEnd
    }

    private var state = State.start
    private var version: UInt64 = 0
    private var versionLength = 0
    private(set) var method = 0..<0
    /// True if the method has ended, even by an invalid byte.
    private(set) var hasMethod = false
    private(set) var target = 0..<0
    var major: UInt8 { UInt8(truncatingIfNeeded: version >> 16) &- UInt8(ascii: "0") }
    var minor: UInt8 { UInt8(truncatingIfNeeded: version) &- UInt8(ascii: "0") }

    /// Scans until the end of the line or of the bytes; returns true at the line's end. `shift` converts an index in
    /// these bytes into one in the buffer of the ranges.
    mutating func scan(
        _ bytes: Span<UInt8>, _ index: inout Int, upTo end: Int, shift: Int
    ) throws(ParseError) -> Bool {
        while index < end {
            let byte = bytes[index]
            let position = index + shift
            index += 1
            switch state {
            case .start: try start(byte, position)
            case .emptyLineEnd:
                guard byte == .lineFeed else { throw .malformed("a CR without LF before the request line") }
                state = .method
                method = position + 1..<position + 1
            case .method: try scanMethod(byte, position)
            case .target: try scanTarget(byte, position)
            case .version: try scanVersion(byte)
            case .lineEnd:
                guard byte == .lineFeed else { throw .malformed("a CR without LF in the request line") }
                return true
            }
        }
        return false
    }

    /// Accepts one empty line before the request (RFC 9112 section 2.2).
    private mutating func start(_ byte: UInt8, _ position: Int) throws(ParseError) {
        if byte == .carriageReturn {
            state = .emptyLineEnd
        } else {
            state = .method
            method = position..<position
            try scanMethod(byte, position)
        }
    }

    private mutating func scanMethod(_ byte: UInt8, _ position: Int) throws(ParseError) {
        if byte.isToken { return }
        method = method.lowerBound..<position
        hasMethod = true
        guard byte == .space, !method.isEmpty else { throw .malformed("no method") }
        target = position + 1..<position + 1
        state = .target
    }

    private mutating func scanTarget(_ byte: UInt8, _ position: Int) throws(ParseError) {
        // Bytes from 0x80 on are not encoded by some clients: see RequestTarget.
        if byte > .space && byte != 0x7F { return }
        guard byte == .space else { throw .malformed("no version, or an invalid byte in the request target") }
        guard position > target.lowerBound else { throw .malformed("no request target") }
        target = target.lowerBound..<position
        state = .version
    }

    /// Scans `HTTP/` and two digits with a dot between (RFC 9112 section 2.3).
    private mutating func scanVersion(_ byte: UInt8) throws(ParseError) {
        if byte != .carriageReturn, versionLength < 8 {
            version = version << 8 | UInt64(byte)
            versionLength += 1
        } else {
            let isKnown = version & 0xFFFF_FFFF_FF00_FF00 == 0x4854_5450_2F00_2E00  // "HTTP/" and "."
            guard byte == .carriageReturn, versionLength == 8, isKnown, major < 10, minor < 10 else {
                throw .malformed("no HTTP version")
            }
            state = .lineEnd
        }
    }
}

/// The byte classes of the grammars of HTTP and URIs.
extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    var isBlank: Bool { self == .space || self == .tab }

    /// True for the bytes of a field value (RFC 9110 section 5.5), blanks included.
    var isFieldContent: Bool { self >= 0x20 && self != 0x7F || self == .tab }
}
