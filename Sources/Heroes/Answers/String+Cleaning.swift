extension String {
    /// The text without white space of any script at either end.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// A name or title as one line of at most 200 scalars (the longest of Marvel's has 120), without references; empty if
    /// none of it can be seen.
    package var asTitle: String {
        let line = withoutReferences.asLine
        guard line.unicodeScalars.contains(where: \.isVisible) else { return "" }
        guard line.unicodeScalars.count > 200 else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(199))).asLine + "…"
    }

    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The text; nil if it has no words: blank, non-breaking spaces as entities, or a spreadsheet's "not available".
    package var asDescription: String? {
        let words = replacing("&nbsp;", with: " ").trimmed
        return words.isEmpty || words == "#N/A" ? nil : self
    }

    /// The text as HTML that shows it as it is.
    package var asHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

extension Unicode.Scalar {
    /// Whether it shows something where it stands alone.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: false
        default:
            // The pattern without dots of Braille is blank, but no white space.
            !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
        }
    }
}
