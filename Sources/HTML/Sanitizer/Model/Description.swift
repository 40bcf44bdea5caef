/// Emphasis, strength and link of a stretch of text.
struct Style: Equatable {
    var isEmphasised = false
    var isStrong = false
    /// An index into the description's links.
    var link: Int32?

    static let plain = Style()

    /// Returns the intersection of two styles.
    func common(with other: Style) -> Style {
        Style(
            isEmphasised: isEmphasised && other.isEmphasised, isStrong: isStrong && other.isStrong,
            link: link == other.link ? link : nil)
    }
}

/// Text of one style, as a range of a buffer of UTF-8, or a line break.
struct Run {
    var style: Style
    var text: Range<Int>
    var isBreak = false
}

/// A list item around a block, and the item's list.
struct ListItem: Equatable {
    let list: Int32
    let item: Int32
    let isOrdered: Bool
}

/// A paragraph, or a part of an item's content.
struct Block {
    var runs: Range<Int>
    /// The items around the block, outermost first; none around a paragraph.
    var items: [ListItem]
}

/// A description: blocks of styled text, in order. The output cannot contain anything else.
struct Description {
    var text: [UInt8] = []
    var runs: [Run] = []
    var blocks: [Block] = []
    /// Absolute URLs, or paths on this site that replace them.
    var links: [[UInt8]] = []
}

extension Description {
    /// Returns true if a block has visible characters: not only whitespace, joiners, directional marks and similar
    /// ones.
    func isVisible(_ block: Block) -> Bool {
        guard let first = runs[block.runs].first, let last = runs[block.runs].last else { return false }
        let text = text[first.text.lowerBound..<last.text.upperBound]
        // From the end, for speed: this is repeated for each tail that is cut, and tails have visible ASCII characters.
        if text.reversed().contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
        return String(decoding: text, as: UTF8.self).unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{FFFD}"
        }
    }
}
