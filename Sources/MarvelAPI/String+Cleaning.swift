extension String {
    /// Without white space of any script at either end.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// A name or title as one line of at most 200 scalars (the longest of Marvel's has 120), without references, control
    /// characters and marks that turn the direction of what follows; empty where none of it can be seen.
    var asTitle: String {
        var line = String.UnicodeScalarView()
        for scalar in withoutReferences.unicodeScalars {
            if let shown = scalar.inLine, shown != " " || line.last != " " { line.append(shown) }
        }
        guard line.contains(where: \.isVisible) else { return "" }
        let title = String(line).trimmed
        guard title.unicodeScalars.count > 200 else { return title }
        return String(String.UnicodeScalarView(title.unicodeScalars.prefix(199))).trimmed + "…"
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
    /// What a line has in the scalar's place: a space for what parts lines or cells, the quotes and dashes that
    /// Windows-1252 has for C1 controls, nothing for other controls and the explicit directional marks of UAX #9.
    fileprivate var inLine: Unicode.Scalar? {
        switch value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
        case 0x91...0x97: Self.quotesAndDashes[Int(value) - 0x91]
        case ..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: nil
        default: self
        }
    }

    private static let quotesAndDashes: [Unicode.Scalar] = ["‘", "’", "“", "”", "•", "–", "—"]

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
