extension MarkupNormalizer {
    /// Returns the index of the innermost open block that matches; nil if a block that stops the search comes first.
    func openBlock(from matches: (OpenBlock) -> Bool, upTo stops: (OpenBlock) -> Bool) -> Int? {
        for index in blocks.indices.reversed() {
            if matches(blocks[index]) { return index }
            if stops(blocks[index]) { return nil }
        }
        return nil
    }

    mutating func closeParagraph() {
        if blocks.last?.role == .paragraph { endBlock(at: blocks.count - 1) }
    }
    mutating func startBlock(_ started: OpenBlock) {
        var block = started
        closeImplied(before: block.role)
        if block.name == Self.form, blocks.contains(where: { $0.name == Self.form }) { return }
        guard blocks.count < Self.maximumDepth * (block.isHidden || hiddenDepth > 0 ? 2 : 1) else {
            // Hidden content cannot be tracked at this depth: drop the remaining input.
            if block.isHidden { position = input.count }
            return
        }
        if block.role == .item, !isInList { block = OpenBlock(name: block.name, role: .block) }
        if hiddenDepth == 0 {
            closeFormats()
            if block.role.isList, blocks.last?.role.isList == true { reopenItem() }
            writeStart(of: block)
        }
        if block.role == .cell || block.role == .removedOpaque { block.outerFormats = formats }
        if block.isHidden { hiddenDepth += 1 }
        blocks.append(block)
    }

    /// Ends the block at an index and those inside it.
    mutating func endBlock(at index: Int) {
        while blocks.count > index, let block = blocks.popLast() {
            if block.isHidden { hiddenDepth -= 1 }
            if hiddenDepth == 0 {
                closeFormats()
                writeEnd(of: block)
            }
            if let outer = block.outerFormats { formats = outer }
        }
    }

    /// Nested forms are ignored.
    private static let form = TagName("form")

    private var isInList: Bool { openBlock(from: { $0.role.isList }, upTo: { $0.role.isScopeBoundary }) != nil }

    /// Puts a list directly inside a list into the preceding item, or into a new one.
    private mutating func reopenItem() {
        endText()
        let itemEnd = "</li>".utf8
        let blank = "&#32;".utf8
        while output.suffix(blank.count).elementsEqual(blank) { output.removeLast(blank.count) }
        if output.suffix(itemEnd.count).elementsEqual(itemEnd) {
            output.removeLast(itemEnd.count)
            textStart = output.count
        } else {
            write("<li>")
        }
        blocks.append(OpenBlock(name: TagName("li"), role: .item))
    }

    /// Ends the blocks that the start of a block closes implicitly (HTML standard, "in body" and the table modes).
    private mutating func closeImplied(before role: ElementRole) {
        let index: Int? =
            switch role {
            case .item, .term:
                openBlock(
                    from: { $0.role == role },
                    upTo: { $0.role != .paragraph && ($0.role != .block || !Self.looseBlocks.contains($0.name)) })
            case .cell, .row, .rowGroup:
                openBlock(from: { $0.role == role }, upTo: { $0.role == .table || $0.role == .removedOpaque })
            case .heading, .option: blocks.last?.role == role ? blocks.count - 1 : nil
            default: nil
            }
        if let index { endBlock(at: index) }
        if role != .removedOpaque, role != .option { closeParagraph() }
    }

    /// The blocks inside which an item's start still ends the surrounding item.
    private static let looseBlocks: Set<TagName> = [TagName("div"), TagName("address")]
}
