import HTML

/// The attribution of the data source.
struct AttributionView: TemplateView {
    static let template = "attribution"

    let html: SafeHTML

    static let fields: [Field<AttributionView>] = [.html("html", \.html)]

    static let examples = [Example("plain", AttributionView(html: .escaping("Data by <a source>")))]
}
