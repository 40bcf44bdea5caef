/// The text by which a name is put in order.
package enum SortKey {
    /// Returns the name without blanks around it, in lower case and with Latin letters without their marks, as the gateway
    /// orders heroes: "É" beside "E", "Ø" beside "O", and "Æ" behind "Z".
    package static func of(_ name: some StringProtocol) -> String {
        var key = ""
        for scalar in name.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
            // Two letters in one are a letter of their own.
            let unmarked = scalar.isASCII ? nil : scalar.unmarked.flatMap { $0.utf8.count == 1 ? $0 : nil }
            if scalar.properties.isWhitespace {
                if !key.isEmpty { key.unicodeScalars.append(scalar) }
            } else {
                key += unmarked ?? scalar.properties.lowercaseMapping
            }
        }
        while key.unicodeScalars.last?.properties.isWhitespace == true { key.unicodeScalars.removeLast() }
        return key
    }
}
