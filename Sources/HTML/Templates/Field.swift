/// A name that templates can use for a part of a view, and how to get at that part.
package struct Field<V>: Sendable {
    let member: Member

    init(_ name: String, _ kind: Member.Kind, _ access: Access) {
        member = Member(name: name, kind: kind, access: access)
    }
}

/// A field without the type of its view.
struct Member: Sendable {
    let name: String
    let kind: Kind
    let access: Access

    /// What a template may do with a field.
    enum Kind: Sendable {
        case text, optionalText, number, flag, html, optionalHTML, url, optionalURL
        case view(any View.Type), optionalView(any View.Type), list(any View.Type), later(any View.Type)
    }
}
