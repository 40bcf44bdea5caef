/// Where in the templates the compiler is, and what applies there.
struct Place {
    let source: Source
    /// The templates that led here, outermost first.
    let chain: [Inclusion]
    /// What replaces the blocks of this template.
    var replacements: [String: Replacement] = [:]
    /// What is put before every line.
    var indentation: [UInt8] = []
    /// How many blanks of every line's own indentation are dropped.
    var outdent = 0

    /// A block of an inheriting template, with the place it is written at.
    struct Replacement {
        let block: Node.Block
        let place: Place
    }

    /// A template, and the tag that includes it.
    struct Inclusion {
        let name: String
        /// The source that has the tag, and where; nil for the template of the view.
        var tag: (source: Source, offset: Int)?
    }

    /// The indentation of a line here whose own is `range`.
    func indentation(_ range: Range<Int>) -> [UInt8] {
        indentation + source.bytes[range].dropFirst(outdent)
    }

    /// A template that is included here.
    func including(
        _ source: Source, by tag: Tag, indentation range: Range<Int>?, _ blocks: [Node.Block]
    ) -> Place {
        var place = Place(source: source, chain: chain + [inclusion(by: tag)])
        // What the outermost template replaces wins.
        place.replacements = replacements
        for block in blocks where replacements[block.tag.name] == nil {
            place.replacements[block.tag.name] = Replacement(block: block, place: self)
        }
        place.indentation = range.map { indentation($0) } ?? []
        return place
    }

    func inclusion(by tag: Tag) -> Inclusion { Inclusion(name: tag.name, tag: (source, tag.range.lowerBound)) }

    /// The place of what replaces a block that stands here: its own, with the indentation of the block.
    func replacing(_ block: Node.Block, with replacement: Replacement) -> Place {
        var place = replacement.place
        let own = block.isStandalone ? block.nodes.firstIndentation ?? block.indentation : block.indentation
        place.indentation = own.map { indentation($0) } ?? indentation
        place.outdent = replacement.block.nodes.firstIndentation?.count ?? 0
        return place
    }
}
