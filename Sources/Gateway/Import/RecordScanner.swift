import Basics

/// The outermost values of a file, one by one, but the elements of an outermost list.
///
/// There may be text around them, as in source code. If values are a line each, one that does not end in its line
/// affects no other.
struct RecordScanner {
    enum Event: Equatable {
        /// A value, and whether it comes after text in its line, as in `const heroes = {`.
        case value(JSON, isCode: Bool)
        /// A line that is not a record, in a file with a record per line.
        case invalid(String)
        case text
    }

    private var parser: JSONParser
    /// The kind that the text before a value names, as in `exports.comics = [`.
    private(set) var kind: Kind?
    /// The value of `isCode` for the elements of the list at the position; nil outside of lists.
    private var list: Bool?
    /// The position of the last object or list outside of others; nil before the first.
    private var start: Int?
    /// True if each of these so far had a line to itself.
    private var areLines = true
    /// True if the line has text or a value so far.
    private var (lineHasText, lineHasValue) = (false, false)

    init(_ bytes: [UInt8], kind: Kind? = nil) {
        parser = JSONParser(bytes)
        self.kind = kind
    }

    /// The number of bytes read so far.
    var position: Int { parser.position }

    /// Returns the next event; nil at the end.
    mutating func next() -> Event? {
        while true {
            if let isCode = list {
                if let event = nextElement(isCode) { return event }
            } else if parser.isAtEnd {
                return endLine()
            } else if let event = nextOutermost() {
                return event
            }
        }
    }

    /// Parses text up to a value, a value without its elements, or a line break.
    private mutating func nextOutermost() -> Event? {
        let previous = position > 0 ? parser.bytes[position - 1] : 0x0A
        switch parser.current {
        case UInt8(ascii: "{"):
            begin(isAtLineStart: previous == 0x0A)
            defer { end() }
            return value(isCode: lineHasText)
        case UInt8(ascii: "["):
            begin(isAtLineStart: previous == 0x0A)
            parser.position += 1
            parser.error = nil
            list = lineHasText
        case UInt8(ascii: "'") where JSONParser.isWord(previous): skipText()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
        case 0x0A:
            parser.position += 1
            return endLine()
        // Text contains URLs and media types such as */*.
        case UInt8(ascii: "/") where (previous <= 0x20 || ";,".utf8.contains(previous)) && parser.skipComment(): break
        case let byte where " \t\r();,}]".utf8.contains(byte): parser.position += 1
        case let byte where JSONParser.isWord(byte):
            kind = Kind(namedIn: String(decoding: parser.token(), as: UTF8.self)) ?? kind
            lineHasText = true
        default: skipText()
        }
        return nil
    }

    private mutating func skipText() {
        parser.position += 1
        lineHasText = true
    }

    /// Parses a string; one that does not end in its line and three quotes are text.
    private mutating func string() -> Event? {
        guard !parser.starts(with: "\"\"\""), !parser.starts(with: "'''") else {
            parser.position += 3
            (lineHasText, areLines) = (true, false)
            return nil
        }
        parser.error = nil
        let text = parser.string()
        guard parser.error == nil else { lineHasText = true; return nil }
        lineHasValue = true
        return .value(.string(text), isCode: lineHasText)
    }

    /// Parses an element of the list; returns nil at the end of the list.
    private mutating func nextElement(_ isCode: Bool) -> Event? {
        parser.skipBlanks()
        while ",}".utf8.contains(parser.current) {
            parser.position += 1
            parser.skipBlanks()
        }
        if !parser.isAtEnd, parser.current != UInt8(ascii: "]") { return value(isCode: isCode) }
        // A list that ends in the middle of an element is reported with the element.
        let isTruncated = parser.isAtEnd && parser.error == nil
        let reason = parser.truncated
        parser.position = min(position + 1, parser.end)
        list = nil
        end()
        return isTruncated ? .invalid(reason) : nil
    }

    private mutating func value(isCode: Bool) -> Event {
        parser.error = nil
        return .value(parser.value(), isCode: isCode)
    }

    /// Starts an object or list. From the second on, it has to end in its line if the others did.
    private mutating func begin(isAtLineStart: Bool) {
        if lineHasText { areLines = false }
        if start != nil, areLines, isAtLineStart {
            parser.end = parser.bytes[position...].firstIndex(of: 0x0A) ?? parser.end
        }
        start = position
    }

    private mutating func end() {
        parser.end = parser.bytes.count
        lineHasValue = true
        if areLines, let start, parser.bytes[start..<position].contains(0x0A) { areLines = false }
    }

    /// Ends a line outside of values.
    private mutating func endLine() -> Event? {
        defer { (lineHasText, lineHasValue) = (false, false) }
        guard lineHasText, !lineHasValue else { return nil }
        return start != nil && areLines ? .invalid("not a JSON object") : .text
    }
}
