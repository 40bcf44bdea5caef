extension Compiler {
    /// A parsed section with its location and scope.
    struct Section {
        let tag: Tag
        let nodes: [Node]
        let location: SourceLocation
        let scope: Scope

        /// Runs the body and reports its diagnostic at the opening tag.
        func checking<Result>(_ body: () throws(TemplateDiagnostic) -> Result) throws(TemplateError.Problem) -> Result {
            try location.at(tag.range.lowerBound, body)
        }
    }

    mutating func section(_ section: Section, isInverted: Bool) throws(TemplateError.Problem) {
        let resolved = try section.checking { () throws(TemplateDiagnostic) in try section.scope.find(section.tag.name)
        }
        context = context.atSectionBoundary
        let start = context
        try isInverted ? absent(section, resolved) : present(section, resolved)
        let end = context.atSectionBoundary
        context = try section.checking { () throws(TemplateDiagnostic) in
            if let merged = start.merged(with: end, repeats: resolved.field.kind.isList && !isInverted) {
                return merged
            }
            let last = start.description == end.description ? "another part of it" : end.description
            throw TemplateDiagnostic(
                "the section \"\(section.tag.name)\" starts in \(start.description) and ends in \(last)")
        }
    }

    private mutating func present(
        _ section: Section, _ resolved: Scope.ResolvedName
    ) throws(TemplateError.Problem) {
        switch resolved.field.kind {
        case .flag, .value(_, isOptional: true): try when(resolved, is: true, section)
        case .view(let type, _): try each(resolved, type, section)
        case .list(let type):
            streamingCheck.enterList()
            try each(resolved, type, section)
            streamingCheck.leaveList()
        case .deferred(let type):
            try section.checking { () throws(TemplateDiagnostic) in try streamingCheck.enterDeferred(context) }
            add(.cut(frame: resolved.frame, retain(resolved.field)))
            try each(resolved, type, section)
            streamingCheck.leaveDeferred()
        case .value:
            try section.checking { () throws(TemplateDiagnostic) in throw resolved.diagnostic("it cannot be a section")
            }
        }
    }

    private mutating func absent(
        _ section: Section, _ resolved: Scope.ResolvedName
    ) throws(TemplateError.Problem) {
        try section.checking { () throws(TemplateDiagnostic) in
            guard resolved.field.kind.isOptional else { throw resolved.diagnostic("it is never missing") }
            if case .deferred = resolved.field.kind { try streamingCheck.checkPlaceholder() }
        }
        try when(resolved, is: false, section)
    }

    private mutating func when(
        _ name: Scope.ResolvedName, is expected: Bool, _ section: Section
    ) throws(TemplateError.Problem) {
        let reader = retain(name.field)
        try add({ .when(frame: name.frame, reader, expected: expected, end: $0) }) {
            compiler throws(TemplateError.Problem) in
            try compiler.compile(section.nodes, at: section.location, in: section.scope)
        }
    }

    private mutating func each(
        _ name: Scope.ResolvedName, _ type: any View.Type, _ section: Section
    ) throws(TemplateError.Problem) {
        let schema = try section.checking { () throws(TemplateDiagnostic) in try ViewSchema(type) }
        let scope = Scope(views: section.scope.views + [schema])
        program.frameCount = max(program.frameCount, scope.views.count)
        let reader = retain(name.field)
        try add({ .each(frame: name.frame, reader, child: scope.views.count - 1, end: $0) }) {
            compiler throws(TemplateError.Problem) in
            try compiler.compile(section.nodes, at: section.location, in: scope)
        }
    }
}

/// Checks that a page has one cut for deferred data, because it is sent in at most two parts.
struct StreamingCheck {
    private var state = State.unseen
    private var isInside = false
    private var lists = 0

    private enum State {
        case unseen
        /// Only blanks have followed the last section of deferred data.
        case open
        case closed
    }

    /// Records visible output.
    mutating func didWrite() {
        if state == .open { state = .closed }
    }

    /// Checks that a placeholder for pending data is in the first part.
    func checkPlaceholder() throws(TemplateDiagnostic) {
        guard state == .unseen else {
            throw TemplateDiagnostic("a placeholder for deferred data must come before the section of the data")
        }
    }

    mutating func enterDeferred(_ context: Context) throws(TemplateDiagnostic) {
        guard context.state == .text else { throw TemplateDiagnostic("deferred data in \(context.description)") }
        guard !isInside, lists == 0 else {
            throw TemplateDiagnostic("deferred data inside a list or other deferred data")
        }
        guard state != .closed else {
            throw TemplateDiagnostic("sections of deferred data must directly follow each other")
        }
        (isInside, state) = (true, .unseen)
    }

    mutating func leaveDeferred() { (isInside, state) = (false, .open) }

    mutating func enterList() { lists += 1 }

    mutating func leaveList() { lists -= 1 }
}
