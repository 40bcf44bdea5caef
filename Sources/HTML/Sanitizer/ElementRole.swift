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

    private static let names: [(ElementRole, String)] = [
        (.emphasis, "em i"), (.strong, "strong b"), (.link, "a"),
        (.lineBreak, "br"), (.rule, "hr"), (.paragraph, "p"), (.heading, "h1 h2 h3 h4 h5 h6"),
        (
            .block,
            """
            address article aside blockquote center details dialog div dl fieldset figcaption footer header \
            hgroup legend listing main nav pre search section summary
            """
        ),
        (.unorderedList, "ul menu dir"), (.orderedList, "ol"), (.item, "li"), (.term, "dt dd"),
        (.table, "table"), (.rowGroup, "thead tbody tfoot caption"), (.row, "tr"), (.cell, "td th"),
        (.option, "option optgroup"), (.gone, "form figure"), (.sealed, "object applet template"),
        (.hiddenText, "script style iframe noembed noframes noscript title"),
        (.verbatimText, "xmp plaintext"), (.plainText, "textarea"), (.foreign, "svg math"),
    ]

    private static let roles: [TagName: ElementRole] = {
        var roles: [TagName: ElementRole] = [:]
        for (role, list) in names {
            for name in list.utf8.split(separator: 0x20) {
                if let name = TagName(name) { roles[name] = role }
            }
        }
        return roles
    }()

    init?(_ name: TagName) {
        guard let role = Self.roles[name] else { return nil }
        self = role
    }

    var isList: Bool { self == .unorderedList || self == .orderedList }

    /// Whether an end tag that comes inside is kept from closing what is outside (HTML standard, "has an element in scope").
    var isScope: Bool { self == .sealed || self == .table || self == .cell }
}
