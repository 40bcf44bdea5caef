/// Builds a description from parser events: collects the text between block boundaries, then composes it.
struct DescriptionBuilder {
    /// The maximum depth of nested lists; deeper items join the innermost level.
    static let maximumLists = 14

    private var composer: Composer
    private let linkPolicy: LinkPolicy
    private var emphasis = 0
    private var strength = 0
    private var links: [Int32?] = []
    private var linkIndices: [[UInt8]: Int32] = [:]
    private var lists: [OpenList] = []
    private var blockDepth = 0
    private var listCount: Int32 = 0
    private var itemCount: Int32 = 0
    private var segment = Segment()

    private struct OpenList {
        let list: Int32
        let isOrdered: Bool
        var item: Int32?
    }

    /// Creates a builder; the capacity is the expected number of bytes of text.
    init(links: LinkPolicy, capacity: Int) {
        linkPolicy = links
        composer = Composer(capacity: capacity)
        segment.reserve(capacity)
    }

    mutating func visit(_ event: HTMLReader.Event) {
        switch event {
        case .text(let text): segment.append(text, style)
        case .start(.lineBreak, _): segment.appendBreak()
        case .end(.lineBreak): break
        case .start(.emphasis, _): emphasis += 1
        case .end(.emphasis): emphasis -= 1
        case .start(.strong, _): strength += 1
        case .end(.strong): strength -= 1
        case .start(.link, let url): links.append(url.flatMap { link(to: $0) })
        case .end(.link): links.removeLast()
        case .start(let role, _): startBlock(role)
        case .end(let role): endBlock(role)
        }
    }

    /// Ends the description.
    mutating func finish() -> Description {
        endSegment()
        return composer.description
    }

    private var style: Style {
        Style(isEmphasised: emphasis > 0, isStrong: strength > 0, link: links.last ?? nil)
    }

    private mutating func link(to url: UnsafeBufferPointer<UInt8>) -> Int32? {
        guard let target = linkPolicy.target(of: url) else { return nil }
        if let index = linkIndices[target] { return index }
        let index = composer.appendLink(target)
        linkIndices[target] = index
        return index
    }

    private mutating func startBlock(_ role: ElementRole) {
        endSegment()
        switch role {
        case .unorderedList, .orderedList:
            listCount += 1
            lists.append(OpenList(list: listCount, isOrdered: role == .orderedList))
        case .item: startItem()
        case .heading:
            strength += 1
            blockDepth += 1
        default: blockDepth += 1
        }
    }

    private mutating func endBlock(_ role: ElementRole) {
        endSegment()
        switch role {
        case .unorderedList, .orderedList: lists.removeLast()
        case .item: if !lists.isEmpty { lists[lists.count - 1].item = nil }
        case .heading:
            strength -= 1
            blockDepth -= 1
        default: blockDepth -= 1
        }
    }

    private mutating func startItem() {
        guard !lists.isEmpty else { return }
        itemCount += 1
        lists[lists.count - 1].item = itemCount
    }

    /// Appends text without markup.
    mutating func append(_ text: [UInt8]) { segment.append(text, .plain) }

    /// Composes the text since the last block boundary.
    private mutating func endSegment() {
        guard !segment.isEmpty else { return }
        let mode: Segment.Mode = lists.isEmpty ? (blockDepth == 0 ? .loose : .block) : .item
        segment.repair()
        composer.append(segment, mode: mode, items: mode == .item ? currentItems() : [])
        segment.removeAll()
    }

    /// Returns the items around the text; adds an item if the text is in a list but not in an item.
    private mutating func currentItems() -> [ListItem] {
        for index in lists.indices where lists[index].item == nil {
            itemCount += 1
            lists[index].item = itemCount
        }
        let deepest = lists[lists.count - 1].item ?? 0
        var items: [ListItem] = []
        for list in lists.prefix(Self.maximumLists) {
            items.append(ListItem(list: list.list, item: list.item ?? 0, isOrdered: list.isOrdered))
        }
        if lists.count > Self.maximumLists, let last = items.popLast() {
            items.append(ListItem(list: last.list, item: deepest, isOrdered: last.isOrdered))
        }
        return items
    }
}
