/// What an element means to a description; an element without a role is unwrapped.
enum ElementRole: UInt8 {
    case emphasis, strong, link
    case lineBreak, rule
    case paragraph, heading, block
    case unorderedList, orderedList, item, term
    case table, rowGroup, row, cell
    case option
    /// Gone with its content.
    case gone
    /// Gone with its content, which an end tag outside of it cannot close.
    case sealed
    /// Gone with its content, which is text up to the end tag.
    case hiddenText
    /// Unwrapped, though its content is text up to the end tag: without references, or with them.
    case verbatimText, plainText
    /// Gone with its content, which follows rules of its own (SVG, MathML).
    case foreign
    /// Unwrapped like an unknown element, but never taken for text that only looks like a tag.
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
        (.option, "option optgroup"), (.gone, "form figure"), (.sealed, "object applet template"),
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

    /// Whether an end tag that comes inside is kept from closing what is outside (HTML standard, "has an element in scope").
    var isScope: Bool { self == .sealed || self == .table || self == .cell }
}
