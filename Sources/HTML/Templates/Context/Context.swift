/// The HTML context of a template: an HTML tokenizer over its literal parts (HTML standard, section 13.2.5).
///
/// It is stricter than a browser: markup that browsers repair is rejected, so that both read a template alike.
struct Context: Equatable, Sendable {
    var state = State.text
    /// The element of the current tag or raw text, in lower case.
    var element = ""
    var isEndTag = false
    /// The attribute being read, in lower case.
    var attribute = ""
    var urlPosition = URLPosition.start
    /// The part of the end of a raw text element or a comment that has been read.
    var match: [UInt8] = []

    enum State: Equatable, Sendable {
        case text
        /// Text with character references but no tags (RCDATA): title and textarea.
        case plainText
        /// Text with neither: script, style and similar elements.
        case rawText
        case tagOpen, endTagOpen, tagName
        case beforeAttribute, attributeName, afterAttributeName, beforeValue, unquoted
        case quoted(UInt8)
        /// After a value or at the boundary of a section: only whitespace or the end of the tag can follow.
        case attributeEnd
        case declaration, commentStart, comment, otherDeclaration
    }

    /// The position in the value of a URL attribute.
    enum URLPosition: Equatable, Sendable {
        case start, nextCandidate, after
    }

    /// The context's name in error messages.
    var description: String {
        switch state {
        case .text: "text"
        case .plainText, .rawText: "<\(element)>"
        case .quoted: "the attribute \(attribute)"
        case .beforeValue, .unquoted: "an unquoted attribute"
        case .declaration, .commentStart, .comment, .otherDeclaration: "a comment or declaration"
        case .tagOpen, .endTagOpen, .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .attributeEnd:
            "a tag"
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

    /// Returns the byte as text, letters in lower case.
    static func lowercase(_ byte: UInt8) -> String {
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        return String(UnicodeScalar(isUpper ? byte | 0x20 : byte))
    }
}
