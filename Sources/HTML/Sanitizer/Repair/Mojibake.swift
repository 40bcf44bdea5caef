import Basics

/// UTF-8 that was decoded as Windows-1252.
enum Mojibake {
    /// Returns the original character of the mojibake at the end of a reversed text, and its length; nil if the repair
    /// is not certain.
    static func repair(
        _ reversed: [Unicode.Scalar], after preceding: [Unicode.Scalar]
    ) -> (scalar: Unicode.Scalar?, length: Int)? {
        guard let sequence = ByteSequence(reversed, skipping: 0) else {
            return straightened(reversed, after: preceding)
        }
        return isCertain(sequence, in: reversed, after: preceding) ? (sequence.scalar, sequence.length) : nil
    }

    /// Returns the original of mojibake that ends in a straight quote instead of Windows-1252's curly one: a dash, a
    /// hyphen, or the quote itself.
    private static func straightened(
        _ reversed: [Unicode.Scalar], after preceding: [Unicode.Scalar]
    ) -> (scalar: Unicode.Scalar?, length: Int)? {
        let length = reversed.last == "Â" ? 2 : 3
        guard let quote = reversed.suffix(length).first, quote == "\"" || quote == "'" else { return nil }
        // An "Â" between equal quotes is quoted.
        if length == 2 { return preceding.last == quote ? nil : (quote, length) }
        guard reversed.suffix(length).dropFirst().elementsEqual(["€", "â"]) else { return nil }
        let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
        let isRange = [preceding.last, reversed.dropLast(length).last].allSatisfy { $0.map(digits.contains) == true }
        return (quote == "'" ? "\u{2011}" : isRange ? "–" : "—", length)
    }

    /// Characters that, as Windows-1252 bytes, are the UTF-8 of one character.
    private struct ByteSequence {
        let scalar: Unicode.Scalar
        let lead: UInt8
        let second: UInt8
        let length: Int

        init?(_ reversed: [Unicode.Scalar], skipping skipped: Int) {
            let tail = reversed.dropLast(skipped)
            guard let first = tail.last, let lead = Windows1252.byte(of: first), lead >= 0xC2, lead <= 0xF4 else {
                return nil
            }
            length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let bytes = tail.suffix(length).reversed().compactMap { Windows1252.byte(of: $0) }
            // Whitespace collapsing changes no-break spaces: only a pair may end in one.
            guard bytes.count == length, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }),
                length == 2 || !bytes.contains(0xA0),
                let decoded = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
            else { return nil }
            scalar = decoded
            self.lead = lead
            second = bytes[1]
        }
    }

    /// Returns true if the characters cannot be intended at this position.
    private static func isCertain(
        _ sequence: ByteSequence, in reversed: [Unicode.Scalar], after preceding: [Unicode.Scalar]
    ) -> Bool {
        let previous = preceding.last ?? " "
        switch sequence.lead {
        // No word ends in a circumflexed capital A, though one may be quoted alone.
        case 0xC2: return !isQuoted(sequence, after: previous)
        // Nor does a word contain "â€", "â„", "â‚" or similar pairs.
        case 0xE2: return [0x80, 0x82, 0x84, 0x86, 0x88, 0x89, 0x98, 0x99, 0x9C, 0x9D].contains(sequence.second)
        // Emoji variation selector and U+FFFD; fullwidth forms are checked below like Chinese and Japanese.
        case 0xEF where !(0xFF01...0xFF5E).contains(sequence.scalar.value):
            return ["\u{FE0F}", "\u{FEFF}", "\u{FFFD}"].contains(sequence.scalar)
        case 0xF0: return sequence.second == 0x9F
        case 0xC3...0xC5: return isInsideWord(sequence, in: reversed, after: preceding)
        // Letters of Windows-1252 beyond Latin-1, in mojibake of mojibake.
        case _ where ["ƒ", "ˆ", "˜"].contains(sequence.scalar) && isLead(previous): return true
        // One pair may be a letter before punctuation ("É’", "é…”"); two pairs of one script are not.
        default: return hasNeighbour(sequence, in: reversed) || script(of: previous) == script(of: sequence.scalar)
        }
    }

    /// Returns true if a character can be the first of a pair in mojibake of mojibake.
    private static func isLead(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "€" || (0xC2...0xF4).contains(scalar.value)
    }

    /// Returns true if the sequence is part of a word. Punctuation can follow a capital letter on purpose, but not if
    /// the word continues or begins in lower case.
    ///
    /// No word is a single "Ã", except in quotes: with the next character it is "à", "é" or another letter.
    private static func isInsideWord(
        _ sequence: ByteSequence, in reversed: [Unicode.Scalar], after preceding: [Unicode.Scalar]
    ) -> Bool {
        let previous = preceding.last ?? " "
        let mayFollowWord: Set<UInt8> = [
            0x84, 0x85, 0x8B, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9B, 0xA0, 0xA9, 0xAB, 0xAE, 0xB0, 0xB2, 0xB3,
            0xB7, 0xB9, 0xBB,
        ]
        guard mayFollowWord.contains(sequence.second) else { return true }
        if previous.properties.isLowercase { return true }
        if sequence.lead == 0xC3, !previous.properties.isAlphabetic { return !isQuoted(sequence, after: previous) }
        let tail = reversed.dropLast(sequence.length)
        // As in "LÀ-BAS": neither a no-break space nor a "©" comes before a hyphen.
        if sequence.second == 0xA0 || sequence.second == 0xA9, tail.last == "-" {
            return tail.dropLast().last?.properties.isAlphabetic ?? false
        }
        guard sequence.second != 0xA0, tail.last?.properties.isAlphabetic == true else { return false }
        return ByteSequence(reversed, skipping: sequence.length) != nil
            || CapitalWord(preceding: preceding, following: tail).continues(with: sequence.scalar)
    }

    /// Returns true if a letter is quoted, as in “Â” or «Â», so that the second byte is the closing quote.
    private static func isQuoted(_ sequence: ByteSequence, after previous: Unicode.Scalar) -> Bool {
        switch previous {
        case "“": sequence.second == 0x94
        case "‘": sequence.second == 0x92
        case "«": sequence.second == 0xBB
        case "‹": sequence.second == 0x9B
        case "„": sequence.second == 0x93 || sequence.second == 0x94
        case "»": sequence.second == 0xAB
        default: false
        }
    }

    private static func hasNeighbour(_ sequence: ByteSequence, in reversed: [Unicode.Scalar]) -> Bool {
        guard let next = ByteSequence(reversed, skipping: sequence.length) else { return false }
        return script(of: next.scalar) == script(of: sequence.scalar)
    }

    /// Returns a number per script, as far as a letter's Unicode block determines it; a distinct one for other
    /// characters.
    private static func script(of scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case 0x370...0x3FF: 1
        case 0x400...0x4FF: 2
        case 0x590...0x5FF: 3
        case 0x600...0x6FF: 4
        case 0xE00...0xE7F: 5
        case 0x3000...0x30FF, 0x4E00...0x9FFF, 0xFF00...0xFFEF: 6
        case 0xAC00...0xD7A3: 7
        default: scalar.value | 0x8000_0000
        }
    }
}
