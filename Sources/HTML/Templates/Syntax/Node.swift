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
