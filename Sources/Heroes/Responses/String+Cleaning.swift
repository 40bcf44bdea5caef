import Basics

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

    /// The title with an en dash between the years of a series, as in "Civil War (2006–2007)"; Marvel wrote " - ".
    var withDashInYears: String {
        // By parts, because a regular expression takes a third of the program's start.
        let parts = split(separator: " - ", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count > 1 else { return self }
        let (before, after) = (parts.dropLast().joined(separator: " - "), last.prefix { $0 != ")" })
        func isYear(_ text: Substring) -> Bool { text.count == 4 && text.utf8.allSatisfy(\.isDigit) }
        let isRange = before.suffix(5).first == "(" && isYear(before.suffix(4)) && last.contains(")")
        return isRange && (isYear(after) || after.lowercased() == "present") ? "\(before)–\(last)" : self
    }

    package var nonEmpty: String? { isEmpty ? nil : self }

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

extension String {
    /// The text as one line of visible characters, to compare and show names and searches.
    ///
    /// Whitespace is collapsed to single spaces and trimmed. Control characters, noncharacters and zero-width
    /// characters are removed, except for joiners and variation selectors that scripts and emoji need. At most four
    /// combining marks follow each other; no script uses more.
    package var asLine: String {
        var line: [Unicode.Scalar] = []
        var marks = 0
        for scalar in unicodeScalars {
            guard let shown = scalar.inLine(after: line.last) else { continue }
            if line.last?.isJoiner == true, !shown.takesJoiner { line.removeLast() }
            if !shown.isJoiner { marks = shown.isMark ? marks + 1 : 0 }
            if marks <= 4, shown != " " || line.last ?? " " != " " { line.append(shown) }
        }
        while let last = line.last, last == " " || last.isJoiner { line.removeLast() }
        return String(String.UnicodeScalarView(line))
    }
}

extension Unicode.Scalar {
    /// Returns the scalar for a line: a space for whitespace, Windows-1252's quotes and dashes for C1 controls, and nil
    /// for invisible characters.
    fileprivate func inLine(after previous: Unicode.Scalar?) -> Unicode.Scalar? {
        switch value {
        case 0x21...0x7E: self
        case 0x91...0x97: Self.quotesAndDashes[Int(value) - 0x91]
        case 0x200C, 0x200D: previous?.takesJoiner == true ? self : nil
        // Variation selectors: text or emoji presentation.
        case 0xFE0E, 0xFE0F: previous?.properties.isEmoji == true ? self : nil
        // Interlinear annotation characters.
        case 0xFFF9...0xFFFB: nil
        case _ where properties.isWhitespace: " "
        case _ where properties.generalCategory == .control: nil
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint ? nil : self
        }
    }

    private static let quotesAndDashes: [Unicode.Scalar] = ["‘", "’", "“", "”", "•", "–", "—"]

    /// True for ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// True if a joiner next to it can change its shape; scripts before Arabic use no joiners.
    fileprivate var takesJoiner: Bool { value >= 0x600 && !isJoiner }

    fileprivate var isMark: Bool {
        value >= 0x300 && [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    }
}
