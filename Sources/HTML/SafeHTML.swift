/// Markup that is safe to send: only the escaper, the sanitizer and the renderer create it.
package struct SafeHTML: Hashable, Sendable {
    package let markup: String

    init(trusted markup: String) { self.markup = markup }
}
