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

    /// The references to what a keyboard writes otherwise; letters come as they are, or by number.
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–", "mdash": "—", "lsquo": "‘",
        "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "hellip": "…", "trade": "™", "reg": "®", "copy": "©",
    ]
}
