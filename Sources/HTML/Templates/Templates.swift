/// A folder of templates, checked against the views they render.
package struct Templates: Sendable {
    private let programs: [ObjectIdentifier: Program]

    /// Parses and checks everything in the folder; the error names each mistake with file, line and column.
    package init(folder: String, views: [any TemplateView.Type]) throws(TemplateError) {
        programs = [:]
    }

    package func render<V: TemplateView>(_ view: V) -> Rendering { Rendering(head: [], tail: nil) }

    /// Appends the view as one part, whether its data is pending or not.
    package func append<V: TemplateView>(_ view: V, to buffer: inout [UInt8]) {}
}
struct Program: Sendable {}
