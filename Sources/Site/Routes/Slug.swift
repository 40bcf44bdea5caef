import Heroes

/// The readable part of a hero's address.
enum Slug {
    private static let limit = 80

    /// Returns lower-case ASCII letters and digits joined by hyphens, at most 80 characters; "" for a name without any.
    static func of(_ name: String) -> String {
        var slug: [UInt8] = []
        var isBetweenWords = false
        for scalar in name.unicodeScalars where !isIgnored(scalar) {
            let letters = letters(scalar)
            if letters.isEmpty {
                isBetweenWords = !slug.isEmpty
                continue
            }
            if slug.count + (isBetweenWords ? 1 : 0) + letters.utf8.count >= limit { break }
            if isBetweenWords { slug.append(UInt8(ascii: "-")) }
            isBetweenWords = false
            slug += letters.utf8
        }
        return String(decoding: slug, as: UTF8.self)
    }

    /// Returns the words of a slug, such as “Captain America”, to show until the name is known.
    static func words(_ slug: String) -> String {
        slug.split(separator: "-").map { String($0).capitalized }.joined(separator: " ")
    }

    /// Returns true if the text is the slug of a name.
    static func isSlug(_ text: String) -> Bool { !text.isEmpty && of(text) == text }

    /// Returns true for apostrophes and combining marks, which do not separate words.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "'" }
        return scalar == "\u{2019}" || scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// Returns the lower-case ASCII letters or digit of the scalar, or "" if it has none.
    private static func letters(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "a"..."z", "0"..."9": String(scalar)
        case "A"..."Z": scalar.properties.lowercaseMapping
        case ..<"\u{80}": ""
        default: scalar.unmarked ?? ""
        }
    }
}
