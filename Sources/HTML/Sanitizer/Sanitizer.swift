/// Sanitizes untrusted HTML to a small, readable subset: `p`, `br`, `em`, `strong`, `ul`, `ol`, `li` and `a[href]`.
///
/// libxml2 parses, an allow-list decides, and a writer writes eight tags and escaped text. Without replaced links, the
/// output of the writer is read as itself.
package struct Sanitizer: Sendable {
    private let links: LinkPolicy
    /// The maximum number of bytes of the input and of the output.
    private let limit: Int

    /// Creates a sanitizer. Relative links are resolved against the base URL; without one they become text. A link is
    /// replaced if the closure returns another for its absolute URL. Input and output are cut at the limit, in bytes.
    package init(
        base: String? = nil, limit: Int = 1 << 20,
        replacingLinks replacement: @escaping @Sendable (String) -> SafeURL? = { _ in nil }
    ) {
        links = LinkPolicy(base: base, replacement: replacement)
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
        return description.blocks.isEmpty ? nil : MarkupWriter.markup(of: description)
    }

    /// Returns the text with emphasis and links but without blocks, for a line such as an attribution.
    package func sanitizeInline(_ html: String) -> SafeHTML? {
        let description = read(html.utf8, removingSmallPrint: false)
        return description.blocks.isEmpty ? nil : MarkupWriter.inlineMarkup(of: description)
    }

    /// Returns the text alone, truncated at a word with an ellipsis if it has more characters than the limit.
    package func plainText(_ html: String, limit: Int) -> String? {
        let description = read(html.utf8)
        return description.blocks.isEmpty ? nil : String(decoding: description.line.text, as: UTF8.self).excerpt(limit)
    }

    private func read(_ bytes: some Collection<UInt8>, removingSmallPrint: Bool = true) -> Description {
        var input = SourceText.clean(bytes, limit: limit)
        var builder = DescriptionBuilder(links: links)
        if input.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            SourceText.boundAttributes(&input)
            HTMLReader.read("<html><body>".utf8 + input, into: &builder)
        } else {
            input.withUnsafeBufferPointer { builder.append($0) }
        }
        var description = builder.finish()
        description.cut(to: limit)
        if removingSmallPrint { description.removeSmallPrint() }
        // Some sources write it for a missing description.
        let isMissing = description.blocks.count == 1 && description.blocks[0].text.elementsEqual("#N/A".utf8)
        return isMissing ? Description() : description
    }
}

extension String {
    /// The maximum average number of scalars per character: combining marks can turn any text into one character.
    private static let scalarsOfCharacter = 4

    /// Returns the text, or as many complete words as fit with an ellipsis into a number of characters.
    fileprivate func excerpt(_ limit: Int) -> String {
        guard limit > 0 else { return "" }
        let scalars = unicodeScalars
        let bound = scalars.index(startIndex, offsetBy: limit * Self.scalarsOfCharacter, limitedBy: endIndex)
        let bounded = self[..<(bound ?? endIndex)]
        guard bounded.endIndex < endIndex || !bounded.dropFirst(limit).isEmpty else { return self }
        var excerpt = bounded.prefix(limit - 1)
        if self[excerpt.endIndex...].first?.isWhitespace == false, let space = excerpt.lastIndex(where: \.isWhitespace),
            space > excerpt.startIndex
        {
            excerpt = excerpt[..<space]
        }
        while let last = excerpt.last, last.isWhitespace || ",;:–—-…".contains(last) { excerpt.removeLast() }
        return excerpt + "…"
    }
}
