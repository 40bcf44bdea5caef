/// The scope of names at a location in a template: the fields of the open views.
struct Scope {
    /// The open views, outermost first.
    private(set) var views: [OpenView]
    /// The optional value of the innermost section; nil in a section of a view.
    private(set) var value: ResolvedName?

    /// An open view, and its frame when the program runs.
    struct OpenView {
        let schema: ViewSchema
        let frame: Int
    }

    /// A field with the path of views that a dotted name leads through.
    struct ResolvedName {
        let view: OpenView
        let path: [FieldInfo]
        let field: FieldInfo
        /// The name of the view type that has the field.
        let owner: String
    }

    init(_ root: ViewSchema) { views = [OpenView(schema: root, frame: 0)] }

    func opening(_ schema: ViewSchema, frame: Int) -> Scope {
        var scope = self
        scope.views.append(OpenView(schema: schema, frame: frame))
        scope.value = nil
        return scope
    }

    func opening(_ value: ResolvedName) -> Scope {
        var scope = self
        scope.value = value
        return scope
    }

    /// Resolves the first part of the name in the innermost view that has it, and the other parts from there.
    func find(_ tag: Tag) throws(TemplateDiagnostic) -> ResolvedName {
        if tag.name == "." {
            guard let value else { throw .init("\".\" is allowed only in a section of an optional value") }
            return value
        }
        let parts = tag.parts
        guard let first = parts.first,
            let (view, field) = views.reversed().lazy.compactMap({ view in
                view.schema.fields[first].map { (view, $0) }
            }).first
        else { throw unknown(parts.first ?? "") }
        var resolved = ResolvedName(view: view, path: [], field: field, owner: view.schema.name)
        for part in parts.dropFirst() { resolved = try resolved.stepping(to: part) }
        return resolved
    }

    private func unknown(_ name: String) -> TemplateDiagnostic {
        let names = views.reversed().map(\.schema.name)
        let around = names.count > 1 ? " (within \(names.dropFirst().joined(separator: ", ")))" : ""
        return .init("unknown name \"\(name)\" in \(names.first ?? "")\(around)")
    }
}

extension Scope.ResolvedName {
    fileprivate func stepping(to part: String) throws(TemplateDiagnostic) -> Scope.ResolvedName {
        guard case .view(let type) = field.kind else {
            throw .init(
                "\"\(field.name)\" in \(owner) is \(field.kind.name): \".\(part)\" needs a view that is never missing")
        }
        let schema = try ViewSchema(type)
        guard let next = schema.fields[part] else { throw .init("unknown name \"\(part)\" in \(schema.name)") }
        return Scope.ResolvedName(view: view, path: path + [field], field: next, owner: schema.name)
    }
}
