/// Where heroes come from: an API, or a cache around one.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery) async throws(HeroError) -> Slice<Hero>
    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero>
    func comics(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Comic>
    func events(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Event>
    func stories(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Story>
    func series(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Series>

    /// The hero if this source has met it lately in any answer, told at once and without asking anybody.
    func known(_ id: Hero.ID) -> Hero?
}
