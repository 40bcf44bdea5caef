import HTML
import Heroes

/// What pages work with: where heroes come from, and how a view becomes a response.
struct PageContext: Sendable {
    let source: any HeroSource
    let renderer: Renderer
    let configuration: SiteConfiguration
    /// Takes the cause of what visitors only see as a sentence.
    let log: @Sendable (String) -> Void
    /// Ten times as much as the longest that Marvel wrote: a source's descriptions are read while visitors wait.
    let sanitizer = Sanitizer(limit: 32 << 10)
    /// For a few words of what may be one of many on a page.
    let excerpts = Sanitizer(limit: 8 << 10)

    var placeholderImage: SafeURL { renderer.link(file: "placeholder.svg") }

    /// Nil where the source names nobody.
    func attribution(_ attribution: Attribution) -> SafeHTML? { sanitizer.sanitizeInline(attribution.html) }
}
