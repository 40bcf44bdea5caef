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

        /// Returns the context of an object's member.
        func member(_ name: String) -> Context {
            self == .listed ? (name == "data" || name == "results" ? .listed : .member) : self
        }
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
    /// The kind that the text before an outermost value states, as in `exports.comics = [`.
    private var textKind: Kind?

    init(_ input: consuming ByteReader, kind: Kind? = nil) {
        self.input = input
        textKind = kind
    }

    /// The kind that the names of the wrappers, or the text before them, state for the next value.
    var namedKind: Kind? {
        stack[..<wrapperCount].reversed().lazy.compactMap { Kind(namedIn: $0.name) }.first ?? textKind
    }

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
        case UInt8(ascii: "`") where stack.last?.state == .value: try string()
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

extension RecordScanner {
    /// Reads a number, a literal or an unquoted member name.
    mutating func word() throws(SystemError) {
        token.removeAll(keepingCapacity: true)
        try input.copy(into: &token) { !Self.isWord($0) }
        guard let top = stack.indices.last else {
            lines.hasText = true
            textKind = Kind(namedIn: String(decoding: token, as: UTF8.self)) ?? textKind
            return
        }
        // Dart and Python mark strings by a letter: in raw ones a backslash is itself.
        if let quote = input.current, quote == 0x22 || quote == 0x27, let letter = token.first, token.count == 1 {
            return try string(isRaw: letter | 0x20 == UInt8(ascii: "r"))
        }
        guard excessDepth == 0 else { return }
        if stack[top].isObject, stack[top].state == .name {
            stack[top].name = String(decoding: token, as: UTF8.self)
            stack[top].state = .colon
            return
        }
        do { value(try JSONParser.parse(token)) } catch {
            if top >= wrapperCount { noteError(error.reason) } else { noteError("not a JSON object") }
            if stack[top].isObject { value(.null) }
        }
    }

    /// Adds a scalar value; records an error if a comma or colon is missing before it.
    mutating func value(_ value: JSON) {
        let top = stack.count - 1
        if top >= wrapperCount, stack[top].state != .value {
            noteError(stack[top].state == .colon ? "a colon is missing" : "a comma or a closing bracket is missing")
        }
        guard top < wrapperCount, stack[top].isObject else { return put(value, stack[top].context) }
        if value.text != nil { events.append(.value(value, stack[top].context == .code ? .code : .member)) }
        stack[top].state = .comma
    }

    mutating func comma() {
        guard excessDepth == 0, let top = stack.indices.last else { return }
        guard stack[top].isObject else { stack[top].state = .value; return }
        if top >= wrapperCount, stack[top].state == .colon || stack[top].state == .value {
            noteError(stack[top].state == .colon ? "a colon is missing" : "a value is missing")
        }
        stack[top].state = .name
    }

    /// Handles the colon after a name; outside of values it is text.
    mutating func colon() {
        guard let top = stack.indices.last else { lines.hasText = true; return }
        if excessDepth == 0, stack[top].state == .colon { stack[top].state = .value }
    }

    /// Skips a comment; a slash that does not start one is text.
    mutating func comment() throws(SystemError) {
        let previous = input.previous
        try input.advance()
        // Text contains URLs and media types such as */*.
        let canStart =
            !stack.isEmpty || previous <= 0x20 || previous == UInt8(ascii: ";") || previous == UInt8(ascii: ",")
        if canStart, input.current == UInt8(ascii: "/") {
            while let byte = input.current, byte != 0x0A { try input.advance() }
        } else if canStart, input.current == UInt8(ascii: "*") {
            try input.advance()
            while let byte = input.current {
                try input.advance()
                if byte == UInt8(ascii: "*"), input.current == UInt8(ascii: "/") { return try input.advance() }
            }
        } else {
            noteError("invalid JSON")
        }
    }
}
