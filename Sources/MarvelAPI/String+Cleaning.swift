extension String {
    /// Without white space of any script at either end.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// A name or title as one line of at most 200 scalars (the longest of Marvel's has 120), without control
    /// characters and without marks that turn the direction of what follows.
    var asTitle: String {
        let clean = unicodeScalars.filter { !$0.isControl && !$0.turnsDirection }
        guard clean.count > 200 else { return String(String.UnicodeScalarView(clean)).trimmed }
        return String(String.UnicodeScalarView(clean.prefix(199))).trimmed + "…"
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

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The explicit directional marks of UAX #9, section 2.
    fileprivate var turnsDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }
}
