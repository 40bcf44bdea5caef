import Basics

/// Composes segments into blocks: collapses whitespace and turns line ends and breaks into paragraphs.
struct Composer {
    private(set) var description: Description
    private var mode = Segment.Mode.loose
    private var items: [ListItem] = []
    /// The index of the current block's first run in the description.
    private var firstRun = 0
    private var gap = Gap()
    /// True if the current block continues one that is known to be visible.
    private var isContinued = false
    /// The number of consecutive lines of a plain-text list up to the current line; 0 if that is none.
    private var entries = 0

    init(links: [[UInt8]] = [], capacity: Int = 0) {
        description = Description(links: links)
        description.text.reserveCapacity(capacity)
        description.runs.reserveCapacity(16)
    }

    /// Appends a segment as blocks.
    mutating func append(_ segment: Segment, mode: Segment.Mode, items: [ListItem]) {
        self.mode = mode
        self.items = items
        gap = Gap()
        isContinued = continueItem()
        entries = 0
        for run in segment.runs {
            if run.isBreak {
                gap.breaks += 1
            } else {
                append(segment.text[run.text], run.style)
            }
        }
        endBlock()
    }

    /// Appends a link's URL and returns its index.
    mutating func appendLink(_ url: [UInt8]) -> Int32 {
        description.links.append(url)
        return Int32(description.links.count - 1)
    }

    /// Continues the last block if it is of the same item; returns true if so.
    private mutating func continueItem() -> Bool {
        guard !items.isEmpty, let last = description.blocks.last, last.items == items else { return false }
        description.blocks.removeLast()
        firstRun = last.runs.lowerBound
        gap.breaks = 1
        return true
    }

    private mutating func append(_ text: ArraySlice<UInt8>, _ style: Style) {
        var index = text.startIndex
        while index < text.endIndex {
            let blank = text.blankLength(at: index)
            if blank > 0 {
                gap.append(text[index], length: blank, style)
                index += blank
                continue
            }
            let start = index
            let isRule = gap.lineEnds > 0 && text.isRule(at: index)
            repeat {
                index = text.endOfWord(from: index + 1)
            } while index + 1 < text.endIndex && text[index] == 0x20 && text.blankLength(at: index + 1) == 0
            appendWords(text[start..<index], style, isRule: isRule)
        }
    }

    private mutating func appendWords(_ words: ArraySlice<UInt8>, _ style: Style, isRule: Bool) {
        if let last = description.runs[firstRun...].last {
            let separator = isRule && mode != .item ? .paragraph : separator(before: words)
            if separator == .paragraph || separator == .lineBreak { countEntry(words) }
            switch separator {
            case .paragraph: endBlock()
            case .lineBreak:
                let end = description.text.count
                description.runs.append(Run(style: .plain, text: end..<end, isBreak: true))
            case .blank:
                let isShared = gap.style == last.style || gap.style == style
                // A no-break space that changes its style could complete mojibake before it.
                appendText(isShared ? gap.blank : [0x20], isShared ? gap.style : last.style.common(with: style))
            case .nothing: break
            }
        } else {
            countEntry(words)
        }
        gap = Gap()
        appendText(words, style)
    }

    /// Updates the number of entries for a line that starts with the words.
    private mutating func countEntry(_ words: ArraySlice<UInt8>) {
        entries = words.startsEntry(afterEntry: entries > 0) ? entries + 1 : 0
    }

    private mutating func appendText(_ text: some Collection<UInt8>, _ style: Style) {
        let start = description.text.count
        description.text.append(contentsOf: text)
        let end = description.text.count
        if let last = description.runs[firstRun...].last, !last.isBreak, last.style == style {
            description.runs[description.runs.count - 1].text = last.text.lowerBound..<end
        } else {
            description.runs.append(Run(style: style, text: start..<end))
        }
    }

    /// Ends the block; drops it if it is not visible.
    private mutating func endBlock() {
        let runs = firstRun..<description.runs.count
        guard !runs.isEmpty else { return }
        let block = Block(runs: runs, items: items)
        if isContinued || description.isVisible(block) {
            description.blocks.append(block)
        } else {
            description.runs.removeSubrange(runs)
        }
        firstRun = description.runs.count
        isContinued = false
    }

    private enum Separator { case paragraph, lineBreak, blank, nothing }

    private func separator(before words: ArraySlice<UInt8>) -> Separator {
        if gap.breaks > 1 { return mode == .item ? .lineBreak : .paragraph }
        if gap.breaks == 1 { return .lineBreak }
        guard gap.lineEnds > 0, mode != .item else { return gap.isBlank ? .blank : .nothing }
        if gap.lineEnds > 1 || followsRule { return .paragraph }
        if words.startsEntry(afterEntry: entries > 0) { return .lineBreak }
        if mode == .loose, endsSentence, let first = words.first, !(0x61...0x7A).contains(first) { return .paragraph }
        // After one entry a line may continue it; after several, which are a list, it starts a new line.
        if entries > 1, let first = words.first, first.isDigit || (0x41...0x5A).contains(first) { return .lineBreak }
        return .blank
    }

    /// True if the block so far is a rule, which separates paragraphs.
    private var followsRule: Bool {
        guard let first = description.runs[firstRun...].first else { return false }
        let line = description.text[first.text.lowerBound...]
        return line.count <= Self.longestRule && line.isRule
    }

    /// The maximum number of bytes of a rule, so that no long block is scanned at each of its line ends.
    private static let longestRule = 80

    /// True if the text so far ends a sentence, ignoring closing quotes and brackets.
    private var endsSentence: Bool {
        let tail = String(decoding: description.text.suffix(16), as: UTF8.self)
        guard let last = tail.last(where: { !"\"')]”’»".contains($0) }) else { return false }
        return ".!?…:".contains(last)
    }
}

/// The whitespace and breaks between words.
private struct Gap {
    var breaks = 0
    private(set) var lineEnds = 0
    private(set) var isBlank = false
    /// The style of the first whitespace.
    private(set) var style = Style.plain
    private var isOneNoBreakSpace = false
    private var endsInReturn = false

    mutating func append(_ byte: UInt8, length: Int, _ style: Style) {
        if !isBlank { self.style = style }
        isOneNoBreakSpace = !isBlank && length == 2
        isBlank = true
        if byte == 0x0D || byte == 0x0A && !endsInReturn || length == 3 { lineEnds += 1 }
        endsInReturn = byte == 0x0D
    }

    /// A no-break space if the gap is exactly one, otherwise a space: a no-break space left of several could complete
    /// mojibake, which is repaired before.
    var blank: [UInt8] { isOneNoBreakSpace ? [0xC2, 0xA0] : [0x20] }
}
