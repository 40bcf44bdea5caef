import Basics

/// Builds a description from parser events: allows few elements, collapses white space, and turns line ends and breaks
/// into paragraphs.
struct DescriptionBuilder {
    /// The maximum depth of nested lists; deeper items join the innermost level.
    private static let maximumLists = 14

    private let policy: LinkPolicy
    private var description = Description()
    /// The roles of the open elements, outermost first; nil for elements that are passed through.
    private var open: [ElementRole?] = []
    private var removedDepth = 0
    private var emphasis = 0
    private var strength = 0
    private var blockDepth = 0
    private var openLinks: [Int?] = []
    /// The links that have been read, by their text and by their target.
    private var readLinks: [String: Int?] = [:]
    private var linkIndices: [SafeURL: Int] = [:]
    private var lists: [OpenList] = []
    private var listCount = 0
    private var itemCount = 0
    private var block = Description.Block()
    private var gap = Gap()

    private struct OpenList {
        let list: Int
        let isOrdered: Bool
        /// The last item; nil before the first one.
        var item: Int?
        var isItemOpen = false
    }

    init(links: LinkPolicy) { policy = links }

    /// Starts an element; the role is nil if it is passed through.
    mutating func start(_ role: ElementRole?, href: String? = nil) {
        open.append(role)
        guard let role, removedDepth == 0 || role.isRemoved else { return }
        switch role {
        case .emphasis: emphasis += 1
        case .strong: strength += 1
        case .link: openLinks.append(href.flatMap { link(to: $0) })
        case .lineBreak: gap.breaks += 1
        case .cell: append(blank: 0x20, length: 1)
        case .unorderedList, .orderedList:
            endBlock()
            listCount += 1
            lists.append(OpenList(list: listCount, isOrdered: role == .orderedList))
        case .item:
            endBlock()
            startItem()
        case .heading, .block:
            endBlock()
            if role == .heading { strength += 1 }
            blockDepth += 1
        case .removed, .removedBlock:
            if role == .removedBlock { endBlock() }
            removedDepth += 1
        }
    }

    /// Ends the innermost open element.
    mutating func end() {
        guard let role = open.popLast() ?? nil, removedDepth == 0 || role.isRemoved else { return }
        switch role {
        case .emphasis: emphasis -= 1
        case .strong: strength -= 1
        case .link: openLinks.removeLast()
        case .lineBreak: break
        case .cell: append(blank: 0x20, length: 1)
        case .unorderedList, .orderedList:
            endBlock()
            lists.removeLast()
        case .item:
            endBlock()
            if !lists.isEmpty { lists[lists.count - 1].isItemOpen = false }
        case .heading, .block:
            endBlock()
            if role == .heading { strength -= 1 }
            blockDepth -= 1
        case .removed, .removedBlock: removedDepth -= 1
        }
    }

    /// Ends the description.
    mutating func finish() -> Description {
        while !open.isEmpty { end() }
        endBlock()
        return description
    }

    /// Returns the index of a link's target; nil if the link is not allowed.
    private mutating func link(to href: String) -> Int? {
        if let read = readLinks[href] { return read }
        let index = policy.target(of: href).map { target in
            if linkIndices[target] == nil { description.links.append(target) }
            return linkIndices[target, default: description.links.count - 1]
        }
        readLinks[href] = .some(index)
        if let index { linkIndices[description.links[index]] = index }
        return index
    }

    private mutating func startItem() {
        guard !lists.isEmpty else { return }
        itemCount += 1
        lists[lists.count - 1].item = itemCount
        lists[lists.count - 1].isItemOpen = true
    }

    /// Returns the items around text. A list directly in a list continues the item before it, and text that is in no
    /// item gets one.
    private mutating func currentItems() -> [Description.ListItem] {
        for index in lists.indices
        where lists[index].item == nil || index == lists.count - 1 && !lists[index].isItemOpen {
            itemCount += 1
            lists[index].item = itemCount
            lists[index].isItemOpen = true
        }
        var items = lists.prefix(Self.maximumLists).map { list in
            Description.ListItem(list: list.list, item: list.item ?? 0, isOrdered: list.isOrdered)
        }
        if lists.count > Self.maximumLists, let last = items.popLast(), let deepest = lists.last?.item {
            items.append(Description.ListItem(list: last.list, item: deepest, isOrdered: last.isOrdered))
        }
        return items
    }
}

extension DescriptionBuilder {
    /// Appends text, word by word.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard removedDepth == 0 else { return }
        if let visible = Self.withoutInvisibleCharacters(text) {
            visible.withUnsafeBufferPointer { appendWords($0) }
        } else {
            appendWords(text)
        }
    }

    private mutating func appendWords(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < text.count {
            let blank = Self.blankLength(text, at: index)
            if blank > 0 {
                append(blank: text[index], length: blank)
                index += blank
                continue
            }
            let start = index
            repeat {
                index += 1
                // A single space between words is copied with them.
                if index + 1 < text.count, text[index] == 0x20, Self.blankLength(text, at: index + 1) == 0 {
                    index += 1
                }
            } while index < text.count && Self.blankLength(text, at: index) == 0
            append(words: UnsafeBufferPointer(rebasing: text[start..<index]))
        }
    }

    /// Returns the length in bytes of the white space character at an index; 0 if there is none.
    private static func blankLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let byte = text[index]
        if byte.isMarkupSpace { return 1 }
        if byte == 0xC2, index + 1 < text.count, text[index + 1] == 0xA0 { return 2 }
        // U+2028 and U+2029.
        if byte == 0xE2, index + 2 < text.count, text[index + 1] == 0x80, text[index + 2] & 0xFE == 0xA8 { return 3 }
        return 0
    }

    private var style: Description.Style {
        Description.Style(isEmphasised: emphasis > 0, isStrong: strength > 0, link: openLinks.last ?? nil)
    }

    private mutating func append(blank byte: UInt8, length: Int) { gap.append(byte, length: length, style) }

    private mutating func append(words: UnsafeBufferPointer<UInt8>) {
        let style = style
        if block.text.isEmpty { startBlock() }
        if let last = block.spans.last?.style {
            switch separator(before: words) {
            case .paragraph:
                endBlock()
                startBlock()
            case .lineBreak: block.append([0x0A], last.common(with: style))
            case .blank:
                let isShared = gap.style == last || gap.style == style
                block.append(gap.blank, isShared ? gap.style : last.common(with: style))
            case .nothing: break
            }
        }
        gap = Gap()
        block.append(words, style)
    }

    /// Starts a block, or continues the last one if it is of the same item.
    private mutating func startBlock() {
        block = Description.Block(items: currentItems())
        guard !block.items.isEmpty, description.blocks.last?.items == block.items else { return }
        block = description.blocks.removeLast()
        gap.breaks = 1
    }

    /// Ends the block; drops it if it is not visible.
    private mutating func endBlock() {
        if block.isVisible { description.blocks.append(block) }
        block = Description.Block()
        gap = Gap()
    }

    private enum Separator { case paragraph, lineBreak, blank, nothing }

    /// Returns the meaning of the white space before words. A blank line separates paragraphs, and so does a line end
    /// after a sentence in text without blocks; in a list item, white space is a space.
    private func separator(before words: UnsafeBufferPointer<UInt8>) -> Separator {
        if gap.breaks > 0 { return gap.breaks > 1 && lists.isEmpty ? .paragraph : .lineBreak }
        guard gap.lineEnds > 0, lists.isEmpty else { return gap.isBlank ? .blank : .nothing }
        let isSmall = words.first.map { (0x61...0x7A).contains($0) } ?? true
        let isParagraph = gap.lineEnds > 1 || blockDepth == 0 && !isSmall && endsSentence
        return isParagraph ? .paragraph : .blank
    }

    /// True if the text so far ends a sentence, ignoring closing quotes and brackets.
    private var endsSentence: Bool {
        let tail = String(decoding: block.text.suffix(16), as: UTF8.self)
        guard let last = tail.last(where: { !"\"')]”’»".contains($0) }) else { return false }
        return ".!?…:".contains(last)
    }

    /// The white space and breaks between words.
    private struct Gap {
        var breaks = 0
        private(set) var lineEnds = 0
        private(set) var isBlank = false
        /// The style of the first white space.
        private(set) var style = Description.Style()
        private var isOneNoBreakSpace = false
        private var endsInReturn = false

        mutating func append(_ byte: UInt8, length: Int, _ style: Description.Style) {
            if !isBlank { self.style = style }
            isOneNoBreakSpace = !isBlank && length == 2
            isBlank = true
            if byte == 0x0D || byte == 0x0A && !endsInReturn || length == 3 { lineEnds += 1 }
            endsInReturn = byte == 0x0D
        }

        /// A no-break space if the gap is exactly one, otherwise a space.
        var blank: [UInt8] { isOneNoBreakSpace ? [0xC2, 0xA0] : [0x20] }
    }
}

extension DescriptionBuilder {
    /// The characters of 0x80 to 0x9F (WHATWG Encoding standard, index windows-1252); 0 for the five undefined bytes.
    private static let windows1252: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// Returns the text as valid UTF-8 without invisible characters that could disturb a page; nil if it is unchanged.
    private static func withoutInvisibleCharacters(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.contains(where: { $0 < 0x20 && !$0.isMarkupSpace || $0 > 0x7E && $0 != 0xC3 }) else { return nil }
        var visible: [UInt8] = []
        visible.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x80...0x9F:
                // References to Windows-1252 (HTML standard, "numeric character reference end state").
                if let character = Unicode.Scalar(windows1252[Int(scalar.value) - 0x80]), character.value > 0 {
                    visible.append(contentsOf: character.utf8)
                }
            case let value where value < 0x20 && !UInt8(value).isMarkupSpace || isInvisible(value): break
            default: visible.append(contentsOf: scalar.utf8)
            }
        }
        return visible
    }

    /// Returns true for byte order marks, directional embeddings, overrides and isolates, interlinear annotations and
    /// noncharacters.
    private static func isInvisible(_ value: UInt32) -> Bool {
        switch value {
        case 0x7F, 0xFEFF, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
