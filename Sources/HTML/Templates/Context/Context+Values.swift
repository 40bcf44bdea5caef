extension Context {
    /// Inserts a template's value; rejects values that could become anything but text or a URL.
    mutating func insert(_ kind: FieldInfo.Kind) throws(TemplateDiagnostic) {
        switch state {
        case .text: break
        case .plainText:
            if kind.isMarkup { throw TemplateDiagnostic("markup in <\(element)>, which holds text only") }
            match = []
        case .rawText:
            guard kind.isNumber else {
                throw TemplateDiagnostic("a value in <\(element)>, where only numbers are allowed")
            }
            match = []
        case .quoted: try insertIntoAttribute(kind)
        case .beforeValue, .unquoted: throw TemplateDiagnostic("a value in an unquoted attribute")
        case .tagOpen, .endTagOpen, .tagName: throw TemplateDiagnostic("a value in the name of a tag")
        case .beforeAttribute, .attributeName, .afterAttributeName, .attributeEnd:
            throw TemplateDiagnostic("a value in the name of an attribute")
        case .declaration, .commentStart, .comment, .otherDeclaration:
            throw TemplateDiagnostic("a value in a comment or declaration")
        }
    }

    private mutating func insertIntoAttribute(_ kind: FieldInfo.Kind) throws(TemplateDiagnostic) {
        defer { if holdsURL { urlPosition = .after } }
        if kind.isNumber { return }
        if kind.isMarkup { throw TemplateDiagnostic("markup in the attribute \(attribute)") }
        if attribute.hasPrefix("on") { throw TemplateDiagnostic("a value in the event handler \(attribute)") }
        if attribute == "style" {
            throw TemplateDiagnostic("a value in the attribute style, where only numbers are allowed")
        }
        if attribute == "srcdoc" { throw TemplateDiagnostic("a value in the attribute srcdoc, which is a document") }
        if Self.animations.contains(element) {
            throw TemplateDiagnostic("a value in <\(element)>, which sets other attributes")
        }
        guard holdsURL else { return }
        guard kind.isURL else { throw TemplateDiagnostic("only a URL is allowed in the attribute \(attribute)") }
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

extension FieldInfo.Kind {
    var isNumber: Bool { if case .number = self { true } else { false } }

    var isMarkup: Bool {
        switch self {
        case .html, .optionalHTML: true
        default: false
        }
    }

    var isURL: Bool {
        switch self {
        case .url, .optionalURL: true
        default: false
        }
    }
}
