/// A plain value that a template renders.
package protocol View: Sendable {
    /// The fields that templates can name; names are unique.
    static var fields: [Field<Self>] { get }
}

/// A view with its own template, rendered alone or used as a partial.
package protocol TemplateView: View {
    /// The stem of its file in the template folder, such as "hero-list".
    static var template: String { get }
    static var examples: [Example<Self>] { get }
}
