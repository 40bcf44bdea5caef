/// A named, typed accessor of a view's property for templates.
package struct Field<V>: Sendable {
    let field: FieldInfo

    init(_ name: String, _ kind: FieldInfo.Kind, _ reader: FieldReader) {
        field = FieldInfo(name: name, kind: kind, reader: reader)
    }
}

/// A field without the type of its view.
struct FieldInfo: Sendable {
    let name: String
    let kind: Kind
    let reader: FieldReader

    /// The type of a field, which decides how templates may use it.
    enum Kind: Sendable {
        case text, optionalText, number, flag, html, optionalHTML, url, optionalURL
        case view(any View.Type), optionalView(any View.Type), list(any View.Type), deferred(any View.Type)
    }
}
