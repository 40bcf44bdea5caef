/// One tag as an HTML5 tokenizer reads it; of its attributes only `href` is kept.
struct TagScan {
    let role: ElementRole?
    let name: TagName?
    /// The position behind the `>`.
    var end: Int
    var href: Range<Int>?
    var isSelfClosing = false

    enum Outcome {
        case tag(TagScan)
        /// The input ends inside the tag.
        case unfinished
        /// No element has this name and another `<` comes before the `>`: text that only looks like a tag.
        case text
    }

    /// Reads the tag whose name starts at a position.
    static func read(_ input: [UInt8], nameAt start: Int) -> Outcome {
        var scanner = TagScanner(input: input, position: start)
        let name = TagName(input[scanner.nextName()])
        var scan = TagScan(role: name.flatMap { ElementRole($0) }, name: name, end: start)
        let mayBeText = scan.role == nil
        while true {
            let slash = scanner.skipSeparators()
            guard scanner.position < input.count else { return mayBeText ? .text : .unfinished }
            if input[scanner.position] == UInt8(ascii: ">") {
                scan.isSelfClosing = slash
                scan.end = scanner.position + 1
                return mayBeText && scanner.metBracket ? .text : .tag(scan)
            }
            guard let attribute = scanner.nextAttribute() else { return mayBeText ? .text : .unfinished }
            if mayBeText && scanner.metBracket { return .text }
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
    /// Whether a `<` was passed outside of quotes.
    var metBracket = false

    init(input: [UInt8], position: Int) {
        self.input = input
        self.position = position
    }

    mutating func nextName() -> Range<Int> {
        let start = position
        skip { $0.isMarkupSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
        return start..<position
    }

    /// Skips spaces and slashes; says whether the last one was a slash.
    mutating func skipSeparators() -> Bool {
        var slash = false
        while position < input.count, input[position].isMarkupSpace || input[position] == UInt8(ascii: "/") {
            slash = input[position] == UInt8(ascii: "/")
            position += 1
        }
        return slash
    }

    /// The next attribute, its value empty where it has none; nil where the input ends inside of it.
    mutating func nextAttribute() -> (name: Range<Int>, value: Range<Int>)? {
        let start = position
        position += 1
        skip {
            $0.isMarkupSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=")
        }
        if input[start] == UInt8(ascii: "<") { metBracket = true }
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
            if input[position] == UInt8(ascii: "<") { metBracket = true }
            position += 1
        }
    }
}
