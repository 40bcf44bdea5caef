import HTML
import Heroes

/// The source's texts as a page shows them, each sanitized once for each response of the source.
struct Texts: Sendable {
    /// The limit is ten times the longest description in Marvel's data, because visitors wait while it is parsed.
    private static let byteLimit = 32 << 10

    private let sanitizer: Sanitizer
    /// A sanitizer with a lower limit, for excerpts on pages with many descriptions.
    private let excerpts = Sanitizer(limit: 8 << 10)

    /// Links to the source's pages about heroes lead to their pages on this site.
    init(_ configuration: SiteConfiguration) {
        sanitizer = Sanitizer(base: configuration.descriptionBase, limit: Self.byteLimit) { url in
            configuration.heroOfPage(url).map { Route.hero($0.id, named: $0.name).url }
        }
    }

    func description(of subject: some Described) -> SafeHTML? {
        subject.derived.value("description") { subject.description.flatMap { sanitizer.sanitize($0) } }
    }

    func biography(of hero: Hero) -> SafeHTML? {
        hero.derived.value("biography") { hero.biography.flatMap { sanitizer.sanitize($0) } }
    }

    /// Returns the beginning of the description as plain text of at most this many characters.
    func excerpt(of subject: some Described, limit: Int) -> String? {
        subject.derived.value("excerpt \(limit)") {
            subject.description.flatMap { excerpts.plainText($0, limit: limit) }
        }
    }

    /// Returns the first sentences of the description as plain text of at most this many characters; the beginning of the
    /// first if that is longer.
    func sentences(of subject: some Described, limit: Int) -> String? {
        subject.derived.value("sentences \(limit)") {
            guard let text = excerpt(of: subject, limit: limit), text.last == "…" else {
                return excerpt(of: subject, limit: limit)
            }
            return text.matches(of: /[.!?][”"’)]?(?=\s)/).last.map { String(text[..<$0.range.upperBound]) } ?? text
        }
    }

    /// Returns the line with the attribution, or nil if it is empty.
    func attribution(_ attribution: Attribution?) -> AttributionView? {
        attribution?.derived.value("view") {
            attribution.flatMap { sanitizer.sanitizeInline($0.html) }.map(AttributionView.init)
        }
    }
}

struct AttributionView: TemplateView {
    static let template = "attribution"

    let html: SafeHTML

    static let fields: [Field<AttributionView>] = [.html("html", \.html)]
}
