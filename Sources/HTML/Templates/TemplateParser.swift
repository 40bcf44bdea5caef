/// A node of a parsed template; ranges are byte offsets in its source.
indirect enum Node: Sendable {
    case literal(Range<Int>)
    case variable(Tag)
    case section(Tag, isInverted: Bool, [Node])
    /// Another template.
    case partial(Tag)
}

/// Parses a template into nodes. Text is rendered as it is written, but a line that is only a tag is not rendered.
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
            nodes += literal(position..<tag.range.lowerBound)
            position = tag.range.upperBound + (tag.kind != .variable && source.isLine(tag.range) ? 1 : 0)
            switch tag.kind {
            case .variable: nodes.append(.variable(tag))
            case .section, .inverted:
                nodes.append(.section(tag, isInverted: tag.kind == .inverted, try self.nodes(in: tag).nodes))
            case .partial: nodes.append(.partial(tag))
            case .comment: break
            case .closing:
                try check(tag, closes: opening)
                return (nodes, tag)
            }
        }
        if let opening { throw source.problem(at: opening.range.lowerBound, "\"\(opening.name)\" is not closed") }
        nodes += literal(position..<source.bytes.count)
        return (nodes, nil)
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

    private func literal(_ range: Range<Int>) -> [Node] { range.isEmpty ? [] : [.literal(range)] }
}
