/// A description: blocks of styled text, in order. The output cannot contain anything else.
struct Description {
    var blocks: [Block] = []
    var links: [SafeURL] = []

    /// A paragraph, or a part of an item's content.
    struct Block {
        /// The items around the block, outermost first; none around a paragraph.
        var items: [ListItem] = []
        /// The text in UTF-8; a line feed is a line break.
        var text: [UInt8] = []
        /// The styles of the text, in order.
        var spans: [Span] = []
        /// True if it has more than white space, joiners, directional marks and replacement characters.
        private(set) var isVisible = false

        mutating func append(_ bytes: some Collection<UInt8>, _ style: Style) {
            if !isVisible { isVisible = Self.isVisible(bytes) }
            text.append(contentsOf: bytes)
            if spans.last?.style == style {
                spans[spans.count - 1].end = text.count
            } else {
                spans.append(Span(style: style, end: text.count))
            }
        }

        private static func isVisible(_ text: some Collection<UInt8>) -> Bool {
            if text.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
            return String(decoding: text, as: UTF8.self).unicodeScalars.contains {
                !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{FFFD}"
            }
        }

        /// Cuts the text at an index, and the white space before it.
        mutating func cut(at index: Int) {
            text.removeSubrange(index...)
            while let last = text.last {
                if last == 0x20 || last == 0x0A {
                    text.removeLast()
                } else if text.suffix(2).elementsEqual("\u{A0}".utf8) {
                    text.removeLast(2)
                } else {
                    break
                }
            }
            isVisible = Self.isVisible(text)
            while let span = spans.popLast() {
                let start = spans.last?.end ?? 0
                guard start < text.count else { continue }
                return spans.append(Span(style: span.style, end: min(span.end, text.count)))
            }
        }
    }

    /// A list item around a block, and the item's list.
    struct ListItem: Equatable {
        let list: Int
        let item: Int
        let isOrdered: Bool
    }

    /// A stretch of a block's text up to an index.
    struct Span {
        let style: Style
        var end: Int
    }

    /// Emphasis, strength and link of a stretch of text.
    struct Style: Equatable {
        var isEmphasised = false
        var isStrong = false
        /// An index into the description's links.
        var link: Int?

        /// Returns the intersection of two styles.
        func common(with other: Style) -> Style {
            Style(
                isEmphasised: isEmphasised && other.isEmphasised, isStrong: isStrong && other.isStrong,
                link: link == other.link ? link : nil)
        }
    }
}

extension Description {
    /// The text as one block without items, its blocks and line breaks replaced by spaces.
    var line: Block {
        var line = Block()
        for block in blocks {
            if let last = line.spans.last, let first = block.spans.first {
                line.append([0x20], last.style.common(with: first.style))
            }
            var start = 0
            for span in block.spans {
                line.append(block.text[start..<span.end].map { $0 == 0x0A ? 0x20 : $0 }, span.style)
                start = span.end
            }
        }
        return line
    }

    /// Removes the small print at the end.
    mutating func removeSmallPrint() {
        while let last = blocks.last, last.items.isEmpty, let start = SmallPrint.start(in: last.text) {
            blocks[blocks.count - 1].cut(at: start)
            if blocks[blocks.count - 1].isVisible { break }
            blocks.removeLast()
        }
    }

    /// Cuts the text to a limit in bytes by an upper bound of its markup, so that a second pass cuts nothing more.
    mutating func cut(to limit: Int) {
        var budget = limit
        for index in blocks.indices {
            guard let end = fittingEnd(of: blocks[index], &budget) else { continue }
            blocks[index].cut(at: end)
            blocks.removeSubrange((blocks[index].isVisible ? index + 1 : index)...)
            return
        }
    }

    /// Subtracts the bytes of a block's markup from the budget. Returns the end of the text that fits; nil if all fits.
    private func fittingEnd(of block: Block, _ budget: inout Int) -> Int? {
        budget -= 7 + 18 * block.items.count
        var start = 0
        for span in block.spans {
            budget -= 26 + (span.style.link.map { 48 + 5 * links[$0].string.utf8.count } ?? 0)
            var boundary = start
            for index in start..<span.end {
                if block.text[index] & 0xC0 != 0x80 { boundary = index }
                budget -= MarkupWriter.escapedLength(block.text[index])
                if budget < 0 { return boundary }
            }
            start = span.end
        }
        return nil
    }
}
