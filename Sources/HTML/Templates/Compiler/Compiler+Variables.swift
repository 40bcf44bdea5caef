extension Compiler {
    mutating func variable(_ tag: Tag, at location: SourceLocation, in scope: Scope) throws(TemplateError.Problem) {
        let resolved = try location.at(tag.range.lowerBound) { () throws(TemplateDiagnostic) in
            let resolved = try scope.find(tag)
            guard resolved.field.kind.isPrintable else { throw resolved.diagnostic("only a section can show it") }
            try context.insert(resolved.field.kind)
            return resolved
        }
        try open(resolved.path[...], resolved.view.frame) { compiler, frame throws(TemplateError.Problem) in
            compiler.add(.write(frame: frame, compiler.retain(resolved.field)))
        }
    }

    /// Opens the views on the path of a dotted name, outermost first.
    mutating func open(
        _ path: ArraySlice<FieldInfo>, _ frame: Int,
        body: (inout Compiler, _ frame: Int) throws(TemplateError.Problem) -> Void
    ) throws(TemplateError.Problem) {
        guard let field = path.first else { return try body(&self, frame) }
        try open(field, frame) { compiler, child throws(TemplateError.Problem) in
            try compiler.open(path.dropFirst(), child, body: body)
        }
    }
}
