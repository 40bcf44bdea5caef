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
}

/// The compiler's location in the templates: the source, and the chain of inclusions.
struct SourceLocation {
    let source: TemplateSource
    /// The names of the templates that lead here, outermost first.
    let chain: [String]
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
