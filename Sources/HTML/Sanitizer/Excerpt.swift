/// The beginning of a text.
enum Excerpt {
    /// The text, or as many whole words of it as fit with an ellipsis into a number of characters.
    static func cut(_ text: String, to limit: Int) -> String {
        guard let limitIndex = text.index(text.startIndex, offsetBy: max(limit, 0), limitedBy: text.endIndex),
            limitIndex < text.endIndex
        else { return text }
        guard limit > 1 else { return limit == 1 ? "…" : "" }
        let room = text[..<text.index(before: limitIndex)]
        let endsWithWord = text[room.endIndex].isWhitespace
        var kept = room
        if !endsWithWord, let space = room.lastIndex(where: \.isWhitespace), space > room.startIndex {
            kept = room[..<space]
        }
        while let last = kept.last, last.isWhitespace || ",;:–—-…".contains(last) { kept.removeLast() }
        return kept + "…"
    }
}
