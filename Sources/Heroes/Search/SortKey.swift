/// The text by which a name is put in order.
package enum SortKey {
    /// Returns the name in lower case, with Latin letters without their marks, and with one blank for blanks between words
    /// and none around them, as the gateway orders heroes: "É" beside "E", and "Ø" beside "O".
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
