extension MarkupNormalizer {
    /// Returns true if an element hides its content but has no end tag. Its start tag is ignored then, because readers
    /// would lose all text after it.
    mutating func isUnterminated(_ name: TagName, _ role: ElementRole) -> Bool {
        switch role {
        case .removed, .hiddenText, .plainText, .removedOpaque, .foreign:
            Self.containers.contains(name) && hasNoEndTag(name)
        default: false
        }
    }

    /// Elements that browsers show as a picture, a page or controls. Code and elements hidden on purpose are never
    /// shown.
    private static let containers = Set(
        [
            "applet", "figure", "form", "iframe", "math", "noembed", "noframes", "noscript", "object", "svg",
            "textarea",
        ].map { TagName($0) })

    /// Returns true if no end tag of the name follows the position.
    private mutating func hasNoEndTag(_ name: TagName) -> Bool {
        if let last = lastEndTags[name] { return last < position }
        let last = input.indices.last { index in
            input[index] == UInt8(ascii: "<") && input[index...].starts(with: "</".utf8) && isName(name, at: index + 2)
        }
        lastEndTags[name] = last ?? -1
        return last ?? -1 < position
    }
}
