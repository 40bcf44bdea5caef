import Basics

/// A character reference in markup: its characters and its length in bytes.
struct CharacterReference {
    /// One, or two for some names.
    let scalars: [Unicode.Scalar]
    let length: Int

    /// Reads the reference at the position of its `&`; returns nil if the `&` is text.
    init?(_ input: [UInt8], at position: Int, upTo limit: Int, inAttribute: Bool) {
        guard position + 1 < limit else { return nil }
        if input[position + 1] == UInt8(ascii: "#") {
            self.init(number: input[position..<limit])
        } else {
            self.init(name: input[position..<limit], inAttribute: inAttribute)
        }
    }

    private init?(number text: ArraySlice<UInt8>) {
        var digits = text.dropFirst(2)
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        if isHexadecimal { digits = digits.dropFirst() }
        let start = digits.startIndex
        var value: UInt32 = 0
        let base: UInt8 = isHexadecimal ? 16 : 10
        while let digit = digits.first?.hexValue, digit < base {
            value = min(value * UInt32(base) + UInt32(digit), 0x110000)
            digits = digits.dropFirst()
        }
        guard digits.startIndex > start else { return nil }
        if digits.first == UInt8(ascii: ";") { digits = digits.dropFirst() }
        let numbered = (value == 0 ? nil : Unicode.Scalar(value)) ?? "\u{FFFD}"
        // HTML standard, "numeric character reference end state".
        scalars = [UInt8(exactly: numbered.value).flatMap(Windows1252.character) ?? numbered]
        length = digits.startIndex - text.startIndex
    }

    /// Reads a named reference. Without a semicolon, its prefix must be a legacy name; in an attribute, no letter,
    /// digit or "=" may follow it (HTML standard, "named character reference state").
    private init?(name text: ArraySlice<UInt8>, inAttribute: Bool) {
        let name = text.dropFirst().prefix(32).prefix { $0.isLetter || $0.isDigit }
        let next = name.endIndex < text.endIndex ? text[name.endIndex] : 0
        if next == UInt8(ascii: ";"), let known = NamedCharacter.characters(name) {
            scalars = known
            length = name.count + 2
            return
        }
        guard name.count > 1, let known = NamedCharacter.legacyName(in: name),
            let old = NamedCharacter.characters(known)
        else { return nil }
        guard !inAttribute || known.count == name.count && next != UInt8(ascii: "=") else { return nil }
        scalars = old
        length = known.count + 1
    }
}
