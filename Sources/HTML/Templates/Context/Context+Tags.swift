extension Context {
    mutating func readTagName(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: ">"): closeTag()
        case UInt8(ascii: "/"): state = .beforeAttribute
        case _ where Self.isBlank(byte): state = .beforeAttribute
        case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="): throw Self.stray(byte)
        default: element += Self.lowercase(byte)
        }
    }

    /// Between attributes and in their names.
    mutating func readTag(_ byte: UInt8) throws(Refusal) {
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
            } else if state == .gap {
                state = .beforeAttribute
            }
        case UInt8(ascii: "=") where state == .attributeName || state == .afterAttributeName:
            try endAttributeName()
            (state, place) = (.beforeValue, .start)
        case UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="): throw Self.stray(byte)
        case _ where state == .gap: throw Refusal("no blank before the next attribute")
        case _ where state == .attributeName: attribute += Self.lowercase(byte)
        default:
            try endAttributeName()
            (state, attribute) = (.attributeName, Self.lowercase(byte))
        }
    }

    mutating func readValue(_ byte: UInt8) throws(Refusal) {
        switch state {
        case .quoted(byte): (state, attribute, place) = (.gap, "", .start)
        case .quoted: readPlace(byte)
        case .beforeValue:
            switch byte {
            case _ where Self.isBlank(byte): break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
            case UInt8(ascii: ">"): throw Refusal("the attribute \(attribute) has no value after \"=\"")
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

    /// An address can start a value, and in `srcset` follow a comma.
    private mutating func readPlace(_ byte: UInt8) {
        guard holdsAddress else { return }
        if holdsCandidates, byte == UInt8(ascii: ",") {
            place = .nextCandidate
        } else if !(Self.isBlank(byte) && place == .nextCandidate) {
            place = .after
        }
    }

    private func endAttributeName() throws(Refusal) {
        if attribute == "http-equiv" { throw Refusal("http-equiv: send a header instead") }
    }

    private mutating func closeTag() {
        switch element {
        case _ where isEndTag: state = .text
        case "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext": state = .rawText
        case "title", "textarea": state = .plainText
        default: state = .text
        }
        if state == .text { element = "" }
        (isEndTag, attribute, place, match) = (false, "", .start, [])
    }

    private static func stray(_ byte: UInt8) -> Refusal {
        Refusal("stray \(String(UnicodeScalar(byte))) in a tag")
    }
}
