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
