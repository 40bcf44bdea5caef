/// A source of heroes and their works: an API, or a cache in front of one.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero>
    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero>
    func works(_ kind: WorkKind, of owner: WorkOwner, _ range: PageRange) async throws(HeroError) -> ListPage<Work>
    func work(_ id: WorkID) async throws(HeroError) -> Attributed<Work>

    /// Returns the results of the source's own search, best first; one without it finds prefixes of names.
    func matches(_ text: String, _ range: PageRange) async throws(HeroError) -> ListPage<SearchMatch>

    /// The kinds of works of which the source can list all.
    var listedKinds: [WorkKind] { get }

    /// True if only `hero(_:)` returns a hero's facts and biography, which lists and `cachedHero(_:)` lack.
    var hasDetails: Bool { get }

    /// Returns the hero if it is in the cache, without a call.
    func cachedHero(_ id: Hero.ID) -> Hero?

    /// All heroes in the cache, unordered, without a call.
    var cachedHeroes: [Hero] { get }

    /// Returns the work if it is in the cache, without a call.
    func cachedWork(_ id: WorkID) -> Work?

    /// All works in the cache, unordered, without a call.
    var cachedWorks: [Work] { get }

    /// The typical latency of recent responses; nil if it is unknown.
    var typicalLatency: Duration? { get }

    /// A number that changes with any cached response; nil without a cache.
    var revision: UInt64? { get }

    /// Returns the source for a kind of request.
    func `for`(_ kind: RequestKind) -> Self
}

/// The kind of a request to a source, which decides on its calls.
package enum RequestKind: Sendable {
    /// A visitor waits, whose network is that of `ClientAddress.network`.
    case visitor(network: [UInt8])
    /// A browser prefetches a page; served from the cache only.
    case prefetch
}

extension HeroSource {
    package func matches(_ text: String, _ range: PageRange) async throws(HeroError) -> ListPage<SearchMatch> {
        try await heroes(HeroQuery(nameStartsWith: text, range: range)).map { SearchMatch($0, .name) }
    }

    package var listedKinds: [WorkKind] { [.events, .series, .comics] }

    /// False for a source with complete heroes in its lists.
    package var hasDetails: Bool { false }

    /// Returns nil for a source without a cache.
    package func cachedHero(_ id: Hero.ID) -> Hero? { nil }

    /// Empty for a source without a cache.
    package var cachedHeroes: [Hero] { [] }

    /// Returns nil for a source without a cache.
    package func cachedWork(_ id: WorkID) -> Work? { nil }

    /// Empty for a source without a cache.
    package var cachedWorks: [Work] { [] }

    /// Nil for a source that does not measure latency.
    package var typicalLatency: Duration? { nil }

    /// Nil for a source without a cache.
    package var revision: UInt64? { nil }

    /// Returns the source itself, for one without kinds of requests.
    package func `for`(_ kind: RequestKind) -> Self { self }
}
