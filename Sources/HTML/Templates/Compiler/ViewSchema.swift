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
    var name: String {
        switch self {
        case .text: "text"
        case .optionalText: "optional text"
        case .number: "a number"
        case .flag: "a flag"
        case .html: "markup"
        case .optionalHTML: "optional markup"
        case .url: "a url"
        case .optionalURL: "an optional url"
        case .view: "a view"
        case .optionalView: "an optional view"
        case .list: "a list"
        case .deferred: "deferred data"
        }
    }
}

extension FieldInfo.Kind {
    /// True if a variable tag can write it.
    var isPrintable: Bool {
        switch self {
        case .text, .optionalText, .number, .html, .optionalHTML, .url, .optionalURL: true
        case .flag, .view, .optionalView, .list, .deferred: false
        }
    }

    /// True if an inverted section of it can be shown.
    var isOptional: Bool {
        switch self {
        case .optionalText, .flag, .optionalHTML, .optionalURL, .optionalView, .list, .deferred: true
        case .text, .number, .html, .url, .view: false
        }
    }

    var isList: Bool { if case .list = self { true } else { false } }
}

extension Scope.ResolvedName {
    func diagnostic(_ reason: String) -> TemplateDiagnostic {
        TemplateDiagnostic("\"\(field.name)\" in \(owner) is \(field.kind.name): \(reason)")
    }
}
