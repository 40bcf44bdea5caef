import Basics

extension MarkupNormalizer {
    /// Skips SVG or MathML after its start tag, up to its end or to the HTML that ends it in browsers.
    mutating func skipForeign(_ name: TagName) {
        var open = [name]
        while let bracket = input[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = bracket
            let next = bracket + 1 < input.count ? input[bracket + 1] : 0
            if next == UInt8(ascii: "!") {
                skipDeclaration(inForeign: true)
            } else if next.isLetter {
                guard readForeignStart(&open) else { return }
            } else if next == UInt8(ascii: "/"), bracket + 2 < input.count, input[bracket + 2].isLetter {
                guard readForeignEnd(&open) else { return }
            } else {
                position += 1
            }
        }
        position = input.count
    }

    /// Reads a start tag in foreign content; returns false, without reading it, if it is HTML that ends the content.
    private mutating func readForeignStart(_ open: inout [TagName]) -> Bool {
        guard case .tag(let tag) = TagScan.read(input, nameAt: position + 1) else {
            position = input.count
            return true
        }
        let isInHTML = open.last.map { Self.integrationPoints.contains($0) } ?? false
        if !isInHTML, tag.name.map({ Self.breakouts.contains($0) }) == true {
            guard let point = open.lastIndex(where: { Self.integrationPoints.contains($0) }) else { return false }
            open.removeSubrange((point + 1)...)
        }
        position = tag.end
        // Names too long for TagName have no role.
        guard let name = tag.name else { return true }
        if isInHTML, tag.role == .hiddenText || tag.role == .verbatimText || tag.role == .plainText {
            readRawText(name, .hiddenText)
        } else if !tag.isSelfClosing, open.count < Self.maximumDepth,
            tag.role == .foreign || !isInHTML && Self.integrationPoints.contains(name)
        {
            open.append(name)
        }
        return true
    }

    /// Reads an end tag in foreign content; returns false at the end of the content.
    private mutating func readForeignEnd(_ open: inout [TagName]) -> Bool {
        guard case .tag(let tag) = TagScan.read(input, nameAt: position + 2) else {
            position = input.count
            return true
        }
        let isInHTML = open.last.map { Self.integrationPoints.contains($0) } ?? false
        if !isInHTML, tag.role == .paragraph || tag.role == .lineBreak { return false }
        position = tag.end
        if let name = tag.name, let index = open.lastIndex(of: name) { open.removeSubrange(index...) }
        return !open.isEmpty
    }

    /// Foreign elements with HTML content (HTML standard, "HTML integration point").
    private static let integrationPoints = names("foreignobject desc title mi mo mn ms mtext annotation-xml")

    /// HTML elements that end foreign content (HTML standard, "the rules for parsing tokens in foreign content").
    private static let breakouts = names(
        """
        b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta \
        nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
        """)

    private static func names(_ list: String) -> Set<TagName> {
        Set(list.utf8.split(separator: 0x20).compactMap { TagName($0) })
    }
}
