/// Cuts recorded answers into the bytes of their records, whatever the records were kept in: whole envelopes, their
/// `data`, arrays, single objects, and any of these line by line.
///
/// It looks at brackets and quotes only, so that a record with a mistake costs that record alone; no more than one is
/// in memory.
struct RecordScanner: ~Copyable {
    enum Found: Equatable {
        case record([UInt8])
        /// Something that is no record, and why.
        case bad(String)
    }

    /// What is around the next record.
    enum Frame {
        case array
        /// An object whose records are in a member.
        case envelope
    }

    private static let deepestFrame = 16

    /// No white space, but some editors write one where a file begins, and files may be joined.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    var input: ByteReader
    var frames: [Frame] = []
    /// Whether the file has a value in each line, so that none goes on in the next.
    private(set) var isLines = false
    /// Whether the outermost values so far ended in the lines in which they began.
    var keepsToLines = true
    /// Whether there was any value.
    private(set) var hasBegun = false

    init(_ input: consuming ByteReader) { self.input = input }

    /// The next record; nil at the end.
    mutating func next() throws(ByteReader.Failure) -> Found? {
        while let byte = input.current {
            switch byte {
            case UInt8(ascii: "\n"):
                try input.advance()
                if isLines { frames = [] } else if !frames.isEmpty { keepsToLines = false }
            case 0x20, 0x0D, 0x09, UInt8(ascii: ","): try input.advance()
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                try input.advance()
                close(byte == UInt8(ascii: "]") ? .array : .envelope)
            case UInt8(ascii: "["):
                begin()
                guard frames.count < Self.deepestFrame else { return try skip(because: "nested too deep") }
                frames.append(.array)
                try input.advance()
            case UInt8(ascii: "{"):
                begin()
                guard frames.count < Self.deepestFrame else { return try skip(because: "nested too deep") }
                if let found = try object() { return found }
            case UInt8(ascii: "\"") where frames.last == .envelope: try member()
            case Self.byteOrderMark[0] where frames.isEmpty:
                guard try !input.pass(over: Self.byteOrderMark) else { continue }
                return try skip(because: "this is no JSON object")
            default: return try skip(because: "this is no JSON object")
            }
        }
        guard frames.isEmpty else {
            frames = []
            return .bad("the file ends in the middle")
        }
        return nil
    }

    private mutating func begin() {
        guard frames.isEmpty else { return }
        if hasBegun, keepsToLines, input.isAtLineStart { isLines = true }
        hasBegun = true
    }

    private mutating func close(_ frame: Frame) {
        // What was opened inside and never closed ends with what is around it.
        guard let place = frames.lastIndex(of: frame) else { return }
        frames.removeSubrange(place...)
    }
}
