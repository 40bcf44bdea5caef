import Basics

/// Reads JSON as people kept it and hands out, one by one, the values that records may be in: the elements of lists, and
/// the objects that are neither around a list nor too long to be a record.
///
/// One pass over the bytes with a stack of open brackets, so that a file may be larger than the memory. It forgives what
/// is no JSON: text around a value, comments, commas too many, words of other languages. Any other mistake is noted in
/// the object that it is in and those around it (see `JSON.flaw`), and costs no other object.
struct RecordScanner: ~Copyable {
    enum Found: Equatable {
        case value(JSON, Context)
        /// Something that is no value, and why.
        case bad(String)
        /// A line of text outside of every value.
        case text
    }

    /// The context of a value, by which it is recognised.
    enum Context {
        /// A place that lists records: outermost, in a list, in the `data` or `results` of such a value.
        case listed
        /// A member of any other name.
        case member
        /// Behind text in its line, as in `const heroes = {`. It may be a piece of a program.
        case code
    }

    static let endOfFile = "the file ends in the middle of it"
    static let deepest = 64
    /// A record is a few KiB; an object with more bytes is around records, or is not read.
    static let longest = 1 << 22

    var input: ByteReader
    var stack: [Container] = []
    /// The number of outermost containers that are known to be around records: their contents are handed out at once.
    var frames = 0
    /// Brackets that are open beyond the deepest that are kept.
    var beyond = 0
    var lines = Lines()
    var found: [Found] = []
    private var handedOut = 0
    /// The bytes of the last token.
    var token: [UInt8] = []

    init(_ input: consuming ByteReader) { self.input = input }

    /// The next value; nil at the end.
    mutating func next() throws(SystemError) -> Found? {
        while true {
            if handedOut < found.count {
                handedOut += 1
                return found[handedOut - 1]
            }
            found.removeAll(keepingCapacity: true)
            handedOut = 0
            if let byte = input.current {
                try step(byte)
            } else if !stack.isEmpty {
                breakOff(Self.endOfFile)
            } else if let ended = lines.end() {
                found.append(ended)
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
        case UInt8(ascii: "'") where !Self.isWord(input.previous): try string()
        case UInt8(ascii: ","):
            try input.advance()
            comma()
        case UInt8(ascii: "\n"): try newline()
        case 0x20, 0x0D, 0x09, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ";"): try input.advance()
        case UInt8(ascii: "/"), UInt8(ascii: "#"): try comment()
        case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
            try input.advance()
            colon()
        case _ where Self.isWord(byte): try word()
        default:
            try input.advance()
            flaw("something that is no JSON")
        }
    }

    /// Returns whether numbers and words are made of this.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: byte.isLetter || byte.isDigit
        }
    }
}
