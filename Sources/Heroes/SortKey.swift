import Basics

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

/// A normalized text for searches: letters and digits only, in lower case and without diacritics.
package struct Letters: Hashable, Sendable {
    /// ASCII lower-case letters, digits, and other scripts' letters in UTF-8.
    package let bytes: [UInt8]

    package init(_ text: some StringProtocol) {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "A"..."Z": bytes.append(UInt8(truncatingIfNeeded: scalar.value | 0x20))
            case ..<"\u{80}": break
            default:
                guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { continue }
                bytes += (scalar.unmarked ?? scalar.properties.lowercaseMapping).utf8
            }
        }
        self.bytes = bytes
    }
}
