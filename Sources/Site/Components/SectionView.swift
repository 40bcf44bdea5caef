import HTML
import Heroes

/// One kind of a hero's works on the detail page: works, an empty state, or a failure with a retry link.
struct SectionView: TemplateView {
    static let template = "hero-section"

    let section: WorkKind
    var total = 0
    var items: [WorkView] = []
    /// The link to all works, if there are more than shown.
    var all: SafeURL?
    /// The sentence shown if there are no works.
    var none: String?
    /// The retry link, if the works could not be loaded.
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
