extension Context {
    /// A value of a template at this place: refused where it could become anything but text or an address.
    mutating func insert(_ kind: Member.Kind) throws(Refusal) {
        switch state {
        case .text: break
        case .plainText:
            if kind.isMarkup { throw Refusal("markup in <\(element)>, which holds text only") }
            match = []
        case .rawText:
            guard kind.isNumber else { throw Refusal("a value in <\(element)>, where only numbers can stand") }
            match = []
        case .quoted: try insertIntoAttribute(kind)
        case .beforeValue, .unquoted: throw Refusal("a value in an unquoted attribute")
        case .tagOpen, .endTagOpen, .tagName: throw Refusal("a value in the name of a tag")
        case .beforeAttribute, .attributeName, .afterAttributeName, .gap:
            throw Refusal("a value in the name of an attribute")
        case .declaration, .commentStart, .comment, .otherDeclaration:
            throw Refusal("a value in a comment or declaration")
        }
    }

    private mutating func insertIntoAttribute(_ kind: Member.Kind) throws(Refusal) {
        defer { if holdsAddress { place = .after } }
        if kind.isNumber { return }
        if kind.isMarkup { throw Refusal("markup in the attribute \(attribute)") }
        if attribute.hasPrefix("on") { throw Refusal("a value in the event handler \(attribute)") }
        if attribute == "style" { throw Refusal("a value in the attribute style, where only numbers can stand") }
        if attribute == "srcdoc" { throw Refusal("a value in the attribute srcdoc, which is a document") }
        if Self.animations.contains(element) { throw Refusal("a value in <\(element)>, which sets other attributes") }
        guard holdsAddress else { return }
        guard kind.isAddress else { throw Refusal("only a url can stand in the attribute \(attribute)") }
        guard place != .after else { throw Refusal("a url must stand at the start of the attribute \(attribute)") }
    }

    var holdsAddress: Bool { Self.addressAttributes.contains(attribute) }
    var holdsCandidates: Bool { attribute == "srcset" || attribute == "imagesrcset" }

    /// Attributes that browsers take a URL from, obsolete ones included.
    private static let addressAttributes: Set = [
        "action", "archive", "background", "cite", "classid", "codebase", "data", "dynsrc", "formaction", "href",
        "icon",
        "imagesrcset", "longdesc", "lowsrc", "manifest", "ping", "poster", "profile", "src", "srcset", "usemap",
        "xlink:href",
    ]

    /// SVG elements that can put a value into an attribute such as `href`.
    private static let animations: Set = ["animate", "animatemotion", "animatetransform", "set"]
}

extension Context {
    /// The context at the border of a section, where what follows a name is not known.
    var atBorder: Context {
        var border = self
        switch state {
        case .tagName, .attributeName, .unquoted, .gap: (border.state, border.attribute) = (.gap, "")
        case .afterAttributeName: (border.state, border.attribute) = (.beforeAttribute, "")
        default: break
        }
        return border
    }

    /// The context after a section that may be shown or not; nil where the two differ in what can follow.
    func merged(with end: Context, repeats: Bool) -> Context? {
        if self == end { return self }
        var (here, there) = (self, end)
        (here.state, there.state) = (.gap, .gap)
        guard here == there, isBetweenAttributes, end.isBetweenAttributes, !(repeats && end.state == .gap) else {
            return nil
        }
        return here
    }

    private var isBetweenAttributes: Bool { state == .gap || state == .beforeAttribute }
}

extension Member.Kind {
    var isNumber: Bool { if case .number = self { true } else { false } }

    var isMarkup: Bool {
        switch self {
        case .html, .optionalHTML: true
        default: false
        }
    }

    var isAddress: Bool {
        switch self {
        case .url, .optionalURL: true
        default: false
        }
    }
}
