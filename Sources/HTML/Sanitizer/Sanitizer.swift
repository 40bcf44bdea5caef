/// Turns strangers' HTML into markup that is safe to send and good to read.
///
/// The output has `p`, `br`, `em`, `strong`, `ul`, `ol`, `li` and `a[href]` only, and is a fixpoint: sanitized again, or
/// parsed and serialised by an HTML5 parser, it stays the same byte for byte.
package struct Sanitizer: Sendable {
    /// Bytes of a description that are read.
    package static let maximumInput = 1 << 20

    private let base: LinkAddress.Base?

    /// Relative links become absolute against the source's address; without one they become text.
    package init(base: String? = nil) { self.base = base.flatMap { LinkAddress.Base($0) } }

    /// The description as paragraphs and lists; nil where there is none.
    package func sanitize(_ html: String) -> SafeHTML? { sanitize(bytes: html.utf8) }

    /// The description as paragraphs and lists; nil where there is none. Invalid UTF-8 is repaired.
    package func sanitize(bytes: some Collection<UInt8>) -> SafeHTML? {
        let description = read(bytes)
        return description.blocks.isEmpty ? nil : SafeHTML(trusted: MarkupWriter.markup(of: description))
    }

    /// The text with its emphasis and links, but in no blocks, as a line such as an attribution wants it.
    package func sanitizeInline(_ html: String) -> SafeHTML? {
        let description = read(html.utf8)
        return description.blocks.isEmpty ? nil : SafeHTML(trusted: MarkupWriter.inlineMarkup(of: description))
    }

    /// The text alone, cut at a word with an ellipsis where it has more characters than the limit.
    package func plainText(_ html: String, limit: Int) -> String? {
        let text = read(html.utf8).plainText()
        return text.isEmpty ? nil : Excerpt.cut(text, to: limit)
    }

    private func read(_ bytes: some Collection<UInt8>) -> Description {
        let input = SourceText.clean(bytes, limit: Self.maximumInput)
        var builder = DescriptionBuilder(base: base)
        if input.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            HTMLTree.walk(Reducer.reduce(input)) { builder.visit($0) }
        } else {
            builder.append(input)
        }
        return builder.finish()
    }
}
