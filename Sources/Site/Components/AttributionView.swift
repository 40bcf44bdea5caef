import HTML
import Heroes

/// Whose data the page shows.
struct AttributionView: TemplateView {
    static let template = "attribution"

    let html: SafeHTML

    init(html: SafeHTML) { self.html = html }

    /// Nil where the source names nobody.
    init?(_ attribution: Attribution, sanitizer: Sanitizer) {
        guard let html = sanitizer.sanitizeInline(attribution.html) else { return nil }
        self.init(html: html)
    }

    static let fields: [Field<AttributionView>] = [.html("html", \.html)]

    static let examples = [Example("plain", AttributionView(html: .escaping("Data by <somebody>")))]
}
