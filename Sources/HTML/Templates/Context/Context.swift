/// Where in an HTML document a template has got to: a tokenizer over its literal parts (HTML standard, section 13.2.5).
///
/// It is stricter than a browser: markup that browsers repair is refused, so that both read a template alike.
struct Context: Equatable, Sendable {
    var state = State.text
    /// The element whose tag is being read, or whose raw text, in lower case.
    var element = ""
    var isEndTag = false
    /// The attribute being read, in lower case.
    var attribute = ""
    var place = Place.start
    /// How much of the end of a raw text element or a comment has been read.
    var match: [UInt8] = []

    enum State: Equatable, Sendable {
        case text
        /// Text in which only character references mean something: title and textarea.
        case plainText
        /// Text in which nothing does: script, style and their like.
        case rawText
        case tagOpen, endTagOpen, tagName
        case beforeAttribute, attributeName, afterAttributeName, beforeValue, unquoted
        case quoted(UInt8)
        /// After a value or at the border of a section: only the end of the tag or a blank can follow.
        case gap
        case declaration, commentStart, comment, otherDeclaration
    }

    /// Where in the value of an attribute that holds addresses.
    enum Place: Equatable, Sendable {
        case start, nextCandidate, after
    }

    /// Where one is, in words.
    var description: String {
        switch state {
        case .text: "text"
        case .plainText, .rawText: "<\(element)>"
        case .quoted: "the attribute \(attribute)"
        case .beforeValue, .unquoted: "an unquoted attribute"
        case .declaration, .commentStart, .comment, .otherDeclaration: "a comment or declaration"
        case .tagOpen, .endTagOpen, .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .gap: "a tag"
        }
    }
}

extension Context {
    static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: true
        default: false
        }
    }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    /// The byte as text, letters in lower case.
    static func lowercase(_ byte: UInt8) -> String {
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        return String(UnicodeScalar(isUpper ? byte | 0x20 : byte))
    }
}
