extension String {
    /// Without white space of any script at either end.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Nil where there are no words: blank, non-breaking spaces as entities, or a spreadsheet's "not available".
    var asDescription: String? {
        let words = replacing("&nbsp;", with: " ").trimmed
        return words.isEmpty || words == "#N/A" ? nil : self
    }

    /// The text as HTML that shows it as it is.
    var asHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
