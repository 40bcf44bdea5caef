/// The sort key of a name.
package enum SortKey {
    /// Returns the name in lower case, without diacritics of Latin letters and with whitespace collapsed and trimmed,
    /// as the gateway orders heroes: "É" next to "E", and "Ø" next to "O".
    package static func of(_ name: some StringProtocol) -> String {
        var key = ""
        var isBetweenWords = false
        for scalar in name.unicodeScalars {
            let properties = scalar.properties
            if properties.isWhitespace {
                isBetweenWords = !key.isEmpty
            } else if !isSilent(properties) {
                if isBetweenWords { key += " " }
                isBetweenWords = false
                key += scalar.isASCII ? properties.lowercaseMapping : scalar.unmarked ?? properties.lowercaseMapping
            }
        }
        return key
    }

    private static func isSilent(_ scalar: Unicode.Scalar.Properties) -> Bool {
        scalar.isDefaultIgnorableCodePoint || [.nonspacingMark, .control].contains(scalar.generalCategory)
    }
}
