/// Truncates text at a word.
enum Excerpt {
    /// The maximum average number of scalars per character: combining marks can turn any text into one character.
    private static let scalarsOfCharacter = 4

    /// Returns the text, or as many complete words as fit with an ellipsis into a number of characters.
    static func cut(_ text: String, to limit: Int) -> String {
        guard limit > 0 else { return "" }
        let bounded = text[..<text.scalarIndex(offsetBy: limit * scalarsOfCharacter)]
        guard bounded.endIndex < text.endIndex || !bounded.dropFirst(limit).isEmpty else { return text }
        var excerpt = bounded.prefix(limit - 1)
        if text[excerpt.endIndex...].first?.isWhitespace == false, let space = excerpt.lastIndex(where: \.isWhitespace),
            space > excerpt.startIndex
        {
            excerpt = excerpt[..<space]
        }
        while let last = excerpt.last, last.isWhitespace || ",;:–—-…".contains(last) { excerpt.removeLast() }
        return excerpt + "…"
    }
}

extension String {
    /// Returns the index of a scalar; the end index if there are fewer.
    fileprivate func scalarIndex(offsetBy distance: Int) -> Index {
        unicodeScalars.index(startIndex, offsetBy: distance, limitedBy: endIndex) ?? endIndex
    }
}
