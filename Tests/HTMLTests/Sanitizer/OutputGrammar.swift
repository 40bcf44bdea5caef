import Testing

/// A strict validator of sanitized markup that shares no code with the sanitizer: any unexpected byte is a violation.
struct OutputGrammar {
    /// The visible text, blocks and line breaks separated by single spaces.
    private(set) var visibleText = ""
    /// The first violation; nil for valid markup.
    private(set) var violation: String?

    private let isInline: Bool
    private var remaining: Substring
    private var open: [String] = []
    /// True for each open element that has content; the first entry is the document.
    private var hasContent = [false]
    private var lastWasBreak = false

    init(_ markup: String, isInline: Bool = false) {
        remaining = markup[...]
        self.isInline = isInline
        while violation == nil, !remaining.isEmpty { readNext() }
        if violation == nil, let element = open.last { violation = "<\(element)> is not closed" }
        visibleText = visibleText.split(separator: " ").joined(separator: " ")
    }

    private static let startTags = ["<p>", "<em>", "<strong>", "<ul>", "<ol>", "<li>"]
    private static let endTags = ["</p>", "</em>", "</strong>", "</ul>", "</ol>", "</li>", "</a>"]
    private static let references = ["&amp;": "&", "&lt;": "<", "&gt;": ">"]

    private mutating func readNext() {
        if consume("<br>") {
            readBreak()
        } else if let tag = Self.startTags.first(where: { consume($0) }) {
            start(String(tag.dropFirst().dropLast()))
        } else if let tag = Self.endTags.first(where: { consume($0) }) {
            end(String(tag.dropFirst(2).dropLast()))
        } else if consume("<a href=\"") {
            readLink()
        } else if let reference = Self.references.first(where: { consume($0.key) }) {
            readText(reference.value)
        } else {
            readScalar()
        }
    }

    private mutating func consume(_ token: String) -> Bool {
        guard remaining.utf8.starts(with: token.utf8) else { return false }
        remaining = Substring(remaining.utf8.dropFirst(token.utf8.count))
        return true
    }

    private mutating func start(_ element: String) {
        let parent = open.last
        switch element {
        case "p": require(parent == nil && !isInline, "<p> in <\(parent ?? "line")>")
        case "ul", "ol":
            require((parent == nil || parent == "li") && !isInline, "<\(element)> in <\(parent ?? "line")>")
        case "li": require(parent == "ul" || parent == "ol", "<li> outside a list")
        default:
            require(isInline || parent != nil && parent != "ul" && parent != "ol", "<\(element)> outside a block")
            require(!open.contains(element), "<\(element)> in itself")
        }
        require(open.count < 32, "more than 32 levels")
        hasContent[hasContent.count - 1] = true
        open.append(element)
        hasContent.append(false)
        if ["p", "ul", "ol", "li"].contains(element) { visibleText += " " }
        if ["ul", "ol"].contains(element) { lastWasBreak = false }
    }

    private mutating func end(_ element: String) {
        require(open.popLast() == element, "</\(element)> closes nothing")
        require(hasContent.popLast() == true, "<\(element)> is empty")
        if ["p", "li", "ul", "ol"].contains(element) {
            require(!lastWasBreak, "<br> before </\(element)>")
            require(!remaining.isEmpty || open.isEmpty, "the end is missing")
            visibleText += " "
        }
    }

    private mutating func readBreak() {
        require(
            !isInline && open.contains { $0 == "p" || $0 == "li" } && open.last != "ul" && open.last != "ol",
            "<br> outside")
        require(hasContent.last == true || !["p", "li"].contains(open.last), "<br> at the start")
        require(!lastWasBreak, "<br> after <br>")
        lastWasBreak = true
        visibleText += " "
    }

    /// Reads a link after `<a href="`.
    private mutating func readLink() {
        guard let quote = remaining.firstIndex(of: "\"") else { return require(false, "an unterminated address") }
        let address = String(remaining[..<quote])
        remaining = remaining[quote...]
        require(consume("\" rel=\"noopener nofollow ugc\">"), "attributes after href")
        require(address.utf8.count <= 5 * 2048, "an address too long")
        let scheme = ["http://", "https://"].first { address.hasPrefix($0) }
        require(scheme != nil, "an address that is not absolute: \(address)")
        let host = address.dropFirst(scheme?.count ?? 0).prefix { !"/?#".contains($0) }
        require(
            !host.isEmpty
                && host.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-._:".contains($0))
                }, "a host like \(host)")
        let bare = address.replacing("&amp;", with: "")
        require(
            bare.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value < 0x7F && !"\"<>`\\&".unicodeScalars.contains($0)
            }, "characters in \(address)")
        start("a")
    }

    private mutating func readScalar() {
        guard let scalar = remaining.unicodeScalars.first else { return }
        remaining = Substring(remaining.unicodeScalars.dropFirst())
        switch scalar.value {
        case 0x3C, 0x3E, 0x26: require(false, "a bare \(scalar) before \(remaining.prefix(40))")
        case ..<0x20, 0x7F...0x9F, 0xFEFF, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0x2028, 0x2029:
            require(false, "the character U+\(String(scalar.value, radix: 16))")
        case let value where value & 0xFFFE == 0xFFFE: require(false, "the noncharacter U+\(String(value, radix: 16))")
        default: readText(String(scalar))
        }
    }

    private mutating func readText(_ text: String) {
        require(isInline || open.contains { $0 == "p" || $0 == "li" }, "text outside a block: \(text)")
        require(open.last != "ul" && open.last != "ol", "text in a list: \(text)")
        hasContent[hasContent.count - 1] = true
        lastWasBreak = false
        visibleText += text
    }

    private mutating func require(_ condition: Bool, _ message: String) {
        if violation == nil, !condition { violation = message }
    }
}

@Suite("The output grammar")
struct OutputGrammarTests {
    @Test(
        "notices every violation",
        arguments: [
            "text", "<p>", "<p></p>", "<p>a</p", "<p>a<p>b</p></p>", "<p>a<ul><li>b</li></ul></p>", "<li>a</li>",
            "<ul>a</ul>", "<ul><p>a</p></ul>", "<p><script>a</script></p>", "<p onclick=\"a\">a</p>", "<P>a</P>",
            "<p >a</p>",
            "<p><a href=\"javascript:a\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"/a\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"https://a.example/\">a</a></p>",
            "<p><a href='https://a.example/' rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"https://a@b.example/\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p><a href=\"https://a.example/&x\" rel=\"noopener nofollow ugc\">a</a></p>",
            "<p>&</p>", "<p>&nbsp;</p>", "<p><</p>", "<p>></p>", "<p>a\u{0}</p>", "<p>a\u{9D}</p>", "<p>a\u{202E}</p>",
            "<p>\u{FEFF}a</p>", "<p>a<!-- --></p>", "<p>a<br></p>", "<p><br>a</p>", "<p>a<br><br>b</p>",
            "<p>a<br/>b</p>", "<em>a</em>", "<p><em><em>a</em></em></p>", "<p><em>a</p></em>", "<div>a</div>",
            "<p>a</p></p>", String(repeating: "<ul><li>", count: 17) + "a" + String(repeating: "</li></ul>", count: 17),
        ])
    func violations(_ markup: String) {
        #expect(OutputGrammar(markup).violation != nil)
    }
}
