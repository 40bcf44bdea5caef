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
            let endsName = byte.isMarkupSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
            if endsName, element != "plaintext" {
                (state, isEndTag, match) = (.tagName, true, [])
                return try readTagName(byte)
            }
            match = []
        }
        let lower = byte.lowercased
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
        case _ where byte.isLetter:
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

extension Context {
    mutating func readTagName(_ byte: UInt8) throws(TemplateDiagnostic) {
        switch byte {
        case UInt8(ascii: ">"): closeTag()
        case UInt8(ascii: "/"): state = .beforeAttribute
        case _ where byte.isMarkupSpace: state = .beforeAttribute
        case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="): throw Self.stray(byte)
        default: element += Self.lowercase(byte)
        }
    }

    /// Reads a byte between attributes or in an attribute's name.
    mutating func readTag(_ byte: UInt8) throws(TemplateDiagnostic) {
        switch byte {
        case UInt8(ascii: ">"):
            try endAttributeName()
            closeTag()
        case UInt8(ascii: "/"):
            try endAttributeName()
            (state, attribute) = (.beforeAttribute, "")
        case _ where byte.isMarkupSpace:
            if state == .attributeName {
                state = .afterAttributeName
            } else if state == .attributeEnd {
                state = .beforeAttribute
            }
        case UInt8(ascii: "=") where state == .attributeName || state == .afterAttributeName:
            try endAttributeName()
            (state, urlPosition) = (.beforeValue, .start)
        case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="): throw Self.stray(byte)
        case _ where state == .attributeEnd: throw TemplateDiagnostic("missing whitespace before the next attribute")
        case _ where state == .attributeName: attribute += Self.lowercase(byte)
        default:
            try endAttributeName()
            (state, attribute) = (.attributeName, Self.lowercase(byte))
        }
    }

    mutating func readValue(_ byte: UInt8) throws(TemplateDiagnostic) {
        switch state {
        case .quoted(byte): (state, attribute, urlPosition) = (.attributeEnd, "", .start)
        case .quoted: readURLValue(byte)
        case .beforeValue:
            switch byte {
            case _ where byte.isMarkupSpace: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
            case UInt8(ascii: ">"): throw TemplateDiagnostic("the attribute \(attribute) has no value after \"=\"")
            default: state = .unquoted
            }
        default:
            switch byte {
            case UInt8(ascii: ">"): closeTag()
            case _ where byte.isMarkupSpace: (state, attribute) = (.beforeAttribute, "")
            case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"): throw Self.stray(byte)
            default: break
            }
        }
    }

    /// Tracks the positions at which a URL can start: the start of the value and, in `srcset`, after a comma.
    private mutating func readURLValue(_ byte: UInt8) {
        guard holdsURL else { return }
        if holdsCandidates, byte == UInt8(ascii: ",") {
            urlPosition = .nextCandidate
        } else if !(byte.isMarkupSpace && urlPosition == .nextCandidate) {
            urlPosition = .after
        }
    }

    private func endAttributeName() throws(TemplateDiagnostic) {
        if attribute == "http-equiv" { throw TemplateDiagnostic("http-equiv is not supported: send a header instead") }
    }

    private mutating func closeTag() {
        switch element {
        case _ where isEndTag: state = .text
        case "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext": state = .rawText
        case "title", "textarea": state = .plainText
        default: state = .text
        }
        if state == .text { element = "" }
        (isEndTag, attribute, urlPosition, match) = (false, "", .start, [])
    }

    private static func stray(_ byte: UInt8) -> TemplateDiagnostic {
        TemplateDiagnostic("stray \(String(UnicodeScalar(byte))) in a tag")
    }
}
