extension MarkupNormalizer {
    mutating func write(_ markup: StaticString) {
        markup.withUTF8Buffer { output.append(contentsOf: $0) }
        textStart = output.count
        textHasInk = false
    }

    /// Writes text that needs no escaping, its formats before it.
    mutating func writeText(_ text: ArraySlice<UInt8>) {
        guard hiddenDepth == 0, !text.isEmpty else { return }
        openFormats()
        if !textHasInk { textHasInk = text.contains { !$0.isMarkupSpace } }
        output.append(contentsOf: text)
    }

    /// Writes text that is markup to a parser.
    mutating func writeEscape(_ escape: StaticString) {
        guard hiddenDepth == 0 else { return }
        openFormats()
        textHasInk = true
        escape.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    /// A `<` that starts no tag is text.
    mutating func writeLoneBracket() {
        writeEscape("&lt;")
        position += 1
    }

    /// Ends the text before a tag; whitespace alone becomes references, since libxml2 drops some blanks between tags.
    mutating func endText() {
        guard output.count > textStart, !textHasInk else { return }
        let lines = lineEnds(from: textStart)
        output.removeLast(output.count - textStart)
        switch lines {
        case 0: write("&#32;")
        case 1: write("&#10;")
        default: write("&#10;&#10;")
        }
    }

    /// Counts line ends behind a position in the output: CR, LF or CRLF.
    private func lineEnds(from start: Int) -> Int {
        var count = 0
        var previous: UInt8 = 0
        // No slice: while one is alive, each change of the output copies all of it.
        for index in start..<output.count {
            let byte = output[index]
            if byte == 0x0D || byte == 0x0A && previous != 0x0D { count += 1 }
            previous = byte
        }
        return count
    }

    mutating func writeTag(_ markup: StaticString) {
        guard hiddenDepth == 0 else { return }
        endText()
        write(markup)
    }

    private mutating func openFormats() {
        guard formatsWritten < formats.count else { return }
        endText()
        for format in formats[formatsWritten...] {
            switch format.role {
            case .emphasis: write("<em>")
            case .strong: write("<strong>")
            default: writeLink(format.href)
            }
        }
        formatsWritten = formats.count
    }

    /// A link is written anew in every block that it crosses, so its address must not outgrow all bounds.
    private mutating func writeLink(_ href: Range<Int>?) {
        write("<a href=\"")
        if let href, href.count <= Self.maximumAddress, output.count < Self.maximumOutput { writeAddress(href) }
        write("\">")
    }

    /// Closes the written formats from the innermost to the one at an index.
    mutating func closeFormats(downTo index: Int = 0) {
        guard formatsWritten > index else { return }
        endText()
        for format in formats[index..<formatsWritten].reversed() {
            switch format.role {
            case .emphasis: write("</em>")
            case .strong: write("</strong>")
            default: write("</a>")
            }
        }
        formatsWritten = index
    }

    mutating func writeStart(of block: OpenBlock) {
        switch block.role {
        case .paragraph: writeTag("<p>")
        case .heading: writeTag("<h2>")
        case .unorderedList: writeTag("<ul>")
        case .orderedList: writeTag("<ol>")
        case .item: writeTag("<li>")
        case .cell: writeTag("&#32;")
        case .sealed: break
        default: writeTag("<div>")
        }
    }

    mutating func writeEnd(of block: OpenBlock) {
        switch block.role {
        case .paragraph: writeTag("</p>")
        case .heading: writeTag("</h2>")
        case .unorderedList: writeTag("</ul>")
        case .orderedList: writeTag("</ol>")
        case .item: writeTag("</li>")
        case .cell: writeTag("&#32;")
        case .sealed: break
        default: writeTag("</div>")
        }
    }
}
