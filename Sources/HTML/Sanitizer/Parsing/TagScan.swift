/// A tag as read by an HTML5 tokenizer, with the `href` attribute only.
struct TagScan {
    let role: ElementRole?
    let name: TagName?
    /// The position after the `>`.
    var end: Int
    var href: Range<Int>?
    var isSelfClosing = false

    enum Outcome {
        case tag(TagScan)
        /// The input ends inside the tag.
        case unfinished
        /// Text that only looks like a tag: no element has this name and another `<` comes before the `>`. The number
        /// of bytes read is returned.
        case text(read: Int)
    }

    /// Reads the tag with its name at a position.
    ///
    /// If a lookahead in bytes is given, an unknown name is text unless the tag ends within it.
    static func read(_ input: [UInt8], nameAt start: Int, lookahead: Int? = nil) -> Outcome {
        var scanner = TagScanner(input: input, position: start)
        let name = TagName(input[scanner.nextName(endsAtBracket: lookahead != nil)])
        var scan = TagScan(role: name.flatMap { ElementRole($0) }, name: name, end: start)
        if lookahead != nil, scanner.isAtBracket { return .text(read: scanner.position - start) }
        let limit = scan.role == nil ? lookahead : nil
        while true {
            let slash = scanner.skipSeparators()
            if let limit, scanner.sawBracket || scanner.isAtEnd || scanner.position - start > limit {
                return .text(read: scanner.position - start)
            }
            guard !scanner.isAtEnd else { return .unfinished }
            if input[scanner.position] == UInt8(ascii: ">") {
                scan.isSelfClosing = slash
                scan.end = scanner.position + 1
                return .tag(scan)
            }
            guard let attribute = scanner.nextAttribute() else {
                return limit == nil ? .unfinished : .text(read: input.count - start)
            }
            if scan.href == nil, attribute.name.count == 4, TagName(input[attribute.name]) == hrefName {
                scan.href = attribute.value
            }
        }
    }

    private static let hrefName = TagName("href")
}

/// Steps through a tag's name and attributes by the HTML standard's tokenization states.
private struct TagScanner {
    let input: [UInt8]
    var position: Int
    /// True after a `<` outside of quotes.
    var sawBracket = false

    init(input: [UInt8], position: Int) {
        self.input = input
        self.position = position
    }

    var isAtEnd: Bool { position >= input.count }

    var isAtBracket: Bool { !isAtEnd && input[position] == UInt8(ascii: "<") }

    /// Reads the tag's name. It can also end at a `<`, which no known name contains.
    mutating func nextName(endsAtBracket: Bool) -> Range<Int> {
        let start = position
        skip {
            $0.isMarkupSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">")
                || endsAtBracket && $0 == UInt8(ascii: "<")
        }
        return start..<position
    }

    /// Skips spaces and slashes; returns true if the last one was a slash.
    mutating func skipSeparators() -> Bool {
        var slash = false
        while position < input.count, input[position].isMarkupSpace || input[position] == UInt8(ascii: "/") {
            slash = input[position] == UInt8(ascii: "/")
            position += 1
        }
        return slash
    }

    /// Reads the next attribute, with an empty value if it has none; returns nil if the input ends inside it.
    mutating func nextAttribute() -> (name: Range<Int>, value: Range<Int>)? {
        let start = position
        position += 1
        skip {
            $0.isMarkupSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=")
        }
        if input[start] == UInt8(ascii: "<") { sawBracket = true }
        let name = start..<position
        skip { !$0.isMarkupSpace }
        guard position < input.count else { return nil }
        guard input[position] == UInt8(ascii: "=") else { return (name, position..<position) }
        position += 1
        skip { !$0.isMarkupSpace }
        guard position < input.count, let value = nextValue() else { return nil }
        return (name, value)
    }

    private mutating func nextValue() -> Range<Int>? {
        let quote = input[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            skip { $0.isMarkupSpace || $0 == UInt8(ascii: ">") }
            return start..<position
        }
        let start = position + 1
        guard let end = input[start...].firstIndex(of: quote) else { return nil }
        position = end + 1
        return start..<end
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while position < input.count, !isEnd(input[position]) {
            if input[position] == UInt8(ascii: "<") { sawBracket = true }
            position += 1
        }
    }
}
