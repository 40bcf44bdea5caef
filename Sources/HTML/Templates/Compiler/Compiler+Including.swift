extension Compiler {
    /// More templates than this in one another include each other without end.
    private static let deepest = 24

    /// A partial, or a parent with replacements for its blocks.
    mutating func include(
        _ tag: Tag, _ indentation: Range<Int>?, _ blocks: [Node.Block], at place: Place, in scope: Scope
    ) throws(TemplateError.Problem) {
        guard let template = library.templates[tag.name] else {
            throw place.source.problem(
                at: tag.range.lowerBound, "missing \(tag.kind == .parent ? "parent" : "partial") \"\(tag.name)\"")
        }
        guard place.chain.count < Self.deepest else {
            let loop = place.chain.lastIndex(of: tag.name).map { place.chain[$0...] } ?? place.chain[...]
            let path = (loop + [tag.name]).joined(separator: " → ")
            throw place.source.problem(at: tag.range.lowerBound, "\"\(tag.name)\" includes itself without end: \(path)")
        }
        for block in blocks where !library.hasBlock(block.tag.name, in: tag.name) {
            throw place.source.problem(
                at: block.tag.range.lowerBound, "no block \"\(block.tag.name)\" in the parent \"\(tag.name)\"")
        }
        try compile(
            template.nodes, at: place.including(template.source, indentation: indentation, blocks), in: scope)
    }

    /// A block's replacement, which sees the names that the block sees, or what the block holds itself.
    mutating func block(_ block: Node.Block, at place: Place, in scope: Scope) throws(TemplateError.Problem) {
        guard let replacement = place.replacements[block.tag.name] else {
            return try compile(block.nodes, at: place, in: scope)
        }
        let nodes = replacement.block.nodes
        var isFirstLineStarted = false
        if case .indentation = nodes.first { isFirstLineStarted = !block.isStandalone }
        try compile(
            nodes.dropFirst(isFirstLineStarted ? 1 : 0), at: place.replacing(block, with: replacement), in: scope)
    }
}
