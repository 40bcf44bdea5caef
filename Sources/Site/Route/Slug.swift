/// The readable part of a hero's address.
package enum Slug {
    private static let limit = 80

    /// Lowercase ASCII letters and digits joined by hyphens, at most 80 characters; "" for a name without any.
    package static func of(_ name: String) -> String {
        String(unsafeUninitializedCapacity: limit) { slug in
            var length = 0
            var isBetweenWords = false
            let append = { (byte: UInt8) in
                slug[length] = byte
                length += 1
            }
            for scalar in name.unicodeScalars where !isSilent(scalar) {
                guard let letters = letters(scalar) else {
                    isBetweenWords = length > 0
                    continue
                }
                if length + (letters.second == nil ? 1 : 2) >= limit { break }
                if isBetweenWords { append(UInt8(ascii: "-")) }
                isBetweenWords = false
                append(letters.first)
                if let second = letters.second { append(second) }
            }
            return length
        }
    }

    /// The slug's words with capital letters, for a hero whose name is not known yet; "Hero" where there are none.
    package static func words(_ slug: String?) -> String {
        let words = (slug ?? "").split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return words.isEmpty ? "Hero" : words.joined(separator: " ")
    }

    /// Apostrophes and combining marks, which part no words.
    private static func isSilent(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "'" }
        return scalar == "\u{2019}" || scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// The one or two ASCII letters that stand for the scalar; a letter with a mark becomes the letter that its Unicode
    /// name tells.
    private static func letters(_ scalar: Unicode.Scalar) -> (first: UInt8, second: UInt8?)? {
        switch scalar {
        case "a"..."z", "0"..."9": return (UInt8(truncatingIfNeeded: scalar.value), nil)
        case "A"..."Z": return (UInt8(truncatingIfNeeded: scalar.value | 0x20), nil)
        case ..<"\u{80}": return nil
        default: break
        }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words.count == 4 || words[4] == "WITH",
            words[3].utf8.count <= 2
        else { return nil }
        var bytes = words[3].lowercased().utf8.makeIterator()
        return bytes.next().map { ($0, bytes.next()) }
    }
}
