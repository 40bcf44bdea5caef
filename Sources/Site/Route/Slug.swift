/// The readable part of a hero's address.
package enum Slug {
    /// Lowercase ASCII letters and digits joined by hyphens, at most 80 characters; "" for a name without any.
    package static func of(_ name: String) -> String {
        var slug = ""
        var isBetweenWords = false
        for scalar in name.unicodeScalars {
            if scalar == "'" || scalar == "\u{2019}" || scalar.properties.canonicalCombiningClass != .notReordered {
                continue
            }
            guard let letters = letters(scalar) else {
                isBetweenWords = !slug.isEmpty
                continue
            }
            if slug.utf8.count + letters.utf8.count >= 80 { break }
            if isBetweenWords { slug += "-" }
            isBetweenWords = false
            slug += letters
        }
        return slug
    }

    /// The ASCII letters that stand for the scalar; a letter with a mark becomes the letter its Unicode name tells.
    private static func letters(_ scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII {
            let isAlphanumeric = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
            return isAlphanumeric ? scalar.properties.lowercaseMapping : nil
        }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words.count == 4 || words[4] == "WITH",
            words[3].utf8.count <= 2
        else { return nil }
        return words[3].lowercased()
    }
}
