extension String {
    /// The text without Unicode whitespace at both ends.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// A name or title as one line of at most 200 scalars (Marvel's longest has 120), without references; empty if
    /// nothing of it is visible.
    package var asTitle: String {
        let line = withoutReferences.asLine
        guard line.unicodeScalars.contains(where: \.isVisible) else { return "" }
        guard line.unicodeScalars.count > 200 else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(199))).asLine + "…"
    }

    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// The text; nil if it is blank, `&nbsp;` only, or a spreadsheet's `#N/A`.
    package var asDescription: String? {
        let words = replacing("&nbsp;", with: " ").trimmed
        return words.isEmpty || words == "#N/A" ? nil : self
    }

    /// The text, escaped as HTML.
    package var asHTML: String {
        // By bytes, because `replacing` takes several times as long.
        var html: [UInt8] = []
        html.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): html += "&amp;".utf8
            case UInt8(ascii: "<"): html += "&lt;".utf8
            case UInt8(ascii: ">"): html += "&gt;".utf8
            default: html.append(byte)
            }
        }
        return String(decoding: html, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// True if it is visible on its own.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: false
        default:
            // U+2800, Braille's blank pattern, is not whitespace.
            !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && self != "\u{2800}"
        }
    }
}
