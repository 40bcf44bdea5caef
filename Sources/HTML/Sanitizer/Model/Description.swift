/// Emphasis, strength and link of a stretch of text.
struct Style: Equatable {
    var isEmphasised = false
    var isStrong = false
    /// An index into the description's links.
    var link: Int32?

    static let plain = Style()

    /// What two styles have in common.
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

/// An item that a block stands in, and the item's list.
struct ListItem: Equatable {
    let list: Int32
    let item: Int32
    let isOrdered: Bool
}

/// A paragraph, or a stretch of an item's content.
struct Block {
    var runs: Range<Int>
    /// The items around the block, outermost first; none around a paragraph.
    var items: [ListItem]
}

/// A description as values: blocks of styled text, in order. Only what it can express can be written.
struct Description {
    var text: [UInt8] = []
    var runs: [Run] = []
    var blocks: [Block] = []
    var links: [[UInt8]] = []
}

extension Description {
    /// Whether a block has anything to see: not only whitespace, joiners, marks of direction and the like.
    func isVisible(_ block: Block) -> Bool {
        guard let first = runs[block.runs].first, let last = runs[block.runs].last else { return false }
        let text = text[first.text.lowerBound..<last.text.upperBound]
        // From the end: what tails are cut from is asked again for each, and they have such characters themselves.
        if text.reversed().contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
        return String(decoding: text, as: UTF8.self).unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{FFFD}"
        }
    }
}
