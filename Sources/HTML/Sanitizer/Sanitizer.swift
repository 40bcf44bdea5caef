/// Turns strangers' HTML into markup that is safe to send and good to read.
///
/// The output has `p`, `br`, `em`, `strong`, `ul`, `ol`, `li` and `a[href]` only, and is a fixpoint: sanitized again, or
/// parsed and serialised by an HTML5 parser, it stays the same byte for byte.
package struct Sanitizer: Sendable {
    private let base: LinkAddress.Base?
    /// Bytes of a description that are read, and of its markup that are written.
    private let limit: Int

    /// Relative links become absolute against the source's address; without one they become text. What is longer than
    /// the limit, in bytes, is cut.
    package init(base: String? = nil, limit: Int = 1 << 20) {
        self.base = base.flatMap { LinkAddress.Base($0) }
        self.limit = limit
    }

    /// The description as paragraphs and lists; nil where there is none.
    package func sanitize(_ html: String) -> SafeHTML? {
        var html = html
        return html.withUTF8 { sanitize(bytes: $0) }
    }

    /// The description as paragraphs and lists; nil where there is none. Invalid UTF-8 is repaired.
    package func sanitize(bytes: some Collection<UInt8>) -> SafeHTML? {
        let description = read(bytes)
        return description.blocks.isEmpty ? nil : SafeHTML(trusted: MarkupWriter.markup(of: description))
    }

    /// The text with its emphasis and links, but in no blocks, as a line such as an attribution wants it.
    package func sanitizeInline(_ html: String) -> SafeHTML? {
        let description = read(html.utf8, cuttingTails: false)
        return description.blocks.isEmpty ? nil : SafeHTML(trusted: MarkupWriter.inlineMarkup(of: description))
    }

    /// The text alone, cut at a word with an ellipsis where it has more characters than the limit.
    package func plainText(_ html: String, limit: Int) -> String? {
        let text = read(html.utf8).plainText()
        return text.isEmpty ? nil : Excerpt.cut(text, to: limit)
    }

    private func read(_ bytes: some Collection<UInt8>, cuttingTails: Bool = true) -> Description {
        let input = SourceText.clean(bytes, limit: limit)
        var builder = DescriptionBuilder(base: base, capacity: input.count)
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
