/// The parsed templates of a folder, by stem.
struct TemplateSet: Sendable {
    /// The folder's name in error messages.
    let folder: String
    private(set) var templates: [String: Template] = [:]

    struct Template: Sendable {
        let source: TemplateSource
        let nodes: [Node]
    }

    /// Parses every file.
    init(_ files: [String: [UInt8]], folder: String) throws(TemplateError) {
        self.folder = folder
        var problems: [TemplateError.Problem] = []
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            let source = TemplateSource(name: name, file: "\(folder)/\(name).html", bytes: bytes)
            do {
                try source.checkEncoding()
                templates[name] = Template(source: source, nodes: try TemplateParser.parse(source))
            } catch {
                problems.append(error)
            }
        }
        guard problems.isEmpty else { throw TemplateError(problems: problems) }
    }

    /// Returns true if a template, or one that it includes, has the block.
    func hasBlock(_ name: String, in template: String) -> Bool {
        var visited: Set<String> = []
        return hasBlock(name, in: template, &visited)
    }

    private func hasBlock(_ name: String, in template: String, _ visited: inout Set<String>) -> Bool {
        guard visited.insert(template).inserted, let template = templates[template] else { return false }
        return hasBlock(name, in: template.nodes, &visited)
    }

    private func hasBlock(_ name: String, in nodes: [Node], _ visited: inout Set<String>) -> Bool {
        for node in nodes {
            let isFound =
                switch node {
                case .indentation, .literal, .variable: false
                case .section(_, _, let nodes): hasBlock(name, in: nodes, &visited)
                case .partial(let tag, _): hasBlock(name, in: tag.name, &visited)
                case .parent(let tag, _, let blocks):
                    hasBlock(name, in: tag.name, &visited)
                        || hasBlock(name, in: blocks.flatMap(\.nodes), &visited)
                case .block(let block): block.tag.name == name || hasBlock(name, in: block.nodes, &visited)
                }
            if isFound { return true }
        }
        return false
    }
}

/// The compiler's location in the templates: the source, the chain of inclusions, replacements and indentation.
struct SourceLocation {
    let source: TemplateSource
    /// The names of the templates that lead here, outermost first.
    let chain: [String]
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

    /// Returns the full indentation of a line with its own at `range`.
    func indentation(_ range: Range<Int>) -> [UInt8] {
        indentation + source.bytes[range].dropFirst(outdent)
    }

    /// Returns the location of a template that is included here.
    func including(
        _ source: TemplateSource, by tag: Tag, indentation range: Range<Int>?, _ blocks: [Node.Block]
    ) -> SourceLocation {
        var location = SourceLocation(source: source, chain: chain + [tag.name])
        // Replacements of the outermost template win.
        location.replacements = replacements
        for block in blocks where replacements[block.tag.name] == nil {
            location.replacements[block.tag.name] = Replacement(block: block, location: self)
        }
        location.indentation = range.map { indentation($0) } ?? []
        return location
    }

    /// Returns the location of a block's replacement, with the indentation of the block.
    func replacing(_ block: Node.Block, with replacement: Replacement) -> SourceLocation {
        var location = replacement.location
        let own = block.isStandalone ? block.nodes.firstIndentation ?? block.indentation : block.indentation
        location.indentation = own.map { indentation($0) } ?? indentation
        location.outdent = replacement.block.nodes.firstIndentation?.count ?? 0
        return location
    }
}

/// The reason for rejecting a part of a template; the catcher adds the location.
struct TemplateDiagnostic: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension SourceLocation {
    /// Runs the body and reports its diagnostic at the offset.
    func at<Result>(
        _ offset: Int, _ body: () throws(TemplateDiagnostic) -> Result
    ) throws(TemplateError.Problem) -> Result {
        do {
            return try body()
        } catch {
            throw source.problem(at: offset, error.message)
        }
    }
}
