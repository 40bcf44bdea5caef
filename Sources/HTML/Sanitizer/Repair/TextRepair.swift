import Basics

/// Removes invisible control characters from a text, and repairs mojibake and doubly escaped references if the repair
/// is certain.
struct TextRepair {
    /// The number of preceding characters that a change can make repairable: two mojibake sequences of four characters.
    private static let reach = 8

    /// The repaired text so far.
    private var output: [Unicode.Scalar] = []
    /// The remaining text, reversed.
    private var pending: [Unicode.Scalar]

    /// Returns the repaired text; nil if there is nothing to repair. Idempotent.
    static func repair(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard isSuspicious(text) else { return nil }
        var repair = TextRepair(pending: String(decoding: text, as: UTF8.self).unicodeScalars.reversed())
        repair.run()
        var bytes: [UInt8] = []
        for scalar in repair.output { bytes.append(contentsOf: scalar.utf8) }
        return bytes
    }

    private init(pending: [Unicode.Scalar]) { self.pending = pending }

    /// Returns true if a text has a character that a repair could start from.
    private static func isSuspicious(_ text: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        var ampersand = Int.min
        for (index, byte) in zip(text.indices, text) {
            switch byte {
            case UInt8(ascii: "&"): ampersand = index
            case UInt8(ascii: ";") where index <= ampersand &+ EscapedReference.longest: return true
            case ..<0x7F: break
            case 0x7F: return true
            case 0xC2 where index + 1 < text.endIndex && text[index + 1] < 0xA0: return true
            // U+00C2 to U+00F4 before another character beyond ASCII, or "Â" before a straight quote.
            case 0x80... where previous == 0xC3 && index + 1 < text.endIndex && text[index + 1] >= 0x80: return true
            case 0x82 where previous == 0xC3 && index + 1 < text.endIndex && "\"'".utf8.contains(text[index + 1]):
                return true
            case 0xE2
            where index + 2 < text.endIndex
                && (text[index + 1] == 0x80 && text[index + 2] >= 0xAA
                    || text[index + 1] == 0x81 && text[index + 2] >= 0xA6):
                return true
            case 0xEF, 0xF0...: return true
            default: break
            }
            previous = byte
        }
        return false
    }

    private mutating func run() {
        while let scalar = pending.last {
            if scalar == ";", let reference = EscapedReference(before: output) {
                output.removeLast(reference.length)
                replace(1, by: reference.scalars)
            } else if let change = change(of: scalar) {
                replace(change.length, by: change.scalar.map { [$0] } ?? [])
            } else {
                output.append(scalar)
                pending.removeLast()
            }
        }
    }

    /// Replaces the next characters, and moves back over preceding ones that may be repairable now.
    private mutating func replace(_ length: Int, by scalars: [Unicode.Scalar]) {
        pending.removeLast(length)
        pending.append(contentsOf: scalars.reversed())
        for _ in 0..<min(Self.reach, output.count) { pending.append(output.removeLast()) }
    }

    /// True if the next character, a U+FFFD, was certainly an apostrophe, as in "hero's", "they're" and "O'Brien", but
    /// not in a word that lacks another character.
    private var isApostrophe: Bool {
        let isOfWord = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || scalar == "\u{FFFD}" }
        let start = output.suffix(32).reversed().prefix(while: isOfWord)
        let end = pending.dropLast().suffix(4).reversed().prefix(while: isOfWord)
        guard let last = start.first, !start.contains("\u{FFFD}") else { return false }
        switch String(String.UnicodeScalarView(end)).lowercased() {
        case "s", "d", "re", "ve", "ll": return true
        case "t": return last == "n" || last == "N"
        case "m": return last == "I"
        // As in "O'Brien": in a word in capitals the next letter is upper case, too.
        default:
            return end.first?.properties.isUppercase == true && end.dropFirst().first?.properties.isLowercase == true
        }
    }

    /// Returns the replacement of the next characters and their number; nil if they are unchanged.
    private func change(of scalar: Unicode.Scalar) -> (scalar: Unicode.Scalar?, length: Int)? {
        switch scalar.value {
        case ..<0x7F: return nil
        case 0xC2...0xF4: return Mojibake.repair(pending, after: output)
        case 0x7F: return (nil, 1)
        case 0x80...0x9F: return (Windows1252.character(UInt8(scalar.value)), 1)
        case 0xFFFD: return output.last == scalar ? (nil, 1) : isApostrophe ? ("’", 1) : nil
        // Byte order mark; directional embeddings, overrides and isolates; interlinear annotation; noncharacters.
        case 0xFEFF, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: return (nil, 1)
        case let value where value & 0xFFFE == 0xFFFE: return (nil, 1)
        default: return nil
        }
    }
}
