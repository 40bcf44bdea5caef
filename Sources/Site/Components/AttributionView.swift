import HTML
import Heroes

/// Whose data the page shows.
package struct AttributionView: TemplateView {
    package static let template = "attribution"

    let html: SafeHTML

    init(html: SafeHTML) { self.html = html }

    /// Nil where the source names nobody.
    init?(_ attribution: Attribution, sanitizer: Sanitizer) {
        guard let html = sanitizer.sanitizeInline(attribution.html) else { return nil }
        self.init(html: html)
    }

    package static let fields: [Field<AttributionView>] = [.html("html", \.html)]

    package static let examples = [Example("plain", AttributionView(html: .escaping("Data by <somebody>")))]
}
