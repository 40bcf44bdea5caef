extension Context {
    /// Reads one byte of literal text.
    mutating func read(_ byte: UInt8) throws(Refusal) {
        switch state {
        case .text: if byte == UInt8(ascii: "<") { state = .tagOpen }
        case .plainText, .rawText: try readRawText(byte)
        case .tagOpen, .endTagOpen: readTagOpen(byte)
        case .tagName: try readTagName(byte)
        case .beforeAttribute, .attributeName, .afterAttributeName, .gap: try readTag(byte)
        case .beforeValue, .quoted, .unquoted: try readValue(byte)
        case .declaration, .comment, .otherDeclaration: readDeclaration(byte)
        }
    }

    /// Raw text ends at "</", its element's name and a byte that ends a name.
    private mutating func readRawText(_ byte: UInt8) throws(Refusal) {
        let end = Array("</\(element)".utf8)
        if match.count == end.count {
            let endsName = Self.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
            if endsName, element != "plaintext" {
                (state, isEndTag, match) = (.tagName, true, [])
                return try readTagName(byte)
            }
            match = []
        }
        let lower = Self.isLetter(byte) ? byte | 0x20 : byte
        if element == "script", match == Array("<".utf8), byte == UInt8(ascii: "!") {
            throw Refusal("\"<!\" in a script")
        }
        if lower == end[match.count] {
            match.append(lower)
        } else {
            match = byte == UInt8(ascii: "<") ? [byte] : []
        }
    }

    private mutating func readTagOpen(_ byte: UInt8) {
        switch byte {
        case _ where Self.isLetter(byte):
            (element, isEndTag, state) = (Self.lowercase(byte), state == .endTagOpen, .tagName)
        case UInt8(ascii: "/") where state == .tagOpen: state = .endTagOpen
        case UInt8(ascii: "!") where state == .tagOpen: (state, match) = (.declaration, [])
        case UInt8(ascii: "?") where state == .tagOpen: state = .otherDeclaration
        case UInt8(ascii: "<") where state == .tagOpen: break
        case UInt8(ascii: ">"): state = .text
        default: state = state == .tagOpen ? .text : .otherDeclaration
        }
    }

    private mutating func readDeclaration(_ byte: UInt8) {
        match.append(byte)
        switch state {
        case .declaration where match == Array("--".utf8): state = .comment
        case .declaration where match == Array("-".utf8): break
        case .declaration, .otherDeclaration:
            (state, match) = byte == UInt8(ascii: ">") ? (.text, []) : (.otherDeclaration, [])
        default:
            // The dashes that open a comment can close it too.
            if byte == UInt8(ascii: ">"), match.starts(with: "--".utf8) { (state, match) = (.text, []) }
            if state == .comment, match.count > 2 { match = Self.dashes(match) }
        }
    }

    /// What of the end of a comment can still become "-->" or "--!>".
    private static func dashes(_ match: [UInt8]) -> [UInt8] {
        if match.suffix(2) == Array("--".utf8)[...] { return Array("--".utf8) }
        if match == Array("--!".utf8) { return match }
        return match.last == UInt8(ascii: "-") ? Array("-".utf8) : []
    }
}
