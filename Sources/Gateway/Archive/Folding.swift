/// Text as it is compared: without case, and Latin letters without their marks, as MySQL's general collation did.
enum Folding {
    static func fold(_ text: some StringProtocol) -> String {
        var folded = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                folded.unicodeScalars.append(lowercase(scalar))
            } else if scalar.properties.generalCategory != .nonspacingMark {
                folded += letter(scalar)
            }
        }
        return folded
    }

    /// A folded text that sorts numbers by value: every run of digits is preceded by its length.
    static func natural(_ folded: String) -> String {
        var natural = ""
        var digits = ""
        for scalar in folded.unicodeScalars {
            if (0x30...0x39).contains(scalar.value) {
                if digits != "0" { digits.unicodeScalars.append(scalar) } else { digits = String(scalar) }
            } else {
                natural += run(digits)
                digits = ""
                natural.unicodeScalars.append(scalar)
            }
        }
        return natural + run(digits)
    }

    private static func run(_ digits: String) -> String {
        guard !digits.isEmpty, let length = Unicode.Scalar(0x30 + min(digits.utf8.count, 60)) else { return digits }
        return String(length) + digits
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x41...0x5A).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 0x20)
    }

    /// Unicode names a marked Latin letter "LATIN … LETTER X WITH …"; X is what it is compared as.
    private static func letter(_ scalar: Unicode.Scalar) -> String {
        guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else {
            return scalar.properties.lowercaseMapping
        }
        let words = name.split(separator: " ")
        guard words.count > 4, words[2] == "LETTER", words[3].utf8.count == 1, words[4] == "WITH" else {
            return scalar.properties.lowercaseMapping
        }
        return words[3].lowercased()
    }
}
