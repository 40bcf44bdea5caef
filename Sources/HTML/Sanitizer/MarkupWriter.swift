/// Writes a description: eight tags and escaped text, whatever the description contains.
///
/// This is what safety rests on. A browser parses the markup to the tree that was written, because every tag is closed
/// in order and no tag implies the end of another.
struct MarkupWriter {
    private let links: [SafeURL]
    private var output: [UInt8] = []
    /// The open items, outermost first.
    private var items: [Description.ListItem] = []

    /// An element of a style.
    private enum Mark: Equatable {
        case link(Int), strong, emphasis
    }

    private init(_ description: Description) {
        links = description.links
        output.reserveCapacity(description.blocks.reduce(64) { $0 + $1.text.count + $1.text.count / 4 })
    }

    /// Returns the markup of all blocks: paragraphs and lists.
    static func markup(of description: Description) -> SafeHTML {
        var writer = MarkupWriter(description)
        for block in description.blocks {
            writer.enter(block.items)
            if block.items.isEmpty { writer.write("<p>") }
            writer.writeText(of: block)
            if block.items.isEmpty { writer.write("</p>") }
        }
        writer.enter([])
        return SafeHTML(trusted: String(decoding: writer.output, as: UTF8.self))
    }

    /// Returns the text with its styles, its blocks and line breaks replaced by spaces.
    static func inlineMarkup(of description: Description) -> SafeHTML {
        var writer = MarkupWriter(description)
        writer.writeText(of: description.line)
        return SafeHTML(trusted: String(decoding: writer.output, as: UTF8.self))
    }

    /// Opens and closes lists and items until exactly those given are open.
    private mutating func enter(_ target: [Description.ListItem]) {
        let shared = zip(items, target).prefix { $0 == $1 }.count
        let isNextItem = shared < items.count && shared < target.count && items[shared].list == target[shared].list
        while items.count > shared + (isNextItem ? 1 : 0), let item = items.popLast() {
            write(item.isOrdered ? "</li></ol>" : "</li></ul>")
        }
        if isNextItem {
            write("</li><li>")
            items[shared] = target[shared]
        }
        for item in target[items.count...] {
            write(item.isOrdered ? "<ol><li>" : "<ul><li>")
            items.append(item)
        }
    }

    private mutating func writeText(of block: Description.Block) {
        var open: [Mark] = []
        var start = 0
        for (index, span) in block.spans.enumerated() {
            let shared = open.prefix { Self.has(span.style, $0) }
            for mark in open[shared.count...].reversed() { write(end: mark) }
            open = Array(shared)
            for mark in Self.marks(at: index, of: block.spans) where !open.contains(mark) {
                write(start: mark)
                open.append(mark)
            }
            write(escaping: block.text[start..<span.end])
            start = span.end
        }
        for mark in open.reversed() { write(end: mark) }
    }

    /// Returns the marks of a span, the one that reaches farthest first, so that marks nest and are seldom repeated.
    private static func marks(at index: Int, of spans: [Description.Span]) -> [Mark] {
        let style = spans[index].style
        if style == Description.Style() { return [] }
        let marks = [
            style.link.map { Mark.link($0) }, style.isStrong ? .strong : nil, style.isEmphasised ? .emphasis : nil,
        ]
        .compactMap(\.self)
        guard marks.count > 1 else { return marks }
        let reaches = marks.map { mark in (mark, reach: spans[index...].prefix { has($0.style, mark) }.count) }
        return reaches.sorted { $0.reach > $1.reach }.map(\.0)
    }

    private static func has(_ style: Description.Style, _ mark: Mark) -> Bool {
        switch mark {
        case .link(let link): style.link == link
        case .strong: style.isStrong
        case .emphasis: style.isEmphasised
        }
    }

    private mutating func write(start mark: Mark) {
        switch mark {
        case .emphasis: write("<em>")
        case .strong: write("<strong>")
        case .link(let index):
            let url = links[index].string
            write("<a href=\"")
            write(escaping: Array(url.utf8)[...], quote: "&quot;")
            // A link of the source is an absolute URL; a path is a link to this site.
            write(url.hasPrefix("/") ? "\">" : "\" rel=\"noopener nofollow ugc\">")
        }
    }

    private mutating func write(end mark: Mark) {
        switch mark {
        case .emphasis: write("</em>")
        case .strong: write("</strong>")
        case .link: write("</a>")
        }
    }

    private mutating func write(escaping text: ArraySlice<UInt8>, quote: StaticString = "\"") {
        var start = text.startIndex
        for index in text.indices {
            let replacement: StaticString
            switch text[index] {
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "\""): replacement = quote
            case 0x0A: replacement = "<br>"
            default: continue
            }
            output.append(contentsOf: text[start..<index])
            write(replacement)
            start = index + 1
        }
        output.append(contentsOf: text[start...])
    }

    /// Returns the number of bytes of a byte of text in the markup.
    static func escapedLength(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "&"): 5
        case UInt8(ascii: "<"), UInt8(ascii: ">"), 0x0A: 4
        default: 1
        }
    }

    private mutating func write(_ markup: StaticString) {
        markup.withUTF8Buffer { output.append(contentsOf: $0) }
    }
}
