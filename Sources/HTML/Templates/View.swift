/// A plain value that a template renders.
@usableFromInline package protocol View: Sendable {
    /// The fields that templates can name; names are unique.
    static var fields: [Field<Self>] { get }
}

/// A view with its own template, rendered alone or used as a partial.
package protocol TemplateView: View {
    /// The stem of its file in the template folder, such as "list".
    static var template: String { get }
    /// The stems of all files that may show it, if there are several.
    static var templates: [String] { get }
    /// The stem of the file that shows this value.
    var template: String { get }
}

extension TemplateView {
    package static var templates: [String] { [template] }
    package var template: String { Self.template }
}

/// Data that may be streamed after the first part of a page.
@usableFromInline package enum Deferred<Value: Sendable>: Sendable {
    case ready(Value), pending

    /// The data; nil while pending.
    @usableFromInline package var value: Value? { if case .ready(let value) = self { value } else { nil } }
}
