extension Context {
    mutating func readTagName(_ byte: UInt8) throws(TemplateDiagnostic) {
        switch byte {
        case UInt8(ascii: ">"): closeTag()
        case UInt8(ascii: "/"): state = .beforeAttribute
        case _ where Self.isBlank(byte): state = .beforeAttribute
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
        case _ where Self.isBlank(byte):
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
            case _ where Self.isBlank(byte): break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
            case UInt8(ascii: ">"): throw TemplateDiagnostic("the attribute \(attribute) has no value after \"=\"")
            default: state = .unquoted
            }
        default:
            switch byte {
            case UInt8(ascii: ">"): closeTag()
            case _ where Self.isBlank(byte): (state, attribute) = (.beforeAttribute, "")
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
        } else if !(Self.isBlank(byte) && urlPosition == .nextCandidate) {
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
