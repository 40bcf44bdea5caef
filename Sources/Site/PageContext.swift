import HTML
import Heroes

/// The dependencies that all page handlers share.
struct PageContext: Sendable {
    let source: any HeroSource
    let renderer: Renderer
    let configuration: SiteConfiguration
    let relatedHeroes: RelatedHeroes
    /// Writes the cause of a failure, of which visitors see only a sentence, to the log.
    let log: @Sendable (String) -> Void
    /// The limit is ten times the longest description in Marvel's data, because visitors wait while it is parsed.
    let sanitizer = Sanitizer(limit: 32 << 10)
    /// A sanitizer with a lower limit, for excerpts on pages with many descriptions.
    let excerpts = Sanitizer(limit: 8 << 10)

    var placeholderImage: SafeURL { renderer.link(file: "placeholder.svg") }

    /// Returns the attribution as safe markup, or nil if it is empty.
    func attribution(_ attribution: Attribution) -> SafeHTML? { sanitizer.sanitizeInline(attribution.html) }
}
