/// A piece of a parsed template; ranges and offsets are bytes of its source.
indirect enum Node: Sendable {
    /// The blanks at the start of a line that is shown.
    case indentation(Range<Int>)
    case literal(Range<Int>)
    case variable(Tag)
    case section(Tag, isInverted: Bool, [Node])
    /// Another template, with the blanks before the tag where it has a line of its own.
    case partial(Tag, indentation: Range<Int>?)
    /// Another template with some of its blocks replaced.
    case parent(Tag, indentation: Range<Int>?, [Block])
    case block(Block)

    /// A part of a template that a template inheriting from it can replace, or its replacement.
    struct Block: Sendable {
        let tag: Tag
        let nodes: [Node]
        /// The blanks before the tag, when nothing else stands before it on its line.
        let indentation: Range<Int>?
        /// Whether the opening tag has a line of its own, which is then not shown.
        let isStandalone: Bool
    }
}

extension [Node] {
    /// The indentation of the first line, when a line starts before anything else is written.
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
