import Basics

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
    /// Returns the byte as text, letters in lower case.
    static func lowercase(_ byte: UInt8) -> String { String(UnicodeScalar(byte.lowercased)) }
}

extension Context {
    /// Inserts a template's value; rejects values that could become anything but text or a URL.
    mutating func insert(_ value: FieldInfo.Value) throws(TemplateDiagnostic) {
        switch state {
        case .text: break
        case .plainText:
            if value == .markup { throw TemplateDiagnostic("markup in <\(element)>, which holds text only") }
            match = []
        case .rawText:
            guard value == .number else {
                throw TemplateDiagnostic("a value in <\(element)>, where only numbers are allowed")
            }
            match = []
        case .quoted: try insertIntoAttribute(value)
        case .beforeValue, .unquoted: throw TemplateDiagnostic("a value in an unquoted attribute")
        case .tagOpen, .endTagOpen, .tagName: throw TemplateDiagnostic("a value in the name of a tag")
        case .beforeAttribute, .attributeName, .afterAttributeName, .attributeEnd:
            throw TemplateDiagnostic("a value in the name of an attribute")
        case .declaration, .commentStart, .comment, .otherDeclaration:
            throw TemplateDiagnostic("a value in a comment or declaration")
        }
    }

    private mutating func insertIntoAttribute(_ value: FieldInfo.Value) throws(TemplateDiagnostic) {
        defer { if holdsURL { urlPosition = .after } }
        if value == .number { return }
        if value == .markup { throw TemplateDiagnostic("markup in the attribute \(attribute)") }
        if attribute.hasPrefix("on") { throw TemplateDiagnostic("a value in the event handler \(attribute)") }
        if attribute == "style" {
            throw TemplateDiagnostic("a value in the attribute style, where only numbers are allowed")
        }
        if attribute == "srcdoc" { throw TemplateDiagnostic("a value in the attribute srcdoc, which is a document") }
        if Self.animations.contains(element) {
            throw TemplateDiagnostic("a value in <\(element)>, which sets other attributes")
        }
        guard holdsURL else { return }
        guard value == .url else { throw TemplateDiagnostic("only a URL is allowed in the attribute \(attribute)") }
        guard urlPosition != .after else {
            throw TemplateDiagnostic("a URL must be at the start of the attribute \(attribute)")
        }
    }

    var holdsURL: Bool { Self.urlAttributes.contains(attribute) }
    var holdsCandidates: Bool { attribute == "srcset" || attribute == "imagesrcset" }

    /// Attributes with a URL value, obsolete ones included.
    private static let urlAttributes: Set = [
        "action", "archive", "background", "cite", "classid", "codebase", "data", "dynsrc", "formaction", "href",
        "icon",
        "imagesrcset", "longdesc", "lowsrc", "manifest", "ping", "poster", "profile", "src", "srcset", "usemap",
        "xlink:href",
    ]

    /// SVG elements that can set an attribute such as `href`.
    private static let animations: Set = ["animate", "animatemotion", "animatetransform", "set"]
}

extension Context {
    /// The context at the boundary of a section, which ends a name because the next byte is unknown.
    var atSectionBoundary: Context {
        var boundary = self
        switch state {
        case .tagName, .attributeName, .unquoted, .attributeEnd:
            (boundary.state, boundary.attribute) = (.attributeEnd, "")
        case .afterAttributeName: (boundary.state, boundary.attribute) = (.beforeAttribute, "")
        default: break
        }
        return boundary
    }

    /// Returns the context after a section that may be shown or not; nil if the two contexts are incompatible.
    func merged(with end: Context, repeats: Bool) -> Context? {
        if self == end { return self }
        var (here, there) = (self, end)
        (here.state, there.state) = (.attributeEnd, .attributeEnd)
        guard here == there, isBetweenAttributes, end.isBetweenAttributes, !(repeats && end.state == .attributeEnd)
        else {
            return nil
        }
        return here
    }

    private var isBetweenAttributes: Bool { state == .attributeEnd || state == .beforeAttribute }
}
