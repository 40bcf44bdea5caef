extension Description {
    /// Cuts the description to a limit in bytes of markup; removes solicitation tails, if requested, and `#N/A`.
    mutating func finish(limit: Int, cuttingTails: Bool) {
        cut(to: limit)
        if cuttingTails { cutTails() }
        if blocks.count == 1, content(of: blocks[0]).elementsEqual("#N/A".utf8) { blocks.removeAll() }
    }

    /// Returns a block's text without its line breaks.
    func content(of block: Block) -> ArraySlice<UInt8> {
        guard let first = runs[block.runs].first, let last = runs[block.runs].last else { return [] }
        return text[first.text.lowerBound..<last.text.upperBound]
    }

    /// Cuts the description to a limit by the upper bound of its markup, so that sanitizing again cuts nothing more.
    private mutating func cut(to limit: Int) {
        // A cheap upper bound of the cost, without a look at each byte.
        let urlCost = links.reduce(0) { max($0, 48 + 5 * $1.count) }
        guard text.count * 5 + runs.count * (64 + urlCost) + blocks.count * 512 > limit else { return }
        var budget = limit
        for (index, block) in blocks.enumerated() {
            budget -= tagCost(ofBlockAt: index)
            var style = Style.plain
            for position in block.runs {
                let run = runs[position]
                budget -= run.isBreak ? 4 : run.style == style ? 0 : tagCost(of: run.style)
                if !run.isBreak { style = run.style }
                let end = fitting(run.text, into: &budget)
                guard end < run.text.upperBound || budget < 0 else { continue }
                runs[position].text = run.text.lowerBound..<end
                blocks.removeSubrange((index + 1)...)
                shorten(index, toRun: position + 1)
                return
            }
        }
    }

    /// Returns the maximum number of bytes of the tags that a block opens and closes.
    private func tagCost(ofBlockAt index: Int) -> Int {
        let items = blocks[index].items
        guard index > 0, !items.isEmpty else { return 7 + 18 * items.count }
        return 18 * (items.count - zip(items, blocks[index - 1].items).prefix { $0 == $1 }.count)
    }

    /// Returns the number of bytes of a style's start and end tags.
    private func tagCost(of style: Style) -> Int {
        let urlCost = style.link.map { 48 + links[Int($0)].reduce(0) { $0 + Self.escapedLength($1) } } ?? 0
        return urlCost + (style.isEmphasised ? 9 : 0) + (style.isStrong ? 17 : 0)
    }

    private static func escapedLength(_ byte: UInt8) -> Int {
        byte == UInt8(ascii: "&") ? 5 : byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") ? 4 : 1
    }

    /// Returns the end of the text that fits into a budget of bytes when escaped, and subtracts its cost.
    private func fitting(_ range: Range<Int>, into budget: inout Int) -> Int {
        var boundary = range.lowerBound
        for index in range {
            if text[index] & 0xC0 != 0x80 { boundary = index }
            budget -= Self.escapedLength(text[index])
            if budget < 0 { return boundary }
        }
        return range.upperBound
    }

    /// Cuts the last block's tail while there is one, and removes the block if nothing is left.
    private mutating func cutTails() {
        dropBookNumbers()
        while let block = blocks.last, block.items.isEmpty, let cut = SolicitationTail.start(of: block, in: self) {
            var end = block.runs.upperBound
            while end > block.runs.lowerBound, runs[end - 1].text.lowerBound >= cut { end -= 1 }
            if end > block.runs.lowerBound {
                runs[end - 1].text = runs[end - 1].text.lowerBound..<min(cut, runs[end - 1].text.upperBound)
            }
            shorten(blocks.count - 1, toRun: end)
            dropBookNumbers()
        }
    }

    /// Drops trailing paragraphs that are only a book's number, if the paragraph before them has a tail.
    private mutating func dropBookNumbers() {
        let tail = blocks.lastIndex { !$0.items.isEmpty || !SolicitationTail.isBookNumber(content(of: $0)) }
        guard let tail, tail < blocks.count - 1, blocks[tail].items.isEmpty,
            SolicitationTail.start(of: blocks[tail], in: self) != nil
        else { return }
        blocks.removeSubrange((tail + 1)...)
    }

    /// Ends a block before a run and trims whitespace and breaks at its end; drops the block if nothing visible is
    /// left.
    private mutating func shorten(_ index: Int, toRun end: Int) {
        var end = end
        let start = blocks[index].runs.lowerBound
        while end > start {
            trimEnd(ofRun: end - 1)
            if !runs[end - 1].text.isEmpty { break }
            end -= 1
        }
        blocks[index].runs = start..<end
        if !isVisible(blocks[index]) { blocks.removeLast() }
    }

    private mutating func trimEnd(ofRun index: Int) {
        let range = runs[index].text
        var end = range.upperBound
        while end > range.lowerBound {
            if text[end - 1] == 0x20 {
                end -= 1
            } else if end - 1 > range.lowerBound, text[end - 2] == 0xC2, text[end - 1] == 0xA0 {
                end -= 2
            } else {
                break
            }
        }
        runs[index].text = range.lowerBound..<end
    }
}
