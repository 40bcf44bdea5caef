/// Writes a description in a strict grammar that every HTML5 parser parses to the same tree.
struct MarkupWriter {
    let description: Description
    private var output: [UInt8] = []
    /// The open items, outermost first.
    private var items: [ListItem] = []

    private init(_ description: Description) {
        self.description = description
        output.reserveCapacity(description.text.count + description.text.count / 4 + 64)
    }

    /// Returns the markup of all blocks: paragraphs and lists.
    static func markup(of description: Description) -> String {
        var writer = MarkupWriter(description)
        for block in description.blocks { writer.write(block) }
        writer.leave(downTo: 0)
        return String(decoding: writer.output, as: UTF8.self)
    }

    /// Returns the inline markup alone, with blocks and line breaks replaced by spaces.
    static func inlineMarkup(of description: Description) -> String {
        let line = description.inOneLine()
        var writer = MarkupWriter(line)
        for block in line.blocks { writer.writeRuns(of: block) }
        return String(decoding: writer.output, as: UTF8.self)
    }

    private mutating func write(_ block: Block) {
        guard block.items.isEmpty else {
            enter(block.items)
            return writeRuns(of: block)
        }
        leave(downTo: 0)
        write("<p>")
        writeRuns(of: block)
        write("</p>")
    }

    /// Opens and closes lists and items until exactly those given are open.
    private mutating func enter(_ target: [ListItem]) {
        let shared = zip(items, target).prefix { $0 == $1 }.count
        if shared < items.count, shared < target.count, items[shared].list == target[shared].list {
            leave(downTo: shared + 1)
            write("</li><li>")
            items[shared] = target[shared]
        } else {
            leave(downTo: shared)
        }
        for item in target[items.count...] {
            write(item.isOrdered ? "<ol><li>" : "<ul><li>")
            items.append(item)
        }
    }

    private mutating func leave(downTo count: Int) {
        while items.count > count, let item = items.popLast() {
            write(item.isOrdered ? "</li></ol>" : "</li></ul>")
        }
    }

    private mutating func writeRuns(of block: Block) {
        if block.runs.count == 1, let run = description.runs[block.runs].first, run.style == .plain {
            return writeText(run.text)
        }
        var marks = StyleMarks(description.styledRuns(of: block))
        while let step = marks.next() {
            for mark in step.closed { write(end: mark) }
            for mark in step.opened { write(start: mark) }
            if let run = step.run {
                if run.isBreak { write("<br>") } else { writeText(run.text) }
            }
        }
    }

    private mutating func write(start mark: StyleMarks.Mark) {
        switch mark {
        case .emphasis: write("<em>")
        case .strong: write("<strong>")
        case .link(let index):
            let url = description.links[Int(index)]
            write("<a href=\"")
            for byte in url { appendEscaped(byte) }
            // A link of the source is an absolute URL; a path is a link to this site.
            write(url.first == UInt8(ascii: "/") ? "\">" : "\" rel=\"noopener nofollow ugc\">")
        }
    }

    private mutating func write(end mark: StyleMarks.Mark) {
        switch mark {
        case .emphasis: write("</em>")
        case .strong: write("</strong>")
        case .link: write("</a>")
        }
    }

    private mutating func writeText(_ range: Range<Int>) {
        description.text[range].withUnsafeBufferPointer { text in
            var start = 0
            for index in text.indices where Self.isMarkup(text[index]) {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                appendEscaped(text[index])
                start = index + 1
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "<"): write("&lt;")
        case UInt8(ascii: ">"): write("&gt;")
        case UInt8(ascii: "&"): write("&amp;")
        case UInt8(ascii: "\""): write("&quot;")
        default: output.append(byte)
        }
    }

    private mutating func write(_ markup: StaticString) {
        markup.withUTF8Buffer { output.append(contentsOf: $0) }
    }
}
