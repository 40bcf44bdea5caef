extension String {
    /// The text as one line of what can be seen, as names and searches are compared and shown.
    ///
    /// Blanks of any kind become one space, with none at either end. Control characters, noncharacters and characters
    /// without a width are left out, but for the joiners and variants that some scripts and emoji need. At most four
    /// combining marks follow each other; no script writes more.
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
    /// Returns the scalar as a line has it: a space for a blank, the quotes and dashes that Windows-1252 has for C1
    /// controls, and nil for what cannot be seen.
    fileprivate func inLine(after previous: Unicode.Scalar?) -> Unicode.Scalar? {
        switch value {
        case 0x21...0x7E: self
        case 0x91...0x97: Self.quotesAndDashes[Int(value) - 0x91]
        case 0x200C, 0x200D: previous?.takesJoiner == true ? self : nil
        // Whether an emoji is a picture or a sign.
        case 0xFE0E, 0xFE0F: previous?.properties.isEmoji == true ? self : nil
        // The marks around annotations.
        case 0xFFF9...0xFFFB: nil
        case _ where properties.isWhitespace: " "
        case _ where properties.generalCategory == .control: nil
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint ? nil : self
        }
    }

    private static let quotesAndDashes: [Unicode.Scalar] = ["‘", "’", "“", "”", "•", "–", "—"]

    /// Whether this is ZERO WIDTH NON-JOINER or ZERO WIDTH JOINER.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether a joiner beside it can change how it is written; the scripts before Arabic have none.
    fileprivate var takesJoiner: Bool { value >= 0x600 && !isJoiner }

    fileprivate var isMark: Bool {
        value >= 0x300 && [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    }
}
