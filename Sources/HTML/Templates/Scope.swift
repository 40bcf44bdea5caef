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

    /// A field of an open view.
    struct ResolvedName {
        let view: OpenView
        let field: FieldInfo
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

    /// Resolves the name in the innermost view that has it.
    func find(_ tag: Tag) throws(TemplateDiagnostic) -> ResolvedName {
        if tag.name == "." {
            guard let value else { throw .init("\".\" is allowed only in a section of an optional value") }
            return value
        }
        for view in views.reversed() {
            if let field = view.schema.fields[tag.name] { return ResolvedName(view: view, field: field) }
        }
        throw unknown(tag.name)
    }

    private func unknown(_ name: String) -> TemplateDiagnostic {
        let names = views.reversed().map(\.schema.name)
        let around = names.count > 1 ? " (within \(names.dropFirst().joined(separator: ", ")))" : ""
        return .init("unknown name \"\(name)\" in \(names.first ?? "")\(around)")
    }
}

/// The fields of a view type, by name.
struct ViewSchema {
    let name: String
    let fields: [String: FieldInfo]

    init(_ type: any View.Type) throws(TemplateDiagnostic) {
        name = String(describing: type)
        var fields: [String: FieldInfo] = [:]
        for field in Self.fields(type) {
            if fields.updateValue(field, forKey: field.name) != nil {
                throw .init("\(name) declares the field \"\(field.name)\" twice")
            }
        }
        self.fields = fields
    }

    private static func fields<V: View>(_ type: V.Type) -> [FieldInfo] { type.fields.map(\.field) }
}

extension FieldInfo.Kind {
    /// The type's name in error messages.
    fileprivate var name: String {
        switch self {
        case .value(let value, let isOptional): (isOptional ? "optional " : "") + value.rawValue
        case .flag: "flag"
        case .view(_, let isOptional): isOptional ? "optional view" : "view"
        case .list: "list"
        case .deferred: "deferred data"
        }
    }

    /// True if an inverted section of it can be shown.
    var isOptional: Bool {
        switch self {
        case .value(_, let isOptional), .view(_, let isOptional): isOptional
        case .flag, .list, .deferred: true
        }
    }

    var isList: Bool { if case .list = self { true } else { false } }
}

extension Scope.ResolvedName {
    func diagnostic(_ reason: String) -> TemplateDiagnostic {
        TemplateDiagnostic("\"\(field.name)\" in \(view.schema.name) (\(field.kind.name)): \(reason)")
    }
}
