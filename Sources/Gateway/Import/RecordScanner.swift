import Basics

/// A lenient, streaming parser of JSON that emits the values that may be records: the elements of lists, and the
/// objects that neither contain a list of records nor are too long to be a record.
///
/// It makes one pass over the bytes with a stack of open brackets, so a file may be larger than memory. It accepts text
/// around values, and JSON5's comments, trailing commas, quotes and names. Any other syntax error is recorded in its
/// object and the enclosing ones (see `JSON.syntaxErrorKey`), and affects no other object.
struct RecordScanner: ~Copyable {
    enum Event: Equatable {
        case value(JSON, Context)
        /// A syntax error outside of buffered values, with the reason.
        case invalid(String)
        /// A line of text outside of values.
        case text
    }

    /// The context of a value.
    enum Context {
        /// In a list of records: outermost, in a list, in the `data` or `results` of such a value.
        case listed
        /// A member with any other name.
        case member
        /// After text in its line, as in `const heroes = {`; it may be source code.
        case code
    }

    static let endOfFile = "the file ends in the middle of it"
    static let depthLimit = 64
    /// The size above which an object is treated as a wrapper around records; a record is a few KiB.
    static let recordByteLimit = 1 << 22

    var input: ByteReader
    var stack: [Container] = []
    /// The number of outermost containers known to be wrappers around records: their contents are emitted, not
    /// buffered.
    var wrapperCount = 0
    /// The number of open brackets beyond `depthLimit`.
    var excessDepth = 0
    var lines = LineState()
    var events: [Event] = []
    private var nextEvent = 0
    /// The bytes of the last token.
    var token: [UInt8] = []

    init(_ input: consuming ByteReader) { self.input = input }

    /// Returns the next event; nil at the end.
    mutating func next() throws(SystemError) -> Event? {
        while true {
            if nextEvent < events.count {
                nextEvent += 1
                return events[nextEvent - 1]
            }
            events.removeAll(keepingCapacity: true)
            nextEvent = 0
            if let byte = input.current {
                try step(byte)
            } else if !stack.isEmpty {
                truncate(Self.endOfFile)
            } else if let event = lines.end() {
                events.append(event)
            } else {
                return nil
            }
        }
    }

    private mutating func step(_ byte: UInt8) throws(SystemError) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            try input.advance()
            close(isObject: byte == UInt8(ascii: "}"))
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "'"):
            guard !Self.isWord(input.previous) else {
                try input.advance()
                return noteError("invalid JSON")
            }
            try string()
        case UInt8(ascii: ","):
            try input.advance()
            comma()
        case UInt8(ascii: "\n"): try newline()
        case 0x20, 0x0D, 0x09, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ";"): try input.advance()
        case UInt8(ascii: "/"): try comment()
        case UInt8(ascii: ":"):
            try input.advance()
            colon()
        case _ where Self.isWord(byte): try word()
        default:
            try input.advance()
            noteError("invalid JSON")
        }
    }

    /// Returns true for the bytes of numbers and identifiers.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: byte.isLetter || byte.isDigit
        }
    }
}

extension RecordScanner {
    /// The state of the line-based detection of records.
    struct LineState {
        /// True if every value ends in its line, like the first ones.
        private(set) var endValues = false
        /// True if every outermost value so far has a line to itself.
        var areRecords = true
        /// True after the first value.
        private(set) var hasBegun = false
        /// True if the line has text outside of values.
        var hasText = false {
            didSet { if hasText { isEmpty = false } }
        }
        /// True if a value ended in this line.
        var hasValue = false {
            didSet { if hasValue { isEmpty = false } }
        }
        /// True if there was neither a value nor text so far.
        private(set) var isEmpty = true

        /// Updates the state at the start of an outermost value.
        mutating func begin(isAtLineStart: Bool) {
            if hasText { areRecords = false }
            if hasBegun, areRecords, isAtLineStart { endValues = true }
            hasBegun = true
            isEmpty = false
        }

        /// Ends a line outside of values; returns its event if it has text but no value.
        mutating func end() -> Event? {
            defer { (hasText, hasValue) = (false, false) }
            guard hasText, !hasValue else { return nil }
            return hasBegun && areRecords ? .invalid("not a JSON object") : .text
        }
    }

    mutating func newline() throws(SystemError) {
        if stack.isEmpty {
            if let event = lines.end() { events.append(event) }
        } else if lines.endValues {
            truncate("it is truncated")
        } else {
            lines.areRecords = false
        }
        try input.advance()
    }
}
