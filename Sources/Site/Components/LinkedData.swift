import HTML
import Heroes

/// Structured data of a page as JSON-LD in the vocabulary of schema.org.
enum LinkedData {
    /// Returns the breadcrumbs from the start page to a page, which search engines show.
    static func breadcrumbs(_ steps: [(name: String, route: Route)], _ origin: Origin) -> SafeHTML {
        let items = steps.enumerated().map { index, step in
            [
                "@type": "ListItem", "position": .number(index + 1), "name": .string(step.name),
                "item": .string(origin.url(step.route).string),
            ] as JSONValue
        }
        let list: JSONValue = [
            "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": .array(items),
        ]
        return .linkedData(json: list.bytes)
    }
}
