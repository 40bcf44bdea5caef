extension Description {
    /// Returns a block's runs, with line breaks in the common style of the text around them.
    func styledRuns(of block: Block) -> [Run] {
        var runs = Array(self.runs[block.runs])
        for index in runs.indices where runs[index].isBreak && index > 0 && index + 1 < runs.count {
            runs[index].style = runs[index - 1].style.common(with: runs[index + 1].style)
        }
        return runs
    }

    /// Returns the description on one line, its blocks and line breaks replaced by spaces.
    func inOneLine() -> Description {
        var segment = Segment()
        for block in blocks {
            for run in runs[block.runs] {
                if run.isBreak { segment.append([0x20], .plain) } else { segment.append(text[run.text], run.style) }
            }
            segment.append([0x20], .plain)
        }
        var composer = Composer(links: links)
        composer.append(segment, mode: .item, items: [])
        return composer.description
    }

    /// Returns the text alone, its blocks and line breaks replaced by spaces.
    func plainText() -> String {
        let line = inOneLine()
        guard let block = line.blocks.first, let first = line.runs[block.runs].first,
            let last = line.runs[block.runs].last
        else { return "" }
        return String(decoding: line.text[first.text.lowerBound..<last.text.upperBound], as: UTF8.self)
    }
}
