extension Compiler {
    /// Templates in one another; those that include each other without end are found by having more.
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
            throw Self.endlessness(of: place.chain + [place.inclusion(by: tag)], in: place.source)
        }
        for block in blocks where !library.hasBlock(block.tag.name, in: tag.name) {
            throw place.source.problem(
                at: block.tag.range.lowerBound, "no block \"\(block.tag.name)\" in the parent \"\(tag.name)\"")
        }
        try compile(
            template.nodes, at: place.including(template.source, by: tag, indentation: indentation, blocks), in: scope)
    }

    /// What to say of a chain of templates that is too long: the templates that come again and again, at the tag that
    /// begins with them anew. What the last round includes besides has no part in it.
    private static func endlessness(of chain: [Place.Inclusion], in source: Source) -> TemplateError.Problem {
        let names = chain.map(\.name)
        guard let end = names.indices.last(where: { names[..<$0].contains(names[$0]) }), let tag = chain[end].tag else {
            let offset = chain.last?.tag?.offset ?? 0
            return source.problem(
                at: offset, "more than \(deepest) templates in one another: \(names.joined(separator: " → "))")
        }
        let period = period(of: names[...end])
        let path = names[(end - period)...end].joined(separator: " → ")
        return tag.source.problem(at: tag.offset, "\"\(names[end])\" includes itself without end: \(path)")
    }

    /// How many names at the end of a list come before in the same order most often.
    private static func period(of names: ArraySlice<String>) -> Int {
        let repeats = (1..<names.count).map { period in
            (period: period, count: zip(names.reversed(), names.dropLast(period).reversed()).prefix { $0 == $1 }.count)
        }
        return repeats.max { ($0.count, $1.period) < ($1.count, $0.period) }?.period ?? 1
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
