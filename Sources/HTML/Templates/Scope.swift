/// The scope of names at a location in a template: the fields of the open views.
struct Scope {
    /// The open views, outermost first; each is the frame of its index when the program runs.
    let views: [ViewSchema]

    /// A field of an open view.
    struct ResolvedName {
        let frame: Int
        let owner: String
        let field: FieldInfo
    }

    /// Resolves the name in the innermost view that has it.
    func find(_ name: String) throws(TemplateDiagnostic) -> ResolvedName {
        for (frame, view) in views.enumerated().reversed() {
            if let field = view.fields[name] { return ResolvedName(frame: frame, owner: view.name, field: field) }
        }
        let names = views.reversed().map(\.name)
        let around = names.count > 1 ? " (within \(names.dropFirst().joined(separator: ", ")))" : ""
        throw .init("unknown name \"\(name)\" in \(names.first ?? "")\(around)")
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
        TemplateDiagnostic("\"\(field.name)\" in \(owner) (\(field.kind.name)): \(reason)")
    }
}
