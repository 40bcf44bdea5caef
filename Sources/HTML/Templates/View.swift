/// A plain value that a template can show.
package protocol View: Sendable {
    /// What templates can name, each name once.
    static var fields: [Field<Self>] { get }
}

/// A view with a template of its own, rendered alone or used as a partial too.
package protocol TemplateView: View {
    /// The stem of its file in the folder of templates, such as "hero-list".
    static var template: String { get }
    static var examples: [Example<Self>] { get }
}
