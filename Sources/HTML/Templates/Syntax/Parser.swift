/// Reads a template into nodes; lines that hold nothing but a tag without output leave no trace.
struct Parser {
    private let source: Source
    private var position = 0

    static func parse(_ source: Source) throws(TemplateError.Problem) -> [Node] {
        var parser = Parser(source: source)
        let (nodes, _) = try parser.nodes(in: nil)
        return nodes
    }

    private init(source: Source) { self.source = source }

    /// Everything up to the closing tag of `opening`, or to the end of the file.
    private mutating func nodes(in opening: Tag?) throws(TemplateError.Problem) -> (nodes: [Node], closing: Tag?) {
        var nodes: [Node] = []
        while let tag = try source.tag(from: position) {
            let text = position
            if tag.kind == .parent {
                let (node, start, isStandalone) = try parent(tag)
                nodes += literals(text..<start) + (isStandalone ? [] : lineStart(at: start)) + [node]
                continue
            }
            let standalone = tag.kind == .variable ? nil : standaloneLine(tag.range)
            let start = standalone?.lowerBound ?? tag.range.lowerBound
            position = standalone?.upperBound ?? tag.range.upperBound
            nodes += literals(text..<start)
            if standalone == nil { nodes += lineStart(at: start) }
            if tag.kind == .closing {
                try check(tag, closes: opening)
                return (nodes, tag)
            }
            if let node = try self.node(tag, standalone.map { $0.lowerBound..<tag.range.lowerBound }) {
                nodes.append(node)
            }
        }
        if let opening { throw source.problem(at: opening.range.lowerBound, "\"\(opening.name)\" is not closed") }
        nodes += literals(position..<source.bytes.count)
        return (nodes, nil)
    }

    private mutating func node(_ tag: Tag, _ indentation: Range<Int>?) throws(TemplateError.Problem) -> Node? {
        switch tag.kind {
        case .variable: return .variable(tag)
        case .section, .inverted:
            return .section(tag, isInverted: tag.kind == .inverted, try nodes(in: tag).nodes)
        case .partial: return .partial(tag, indentation: indentation)
        case .block:
            let blanks = source.blankStart(before: tag.range.lowerBound).map { $0..<tag.range.lowerBound }
            return .block(
                Node.Block(
                    tag: tag, nodes: try nodes(in: tag).nodes, indentation: blanks, isStandalone: indentation != nil))
        case .comment, .closing, .parent: return nil
        }
    }

    private func check(_ closing: Tag, closes opening: Tag?) throws(TemplateError.Problem) {
        guard let opening else {
            throw source.problem(at: closing.range.lowerBound, "\"\(closing.name)\" is closed but was not opened")
        }
        guard opening.name == closing.name else {
            throw source.problem(
                at: closing.range.lowerBound, "\"\(closing.name)\" is closed where \"\(opening.name)\" is open")
        }
    }

    /// The line of a tag, when nothing else stands on it.
    private func standaloneLine(_ range: Range<Int>) -> Range<Int>? {
        guard let start = source.blankStart(before: range.lowerBound),
            let end = source.blankEnd(after: range.upperBound)
        else { return nil }
        return start..<end
    }
}

extension Parser {
    /// A parent with its blocks, whose text is ignored, and where it starts when its line is counted to it.
    private mutating func parent(_ opening: Tag) throws(TemplateError.Problem) -> (Node, start: Int, isStandalone: Bool)
    {
        position = opening.range.upperBound
        var blocks: [Node.Block] = []
        while let tag = try source.tag(from: position) {
            position = tag.range.upperBound
            switch tag.kind {
            case .comment: continue
            case .block:
                guard !blocks.contains(where: { $0.tag.name == tag.name }) else {
                    throw source.problem(at: tag.range.lowerBound, "the block \"\(tag.name)\" is replaced twice")
                }
                blocks.append(try replacement(tag))
            case .closing:
                try check(tag, closes: opening)
                guard let line = standaloneLine(opening.range.lowerBound..<tag.range.upperBound) else {
                    return (.parent(opening, indentation: nil, blocks), opening.range.lowerBound, false)
                }
                position = line.upperBound
                let indentation = line.lowerBound..<opening.range.lowerBound
                return (.parent(opening, indentation: indentation, blocks), line.lowerBound, true)
            default: throw source.problem(at: tag.range.lowerBound, "only blocks can stand directly in a parent")
            }
        }
        throw source.problem(at: opening.range.lowerBound, "\"\(opening.name)\" is not closed")
    }

    /// A block directly in a parent: the line break after its opening tag and the blanks before its closing tag
    /// are not part of it.
    private mutating func replacement(_ tag: Tag) throws(TemplateError.Problem) -> Node.Block {
        position = source.blankEnd(after: tag.range.upperBound) ?? tag.range.upperBound
        var (nodes, closing) = try self.nodes(in: tag)
        if let closing, source.blankStart(before: closing.range.lowerBound) != nil,
            case .indentation = nodes.last
        {
            nodes.removeLast()
        }
        return Node.Block(tag: tag, nodes: nodes, indentation: nil, isStandalone: false)
    }

    /// Text as literals with the indentation of every line that is not blank set apart.
    private func literals(_ range: Range<Int>) -> [Node] {
        var nodes: [Node] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let lineEnd = source.bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            let end = lineEnd ?? range.upperBound
            if source.isLineStart(start), source.blankEnd(after: start) == nil {
                let blanks = source.bytes[start..<end].prefix(while: Source.isBlank)
                nodes.append(.indentation(start..<blanks.endIndex))
                start = blanks.endIndex
            }
            if start < end { nodes.append(.literal(start..<end)) }
            start = end
        }
        return nodes
    }

    /// A line that starts with a tag has an indentation too.
    private func lineStart(at offset: Int) -> [Node] {
        source.isLineStart(offset) ? [.indentation(offset..<offset)] : []
    }
}
