import Basics

extension Context {
    /// Reads one byte of literal text.
    mutating func read(_ byte: UInt8) throws(TemplateDiagnostic) {
        switch state {
        case .text: if byte == UInt8(ascii: "<") { state = .tagOpen }
        case .plainText, .rawText: try readRawText(byte)
        case .tagOpen, .endTagOpen: readTagOpen(byte)
        case .tagName: try readTagName(byte)
        case .beforeAttribute, .attributeName, .afterAttributeName, .attributeEnd: try readTag(byte)
        case .beforeValue, .quoted, .unquoted: try readValue(byte)
        case .declaration, .otherDeclaration: readDeclaration(byte)
        case .commentStart, .comment: try readComment(byte)
        }
    }

    /// Reads a byte of raw text, which ends at "</", its element's name and a byte that ends a name.
    private mutating func readRawText(_ byte: UInt8) throws(TemplateDiagnostic) {
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
            throw TemplateDiagnostic("\"<!\" in a script")
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
        case .declaration where match == Array("--".utf8): (state, match) = (.commentStart, [])
        case .declaration where match == Array("-".utf8): break
        default: (state, match) = byte == UInt8(ascii: ">") ? (.text, []) : (.otherDeclaration, [])
        }
    }

    /// Reads a byte of a comment, which ends at "-->" or "--!>".
    private mutating func readComment(_ byte: UInt8) throws(TemplateDiagnostic) {
        let (dash, dashes) = (UInt8(ascii: "-"), Array("--".utf8))
        switch byte {
        case UInt8(ascii: ">") where state == .commentStart: throw TemplateDiagnostic("abruptly closed empty comment")
        case UInt8(ascii: ">") where match.starts(with: dashes): (state, match) = (.text, [])
        case dash where match == dashes: break
        case dash: match = match == [dash] ? dashes : [dash]
        case UInt8(ascii: "!") where match == dashes: match.append(byte)
        default: match = []
        }
        if state == .commentStart, match != [dash] { state = .comment }
    }
}
