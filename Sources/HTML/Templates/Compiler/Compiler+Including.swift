extension Compiler {
    /// The limit of nested templates, which also detects endless recursion.
    private static let maximumDepth = 24

    /// Compiles a partial, or a parent with replacements for its blocks.
    mutating func include(
        _ tag: Tag, _ indentation: Range<Int>?, _ blocks: [Node.Block], at location: SourceLocation, in scope: Scope
    ) throws(TemplateError.Problem) {
        guard let template = templateSet.templates[tag.name] else {
            throw location.source.problem(
                at: tag.range.lowerBound, "missing \(tag.kind == .parent ? "parent" : "partial") \"\(tag.name)\"")
        }
        guard location.chain.count < Self.maximumDepth else {
            throw Self.infiniteInclusion(in: location.chain + [location.inclusion(by: tag)], location.source)
        }
        for block in blocks where !templateSet.hasBlock(block.tag.name, in: tag.name) {
            throw location.source.problem(
                at: block.tag.range.lowerBound, "no block \"\(block.tag.name)\" in the parent \"\(tag.name)\"")
        }
        try compile(
            template.nodes, at: location.including(template.source, by: tag, indentation: indentation, blocks),
            in: scope)
    }

    /// Describes a chain of templates that is too long: the shortest cycle at its end, reported at the tag that
    /// restarts it.
    private static func infiniteInclusion(
        in chain: [SourceLocation.Inclusion], _ source: TemplateSource
    ) -> TemplateError.Problem {
        let names = chain.map(\.name)
        guard let end = names.indices.last(where: { names[..<$0].contains(names[$0]) }), let tag = chain[end].tag else {
            let offset = chain.last?.tag?.offset ?? 0
            return source.problem(
                at: offset, "templates nested more than \(maximumDepth) deep: \(names.joined(separator: " → "))")
        }
        let period = period(of: names[...end])
        let path = names[(end - period)...end].joined(separator: " → ")
        return tag.source.problem(at: tag.offset, "\"\(names[end])\" includes itself: \(path)")
    }

    /// Returns the length of the cycle that repeats most often at the end of a list.
    private static func period(of names: ArraySlice<String>) -> Int {
        let repeats = (1..<names.count).map { period in
            (period: period, count: zip(names.reversed(), names.dropLast(period).reversed()).prefix { $0 == $1 }.count)
        }
        return repeats.max { ($0.count, $1.period) < ($1.count, $0.period) }?.period ?? 1
    }

    /// Compiles a block's replacement, in the scope of the block, or the block's default content.
    mutating func block(_ block: Node.Block, at location: SourceLocation, in scope: Scope) throws(TemplateError.Problem)
    {
        guard let replacement = location.replacements[block.tag.name] else {
            return try compile(block.nodes, at: location, in: scope)
        }
        let nodes = replacement.block.nodes
        var isFirstLineStarted = false
        if case .indentation = nodes.first { isFirstLineStarted = !block.isStandalone }
        try compile(
            nodes.dropFirst(isFirstLineStarted ? 1 : 0), at: location.replacing(block, with: replacement), in: scope)
    }
}
