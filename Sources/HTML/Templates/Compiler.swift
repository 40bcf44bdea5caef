/// Compiles the template of a view, with everything it includes, to a program; rejects unsafe or ill-typed templates.
struct Compiler {
    let templateSet: TemplateSet
    var program = Program()
    var context = Context()
    var streamingCheck = StreamingCheck()
    /// The index of the last step that is a jump target: literals before it must not be extended.
    private var lastJumpTarget = 0

    private init(templateSet: TemplateSet) { self.templateSet = templateSet }

    static func compile<V: TemplateView>(
        _ view: V.Type, _ name: String, _ templateSet: TemplateSet
    ) throws(TemplateError.Problem) -> Program {
        guard let template = templateSet.templates[name] else {
            throw TemplateError.Problem(
                file: "\(templateSet.folder)/\(name).html", line: 1, column: 1,
                message: "missing template of \(String(describing: V.self))")
        }
        var compiler = Compiler(templateSet: templateSet)
        let location = SourceLocation(source: template.source, chain: [name])
        let schema = try location.at(0) { () throws(TemplateDiagnostic) in try ViewSchema(view) }
        try compiler.compile(template.nodes, at: location, in: Scope(views: [schema]))
        guard compiler.context == Context() else {
            throw template.source.problem(
                at: template.source.bytes.count, "the template ends in \(compiler.context.description)")
        }
        return compiler.program
    }

    mutating func compile(
        _ nodes: some Sequence<Node>, at location: SourceLocation, in scope: Scope
    ) throws(TemplateError.Problem) {
        for node in nodes {
            switch node {
            case .literal(let range): try add(location.source.bytes[range], from: range.lowerBound, of: location)
            case .variable(let tag): try variable(tag, at: location, in: scope)
            case .section(let tag, let isInverted, let nodes):
                try section(Section(tag: tag, nodes: nodes, location: location, scope: scope), isInverted: isInverted)
            case .partial(let tag): try include(tag, at: location, in: scope)
            }
        }
    }
}

extension Compiler {
    private mutating func add(
        _ text: ArraySlice<UInt8>, from offset: Int, of location: SourceLocation
    ) throws(TemplateError.Problem) {
        for (index, byte) in text.enumerated() {
            do {
                try context.read(byte)
            } catch {
                throw location.source.problem(at: offset + index, error.message)
            }
        }
        add(literal: text)
    }

    private mutating func add(literal text: ArraySlice<UInt8>) {
        if text.isEmpty { return }
        if !text.allSatisfy(\.isMarkupSpace) { streamingCheck.didWrite() }
        let start = program.literals.count
        program.literals += text
        let last = program.steps.count - 1
        if last >= lastJumpTarget, case .literal(let range) = program.steps[last] {
            program.steps[last] = .literal(range.lowerBound..<program.literals.count)
        } else {
            program.steps.append(.literal(start..<program.literals.count))
        }
    }

    mutating func retain(_ field: FieldInfo) -> Unmanaged<FieldReader> { program.retain(field.reader) }

    mutating func add(_ step: Program.Step) {
        streamingCheck.didWrite()
        program.steps.append(step)
    }

    /// Adds a step that controls the steps added by `body`.
    mutating func add(
        _ step: (_ end: Int) -> Program.Step, body: (inout Compiler) throws(TemplateError.Problem) -> Void
    ) throws(TemplateError.Problem) {
        let index = program.steps.count
        program.steps.append(step(index))
        try body(&self)
        program.steps[index] = step(program.steps.count)
        lastJumpTarget = program.steps.count
    }
}

extension Compiler {
    mutating func variable(_ tag: Tag, at location: SourceLocation, in scope: Scope) throws(TemplateError.Problem) {
        let resolved = try location.at(tag.range.lowerBound) { () throws(TemplateDiagnostic) in
            let resolved = try scope.find(tag.name)
            guard case .value(let value, _) = resolved.field.kind else {
                throw resolved.diagnostic("only a section can show it")
            }
            try context.insert(value)
            return resolved
        }
        add(.write(frame: resolved.frame, retain(resolved.field)))
    }
}

extension Compiler {
    /// Compiles a partial in the scope of its tag.
    private mutating func include(
        _ tag: Tag, at location: SourceLocation, in scope: Scope
    ) throws(TemplateError.Problem) {
        guard let template = templateSet.templates[tag.name] else {
            throw location.source.problem(at: tag.range.lowerBound, "missing partial \"\(tag.name)\"")
        }
        guard !location.chain.contains(tag.name) else {
            let start = location.chain.firstIndex(of: tag.name) ?? 0
            let path = (location.chain[start...] + [tag.name]).joined(separator: " → ")
            throw location.source.problem(at: tag.range.lowerBound, "\"\(tag.name)\" includes itself: \(path)")
        }
        let inside = SourceLocation(source: template.source, chain: location.chain + [tag.name])
        try compile(template.nodes, at: inside, in: scope)
    }
}
