/// A source of heroes and their works: an API, or a cache in front of one.
///
/// A request can pass the caller's version; the response is nil if that version is still current.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>?
    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>?
    func works(
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>?
    func work(_ id: WorkID, unless version: Version?) async throws(HeroError) -> Attributed<Work>?

    /// The kinds of works of which the source can list all.
    var listedKinds: [WorkKind] { get }

    /// True if the source has a search of its own, which finds more than prefixes of names.
    var hasSearch: Bool { get }

    /// Returns the results of the source's own search, best first; one without it finds prefixes of names.
    func matches(
        _ text: String, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<SearchMatch>?

    /// True if only `hero(_:)` returns a hero's facts and biography, which lists and `cachedHero(_:)` lack.
    var hasDetails: Bool { get }

    /// Returns the hero that this page of the source's own web site is about; nil for any other URL.
    func hero(ofPage url: String) -> Hero?

    /// Returns the hero if it is in the cache, without a call.
    func cachedHero(_ id: Hero.ID) -> Hero?

    /// All heroes in the cache, unordered, without a call.
    var cachedHeroes: [Hero] { get }

    /// Returns the work if it is in the cache, without a call.
    func cachedWork(_ id: WorkID) -> Work?

    /// All works in the cache, unordered, without a call.
    var cachedWorks: [Work] { get }

    /// Returns the spelling of the prefix of a cached hero's name with these letters, without a call.
    func spelling(startingWith letters: Letters) -> String?

    /// The typical latency of recent responses; nil if it is unknown.
    var typicalLatency: Duration? { get }

    /// A number that changes with any cached response; nil without a cache.
    var revision: UInt64? { get }

    /// Returns the source for requests of this kind.
    func `for`(_ kind: RequestKind) -> Self

    /// Returns the source for requests from this network (`ClientAddress.network`), which count against the network's
    /// share of the calls.
    func `for`(_ kind: RequestKind, from network: [UInt8]) -> Self
}

extension HeroSource {
    package func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        try await heroes(query, unless: nil).required()
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await hero(id, unless: nil).required()
    }

    package func works(
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        try await works(kind, of: owner, range, unless: nil).required()
    }

    package func work(_ id: WorkID) async throws(HeroError) -> Attributed<Work> {
        try await work(id, unless: nil).required()
    }

    package func matches(_ text: String, _ range: PageRange) async throws(HeroError) -> ListPage<SearchMatch> {
        try await matches(text, range, unless: nil).required()
    }

    package var listedKinds: [WorkKind] { [.events, .series, .comics] }

    /// False for a source that only finds prefixes of names.
    package var hasSearch: Bool { false }

    package func matches(
        _ text: String, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<SearchMatch>? {
        try await heroes(HeroQuery(nameStartsWith: text, range: range), unless: version)?.map { SearchMatch($0, .name) }
    }

    /// False for a source with complete heroes in its lists.
    package var hasDetails: Bool { false }

    /// Returns nil for a source without pages of its own.
    package func hero(ofPage url: String) -> Hero? { nil }

    /// Returns nil for a source without a cache.
    package func cachedWork(_ id: WorkID) -> Work? { nil }

    /// Empty for a source without a cache.
    package var cachedWorks: [Work] { [] }

    /// Empty for a source without a cache.
    package var cachedHeroes: [Hero] { [] }

    /// Returns nil for a source without a cache.
    package func spelling(startingWith letters: Letters) -> String? { nil }

    /// Nil for a source that does not measure latency.
    package var typicalLatency: Duration? { nil }

    /// Nil for a source without a cache.
    package var revision: UInt64? { nil }

    /// Returns the source itself, for one without request kinds.
    package func `for`(_ kind: RequestKind) -> Self { self }

    /// Returns the source for the kind, for one without shares per network.
    package func `for`(_ kind: RequestKind, from network: [UInt8]) -> Self { self.for(kind) }
}

extension Optional {
    /// Returns the response, which cannot be nil if the request had no version.
    fileprivate func required() throws(HeroError) -> Wrapped {
        guard let self else { throw .broken("a response was not modified, but its request had no version") }
        return self
    }
}
