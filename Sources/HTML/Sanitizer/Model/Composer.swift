import Basics

/// Composes segments into blocks: whitespace collapsed, line ends and breaks read as paragraphs where they mean them.
struct Composer {
    private(set) var description: Description
    private var mode = Segment.Mode.loose
    private var items: [ListItem] = []
    /// Where the current block's runs start in the description.
    private var firstRun = 0
    private var gap = Gap()
    /// Whether the current block goes on with one that is known to have something to see.
    private var isContinued = false
    /// Lines of a list made by hand up to the current one, which is one itself; 0 in any other line.
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

    /// The index of a link's address, told apart from those known already.
    mutating func appendLink(_ address: [UInt8]) -> Int32 {
        description.links.append(address)
        return Int32(description.links.count - 1)
    }

    /// Goes on with the last block where it is of the same item; says whether it is.
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
                index = text.inkEnd(from: index + 1)
            } while index + 1 < text.endIndex && text[index] == 0x20 && text.blankLength(at: index + 1) == 0
            appendInk(text[start..<index], style, isRule: isRule)
        }
    }

    private mutating func appendInk(_ ink: ArraySlice<UInt8>, _ style: Style, isRule: Bool) {
        if let last = description.runs[firstRun...].last {
            let separator = isRule && mode != .item ? .paragraph : separator(before: ink)
            if separator == .paragraph || separator == .lineBreak { countEntry(ink) }
            switch separator {
            case .paragraph: endBlock()
            case .lineBreak:
                let end = description.text.count
                description.runs.append(Run(style: .plain, text: end..<end, isBreak: true))
            case .blank:
                let isShared = gap.style == last.style || gap.style == style
                // A no-break space that changes its style must not come to follow what would make mojibake of it.
                appendText(isShared ? gap.blank : [0x20], isShared ? gap.style : last.style.common(with: style))
            case .nothing: break
            }
        } else {
            countEntry(ink)
        }
        gap = Gap()
        appendText(ink, style)
    }

    /// Counts the entries up to the line that starts with an ink.
    private mutating func countEntry(_ ink: ArraySlice<UInt8>) {
        entries = ink.startsEntry(behindEntry: entries > 0) ? entries + 1 : 0
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

    /// Ends the block, unless it has nothing to see.
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

    private func separator(before ink: ArraySlice<UInt8>) -> Separator {
        if gap.breaks > 1 { return mode == .item ? .lineBreak : .paragraph }
        if gap.breaks == 1 { return .lineBreak }
        guard gap.lineEnds > 0, mode != .item else { return gap.isBlank ? .blank : .nothing }
        if gap.lineEnds > 1 || isBehindRule { return .paragraph }
        if ink.startsEntry(behindEntry: entries > 0) { return .lineBreak }
        if mode == .loose, endsSentence, let first = ink.first, !(0x61...0x7A).contains(first) { return .paragraph }
        // Behind one entry a line may go on with it; behind several that are a list, it starts anew.
        if entries > 1, let first = ink.first, first.isDigit || (0x41...0x5A).contains(first) { return .lineBreak }
        return .blank
    }

    /// Whether the block so far is a line that parts paragraphs.
    private var isBehindRule: Bool {
        guard let first = description.runs[firstRun...].first else { return false }
        let line = description.text[first.text.lowerBound...]
        return line.count <= Self.longestRule && line.isRule
    }

    /// Bytes of a rule, so that no long block is read at each of its line ends.
    private static let longestRule = 80

    /// Whether the text so far ends in a stop, closing quotes and brackets aside.
    private var endsSentence: Bool {
        let tail = String(decoding: description.text.suffix(16), as: UTF8.self)
        guard let last = tail.last(where: { !"\"')]”’»".contains($0) }) else { return false }
        return ".!?…:".contains(last)
    }
}

/// What stands between the last ink of a text and the next.
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

    /// One space, or the no-break space where it is all there is: one that is left of several could come to be the end of
    /// mojibake, which is repaired before.
    var blank: [UInt8] { isOneNoBreakSpace ? [0xC2, 0xA0] : [0x20] }
}
