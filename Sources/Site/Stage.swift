import HTML
import Heroes

/// What pages work with: where heroes come from, and how a view becomes a response.
struct Stage: Sendable {
    var source: any HeroSource
    let renderer: Renderer
    let configuration: SiteConfiguration
    /// Takes the cause of what visitors only see as a sentence.
    let log: @Sendable (String) -> Void
    /// Ten times as much as the longest that Marvel wrote: a source's descriptions are read while visitors wait.
    let sanitizer = Sanitizer(limit: 32 << 10)
    /// For a few words of what may be one of many on a page.
    let excerpts = Sanitizer(limit: 8 << 10)

    var standIn: SafeURL { renderer.link(file: "stand-in.svg") }

    func attribution(_ attribution: Attribution) -> SafeHTML? { sanitizer.sanitizeInline(attribution.html) }

    /// A section of the hero's works, whatever its kind.
    func items(
        _ section: Section, of hero: Hero.ID, _ window: Window
    ) async throws(HeroError) -> Slice<any Listable> {
        switch section {
        case .comics: try await source.comics(of: hero, window).erased
        case .events: try await source.events(of: hero, window).erased
        case .stories: try await source.stories(of: hero, window).erased
        case .series: try await source.series(of: hero, window).erased
        }
    }
}

extension Slice where Item: Listable {
    fileprivate var erased: Slice<any Listable> {
        var erased = Slice<any Listable>(
            items: items, window: window, total: total, attribution: attribution, version: version)
        erased.age = age
        return erased
    }
}
