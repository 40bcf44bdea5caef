import Heroes

extension HeroSource {
    /// The first page of all heroes if it is cached, with the number of heroes and the attribution of the source.
    var cachedFrontPage: ListPage<Hero>? {
        get async {
            // A prefetch is served from the cache alone.
            try? await self.for(.prefetch).heroes(HeroQuery(range: .page(1)))
        }
    }
}
