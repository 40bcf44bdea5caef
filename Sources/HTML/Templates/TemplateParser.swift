/// A node of a parsed template; ranges are byte offsets in its source.
indirect enum Node: Sendable {
    /// The blanks at the start of an output line.
    case indentation(Range<Int>)
    case literal(Range<Int>)
    case variable(Tag)
    case section(Tag, isInverted: Bool, [Node])
    /// Another template, with the blanks before a standalone tag.
    case partial(Tag, indentation: Range<Int>?)
    /// Another template with some of its blocks replaced.
    case parent(Tag, indentation: Range<Int>?, [Block])
    case block(Block)

    /// A part of a template that an inheriting template can replace, or its replacement.
    struct Block: Sendable {
        let tag: Tag
        let nodes: [Node]
        /// The blanks before the tag if only blanks precede it on its line.
        let indentation: Range<Int>?
        /// True if the opening tag is alone on its line, which is then not shown.
        let isStandalone: Bool
    }
}

extension [Node] {
    /// The indentation of the first line; nil if other output comes before a line start.
    var firstIndentation: Range<Int>? {
        for node in self {
            switch node {
            case .indentation(let range), .partial(_, .some(let range)), .parent(_, .some(let range), _): return range
            case .section(_, _, let nodes) where !nodes.isEmpty: return nodes.firstIndentation
            case .block(let block) where block.isStandalone && !block.nodes.isEmpty: return block.indentation
            case .section, .block: continue
            default: return nil
            }
        }
        return nil
    }
}

/// Parses a template into nodes; standalone tags leave no trace of their line.
struct TemplateParser {
    private let source: TemplateSource
    private var position = 0

    static func parse(_ source: TemplateSource) throws(TemplateError.Problem) -> [Node] {
        var parser = TemplateParser(source: source)
        let (nodes, _) = try parser.nodes(in: nil)
        return nodes
    }

    private init(source: TemplateSource) { self.source = source }

    /// Parses everything up to the closing tag of `opening`, or to the end of the file.
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
                at: closing.range.lowerBound, "\"\(closing.name)\" is closed while \"\(opening.name)\" is open")
        }
    }

    /// Returns the line of a tag if only blanks surround it.
    private func standaloneLine(_ range: Range<Int>) -> Range<Int>? {
        guard let start = source.blankStart(before: range.lowerBound),
            let end = source.blankEnd(after: range.upperBound)
        else { return nil }
        return start..<end
    }
}

extension TemplateParser {
    /// Parses a parent with its blocks, ignoring other text; also returns its start, or that of its line if it is
    /// standalone.
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
            default: throw source.problem(at: tag.range.lowerBound, "only blocks are allowed directly in a parent")
            }
        }
        throw source.problem(at: opening.range.lowerBound, "\"\(opening.name)\" is not closed")
    }

    /// Parses a block directly in a parent, without the line break after its opening tag and the blanks before its
    /// closing tag.
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

    /// Splits text into literals and the indentations of its nonblank lines.
    private func literals(_ range: Range<Int>) -> [Node] {
        var nodes: [Node] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let lineEnd = source.bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            let end = lineEnd ?? range.upperBound
            if source.isLineStart(start), source.blankEnd(after: start) == nil {
                let blanks = source.bytes[start..<end].prefix(while: TemplateSource.isBlank)
                nodes.append(.indentation(start..<blanks.endIndex))
                start = blanks.endIndex
            }
            if start < end { nodes.append(.literal(start..<end)) }
            start = end
        }
        return nodes
    }

    /// Returns an empty indentation if a line starts with the tag at the offset.
    private func lineStart(at offset: Int) -> [Node] {
        source.isLineStart(offset) ? [.indentation(offset..<offset)] : []
    }
}
