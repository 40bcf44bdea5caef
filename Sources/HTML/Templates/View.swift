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

/// A named state of a view, for looking at and for snapshots.
package struct Example<V: Sendable>: Sendable {
    package let name: String
    package let view: V

    package init(_ name: String, _ view: V) {
        self.name = name
        self.view = view
    }
}

/// Data that may come after the first part of a page is sent.
package enum Later<Value: Sendable>: Sendable {
    case ready(Value), pending

    /// Nil while pending.
    package var value: Value? { if case .ready(let value) = self { value } else { nil } }
}
