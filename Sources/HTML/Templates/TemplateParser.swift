/// A node of a parsed template; ranges are byte offsets in its source.
indirect enum Node: Sendable {
    /// The blanks at the start of an output line.
    case indentation(Range<Int>)
    case literal(Range<Int>)
    case variable(Tag)
    case section(Tag, isInverted: Bool, [Node])
    /// Another template, with the blanks before a standalone tag.
    case partial(Tag, indentation: Range<Int>?)
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
        case .comment, .closing: return nil
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
