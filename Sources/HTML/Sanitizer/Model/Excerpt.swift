/// The beginning of a text.
enum Excerpt {
    /// Scalars that a character may have on average: marks without end can make a single one of any text.
    private static let scalarsOfCharacter = 4

    /// The text, or as many whole words of it as fit with an ellipsis into a number of characters.
    static func cut(_ text: String, to limit: Int) -> String {
        guard limit > 0 else { return "" }
        let bounded = text[..<text.scalarIndex(offsetBy: limit * scalarsOfCharacter)]
        guard bounded.endIndex < text.endIndex || !bounded.dropFirst(limit).isEmpty else { return text }
        var kept = bounded.prefix(limit - 1)
        if text[kept.endIndex...].first?.isWhitespace == false, let space = kept.lastIndex(where: \.isWhitespace),
            space > kept.startIndex
        {
            kept = kept[..<space]
        }
        while let last = kept.last, last.isWhitespace || ",;:–—-…".contains(last) { kept.removeLast() }
        return kept + "…"
    }
}

extension String {
    /// The index of a scalar, or of the end where there are not so many.
    fileprivate func scalarIndex(offsetBy distance: Int) -> Index {
        unicodeScalars.index(startIndex, offsetBy: distance, limitedBy: endIndex) ?? endIndex
    }
}
