/// The compiler's location in the templates: the source, the chain of inclusions, replacements and indentation.
struct SourceLocation {
    let source: TemplateSource
    /// The inclusions that lead here, outermost first.
    let chain: [Inclusion]
    /// The replacements of this template's blocks, by name.
    var replacements: [String: Replacement] = [:]
    /// The bytes written before every line.
    var indentation: [UInt8] = []
    /// The number of blanks dropped from every line's own indentation.
    var outdent = 0

    /// A block of an inheriting template, with its location.
    struct Replacement {
        let block: Node.Block
        let location: SourceLocation
    }

    /// An included template and the tag that includes it.
    struct Inclusion {
        let name: String
        /// The tag's source and offset; nil for the template of the view.
        var tag: (source: TemplateSource, offset: Int)?
    }

    /// Returns the full indentation of a line with its own at `range`.
    func indentation(_ range: Range<Int>) -> [UInt8] {
        indentation + source.bytes[range].dropFirst(outdent)
    }

    /// Returns the location of a template that is included here.
    func including(
        _ source: TemplateSource, by tag: Tag, indentation range: Range<Int>?, _ blocks: [Node.Block]
    ) -> SourceLocation {
        var location = SourceLocation(source: source, chain: chain + [inclusion(by: tag)])
        // Replacements of the outermost template win.
        location.replacements = replacements
        for block in blocks where replacements[block.tag.name] == nil {
            location.replacements[block.tag.name] = Replacement(block: block, location: self)
        }
        location.indentation = range.map { indentation($0) } ?? []
        return location
    }

    func inclusion(by tag: Tag) -> Inclusion { Inclusion(name: tag.name, tag: (source, tag.range.lowerBound)) }

    /// Returns the location of a block's replacement, with the indentation of the block.
    func replacing(_ block: Node.Block, with replacement: Replacement) -> SourceLocation {
        var location = replacement.location
        let own = block.isStandalone ? block.nodes.firstIndentation ?? block.indentation : block.indentation
        location.indentation = own.map { indentation($0) } ?? indentation
        location.outdent = replacement.block.nodes.firstIndentation?.count ?? 0
        return location
    }
}
