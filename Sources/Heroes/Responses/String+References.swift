extension String {
    /// The text with its character references decoded: names are plain text, so references in them were escaped once or
    /// twice too often. References to angle brackets are not decoded.
    package var withoutReferences: String {
        guard utf8.contains(UInt8(ascii: "&")), utf8.contains(UInt8(ascii: ";")) else { return self }
        var output: [Unicode.Scalar] = []
        var pending = Array(unicodeScalars.reversed())
        while let scalar = pending.popLast() {
            if scalar == ";", let start = output.suffix(9).lastIndex(of: "&"),
                let character = Unicode.Scalar(referredToBy: output[(start + 1)...])
            {
                output.removeSubrange(start...)
                // The character may be part of another reference.
                pending.append(character)
            } else {
                output.append(scalar)
            }
        }
        return String(String.UnicodeScalarView(output))
    }
}

extension Unicode.Scalar {
    /// Decodes the reference between `&` and `;`; returns nil for control characters, angle brackets and anything else.
    fileprivate init?(referredToBy reference: ArraySlice<Unicode.Scalar>) {
        let text = String(String.UnicodeScalarView(reference))
        guard let scalar = text.first == "#" ? Self.numbered(text.dropFirst()) : Self.named[text],
            scalar.value >= 0x20, scalar != "<", scalar != ">"
        else { return nil }
        self = scalar
    }

    private static func numbered(_ number: Substring) -> Unicode.Scalar? {
        let isHexadecimal = number.first == "x" || number.first == "X"
        let digits = number.dropFirst(isHexadecimal ? 1 : 0)
        guard digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }

    /// The names of HTML 4 for Latin-1 and punctuation (HTML 4.01, section 24).
    private static let named: [String: Unicode.Scalar] = {
        let names = latin1.split(whereSeparator: \.isWhitespace)
        let pairs = zip(names, UInt8(0xA0)...UInt8.max).map { (String($0), Unicode.Scalar($1)) }
        return Dictionary(pairs) { $1 }.merging(punctuation) { $1 }
    }()

    /// The names of U+00A0 to U+00FF, in order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
        para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
        Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
        Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
        igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
        thorn yuml
        """

    private static let punctuation: [String: Unicode.Scalar] = [
        "amp": "&", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
        "rdquo": "”", "bull": "•", "hellip": "…", "trade": "™",
    ]
}
