extension MarkupNormalizer {
    mutating func write(_ markup: StaticString) {
        markup.withUTF8Buffer { output.append(contentsOf: $0) }
        textStart = output.count
        textIsBlank = true
    }

    /// Writes text that needs no escaping, after its pending formats.
    mutating func writeText(_ text: ArraySlice<UInt8>) {
        guard hiddenDepth == 0, !text.isEmpty else { return }
        openFormats()
        if textIsBlank { textIsBlank = text.allSatisfy { $0.isMarkupSpace } }
        output.append(contentsOf: text)
    }

    /// Writes an escaped character.
    mutating func writeEscape(_ escape: StaticString) {
        guard hiddenDepth == 0 else { return }
        openFormats()
        textIsBlank = false
        escape.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    /// Writes a `<` that starts no tag as text.
    mutating func writeLoneBracket() {
        writeEscape("&lt;")
        position += 1
    }

    /// Ends the text before a tag; whitespace alone becomes references, because libxml2 drops some blanks between tags.
    mutating func endText() {
        guard output.count > textStart, textIsBlank else { return }
        let lines = lineEnds(from: textStart)
        output.removeLast(output.count - textStart)
        switch lines {
        case 0: write("&#32;")
        case 1: write("&#10;")
        default: write("&#10;&#10;")
        }
    }

    /// Counts the line ends after a position in the output: CR, LF or CRLF.
    private func lineEnds(from start: Int) -> Int {
        var count = 0
        var previous: UInt8 = 0
        // No slice: mutating the output while a slice is alive copies all of it.
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

    /// Writes a link's start tag. Every block that the link crosses repeats it, so the URL and the output are
    /// bounded.
    private mutating func writeLink(_ href: Range<Int>?) {
        write("<a href=\"")
        if let href, href.count <= Self.maximumURLLength, output.count < Self.maximumOutput { writeURL(href) }
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
        case .removedOpaque: break
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
        case .removedOpaque: break
        default: writeTag("</div>")
        }
    }
}
