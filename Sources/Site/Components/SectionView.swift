import HTML
import Heroes

/// One kind of a hero's works on the detail page: some, none, or a failure with a way to try again.
struct SectionView: TemplateView {
    static let template = "hero-section"

    let section: WorkKind
    var total = 0
    var items: [WorkView] = []
    /// Where all of them are, when more exist than are shown.
    var all: SafeURL?
    /// A sentence in place of the items, when there are none.
    var none: String?
    /// Where to try again, when the items could not be had.
    var retry: SafeURL?

    static let fields: [Field<SectionView>] = [
        .text("kind", \.section.rawValue),
        .text("heading", \.section.heading),
        .flag("hasTotal") { $0.total > 0 },
        .text("total") { $0.total.grouped },
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalURL("all", \.all),
        .optionalText("none", \.none),
        .optionalURL("retry", \.retry),
    ]

    static let examples = [
        Example("some", Samples.some), Example("none", Samples.none), Example("failed", Samples.failed),
    ]
}

extension WorkKind {
    /// The kind as a heading.
    var heading: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension Int {
    /// The number with a comma between thousands.
    var grouped: String {
        let digits = String(self)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}
