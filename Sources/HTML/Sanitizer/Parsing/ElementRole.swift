/// The role of an element in a description; an element without a role is unwrapped.
enum ElementRole: UInt8 {
    case emphasis, strong, link
    case lineBreak, rule
    case paragraph, heading, block
    case unorderedList, orderedList, item, term
    case table, rowGroup, row, cell
    case option
    /// Removed with its content.
    case removed
    /// Removed with its content; end tags inside it cannot close elements outside.
    case removedOpaque
    /// Removed with its content, which is text up to the end tag.
    case hiddenText
    /// Unwrapped; the content is text up to the end tag, without references (verbatim) or with them (plain).
    case verbatimText, plainText
    /// Removed with its content, which is foreign content (SVG, MathML).
    case foreign
    /// Unwrapped like an unknown element, but never read as text that looks like a tag.
    case transparent

    private static let names: [(ElementRole, String)] = [
        (.emphasis, "em i"), (.strong, "strong b"), (.link, "a"),
        (.lineBreak, "br"), (.rule, "hr"), (.paragraph, "p"), (.heading, "h1 h2 h3 h4 h5 h6"),
        (
            .block,
            """
            address article aside blockquote center details dialog div dl fieldset figcaption footer header \
            hgroup legend listing main marquee nav pre search section select summary
            """
        ),
        (.unorderedList, "ul menu dir"), (.orderedList, "ol"), (.item, "li"), (.term, "dt dd"),
        (.table, "table"), (.rowGroup, "thead tbody tfoot caption"), (.row, "tr"), (.cell, "td th"),
        (.option, "option optgroup"), (.removed, "form figure"), (.removedOpaque, "object applet template"),
        (.hiddenText, "script style iframe noembed noframes noscript title"),
        (.verbatimText, "xmp plaintext"), (.plainText, "textarea"), (.foreign, "svg math"),
        (
            .transparent,
            """
            abbr acronym area audio base basefont bdi bdo bgsound big blink body button canvas cite code col colgroup \
            command content data datalist del dfn element embed font frame frameset head html image img input ins \
            isindex kbd keygen label layer link map mark meta meter multicol nextid nobr output param picture portal \
            progress q rb rp rt rtc ruby s samp slot small source spacer span strike sub sup time track tt u var video \
            wbr
            """
        ),
    ]

    private static let roles = Dictionary(
        names.flatMap { role, list in
            list.utf8.split(separator: 0x20).compactMap { TagName($0) }.map { ($0, role) }
        }
    ) { first, _ in first }

    init?(_ name: TagName) {
        guard let role = Self.roles[name] else { return nil }
        self = role
    }

    var isList: Bool { self == .unorderedList || self == .orderedList }

    /// True if end tags inside cannot close elements outside (HTML standard, "has an element in scope").
    var isScopeBoundary: Bool { self == .removedOpaque || self == .table || self == .cell }
}
