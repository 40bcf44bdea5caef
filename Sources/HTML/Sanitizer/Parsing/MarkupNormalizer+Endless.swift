extension MarkupNormalizer {
    /// Whether an element keeps back what is in it up to an end tag that does not come: all that follows would be lost to
    /// readers, so that its start tag counts for nothing.
    mutating func isEndless(_ name: TagName, _ role: ElementRole) -> Bool {
        switch role {
        case .gone, .hiddenText, .plainText, .sealed, .foreign: Self.holders.contains(name) && hasNoEnd(name)
        default: false
        }
    }

    /// Elements that browsers show a picture, a page or controls for. Of what is code, or hidden on purpose, nothing is
    /// shown in any case.
    private static let holders = Set(
        [
            "applet", "figure", "form", "iframe", "math", "noembed", "noframes", "noscript", "object", "svg",
            "textarea",
        ].map { TagName($0) })

    /// Whether no end tag of the name comes behind the position.
    private mutating func hasNoEnd(_ name: TagName) -> Bool {
        if let last = lastEnds[name] { return last < position }
        let last = input.indices.last { index in
            input[index] == UInt8(ascii: "<") && input[index...].starts(with: "</".utf8) && isName(name, at: index + 2)
        }
        lastEnds[name] = last ?? -1
        return last ?? -1 < position
    }
}
