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
    /// The sanitizer of descriptions. Links to the source's pages about heroes lead to their pages on this site.
    let sanitizer: Sanitizer
    /// A sanitizer with a lower limit, for excerpts on pages with many descriptions.
    let excerpts = Sanitizer(limit: 8 << 10)

    init(
        source: any HeroSource, renderer: Renderer, configuration: SiteConfiguration, relatedHeroes: RelatedHeroes,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.source = source
        self.renderer = renderer
        self.configuration = configuration
        self.relatedHeroes = relatedHeroes
        self.log = log
        // The limit is ten times the longest description in Marvel's data, because visitors wait while it is parsed.
        sanitizer = Sanitizer(base: configuration.descriptionBase, limit: 32 << 10) { url in
            configuration.heroOfPage(url).map { Route.hero($0.id, named: $0.name).url }
        }
    }

    var placeholderImage: SafeURL { renderer.link(file: "placeholder.svg") }

    /// Returns the attribution as safe markup, or nil if it is empty.
    func attribution(_ attribution: Attribution) -> SafeHTML? { sanitizer.sanitizeInline(attribution.html) }
}
