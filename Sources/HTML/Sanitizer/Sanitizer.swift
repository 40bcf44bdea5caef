/// Sanitizes untrusted HTML to a small, readable subset.
///
/// The output has `p`, `br`, `em`, `strong`, `ul`, `ol`, `li` and `a[href]` only. Without replaced links it is a
/// fixpoint: sanitizing it again, or parsing and serialising it with an HTML5 parser, returns the same bytes.
package struct Sanitizer: Sendable {
    private let links: LinkPolicy
    /// The maximum number of bytes of the input and of the output.
    private let limit: Int

    /// Creates a sanitizer. Relative links are resolved against the base URL; without one they become text. A link is
    /// replaced if the closure returns another for its absolute URL. Input and output are cut at the limit, in bytes.
    package init(
        base: String? = nil, limit: Int = 1 << 20,
        replacingLinks replacement: @escaping LinkPolicy.Replacement = { _ in nil }
    ) {
        links = LinkPolicy(base: base.flatMap { LinkURL.Base($0) }, replacement: replacement)
        self.limit = limit
    }

    /// Returns the description as paragraphs and lists; nil if it is empty.
    package func sanitize(_ html: String) -> SafeHTML? {
        var html = html
        return html.withUTF8 { sanitize(bytes: $0) }
    }

    /// Returns the description as paragraphs and lists; nil if it is empty. Invalid UTF-8 is repaired.
    package func sanitize(bytes: some Collection<UInt8>) -> SafeHTML? {
        let description = read(bytes)
        return description.blocks.isEmpty ? nil : SafeHTML(trusted: MarkupWriter.markup(of: description))
    }

    /// Returns the text with emphasis and links but without blocks, for a line such as an attribution.
    package func sanitizeInline(_ html: String) -> SafeHTML? {
        let description = read(html.utf8, cuttingTails: false)
        return description.blocks.isEmpty ? nil : SafeHTML(trusted: MarkupWriter.inlineMarkup(of: description))
    }

    /// Returns the text alone, truncated at a word with an ellipsis if it has more characters than the limit.
    package func plainText(_ html: String, limit: Int) -> String? {
        let text = read(html.utf8).plainText()
        return text.isEmpty ? nil : Excerpt.cut(text, to: limit)
    }

    private func read(_ bytes: some Collection<UInt8>, cuttingTails: Bool = true) -> Description {
        let input = SourceText.clean(bytes, limit: limit)
        var builder = DescriptionBuilder(links: links, capacity: input.count)
        if input.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            HTMLReader.walk(MarkupNormalizer.normalize(input)) { builder.visit($0) }
        } else {
            builder.append(input)
        }
        var description = builder.finish()
        description.finish(limit: limit, cuttingTails: cuttingTails)
        return description
    }
}
