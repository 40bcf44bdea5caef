/// A source of heroes and their topics: an API, or a cache in front of one.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero>
    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero>
    /// Returns topics in one of `orders`, or without one in the source's own.
    func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic>
    func topic(_ id: TopicID) async throws(HeroError) -> Attributed<Topic>

    /// Returns the results of the source's own search, best first; one without it finds prefixes of names.
    func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults

    /// Returns the best path from one hero to another; empty if there is none.
    func path(from start: Hero.ID, to end: Hero.ID) async throws(HeroError) -> Attributed<[PathStep]>

    /// Returns the comics of a list, each `issue` with the year in which its series began as far as that can be found.
    func withVolumes(_ comics: [Topic], of owner: TopicOwner) async throws(HeroError) -> [Topic]

    /// The database of the ids of comics and series, by its name in files for comic readers; nil if these know none.
    var database: String? { get }

    /// The kinds of topics of which the source can list all.
    var listedKinds: [TopicKind] { get }

    /// The orders and the filters of lists of heroes; they may be unknown before the first response with heroes.
    var choices: HeroChoices { get }

    /// The orders in which the source can list topics, first the order without one; empty if there is no choice.
    func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder]

    /// True if only `hero(_:)` returns all that is known of a hero, of which lists and `cachedHero(_:)` lack a part.
    var hasDetails: Bool { get }

    /// True if only `topic(_:)` returns all that is known of a topic, of which `cachedTopic(_:)` may lack a part.
    var hasTopicDetails: Bool { get }

    /// Returns the hero if it is in the cache, without a call.
    func cachedHero(_ id: Hero.ID) -> Hero?

    /// All heroes in the cache, unordered, without a call.
    var cachedHeroes: [Hero] { get }

    /// Returns the topic if it is in the cache, without a call.
    func cachedTopic(_ id: TopicID) -> Topic?

    /// All topics in the cache, unordered, without a call.
    var cachedTopics: [Topic] { get }

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

/// A source without a search, a cache and kinds of requests, and with complete lists.
extension HeroSource {
    package func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        SearchResults(try await heroes(HeroQuery(nameStartsWith: text, range: range)).map { SearchMatch($0, .name) })
    }

    package func topics(
        _ kind: TopicKind, of owner: TopicOwner, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        try await topics(kind, of: owner, by: nil, range)
    }

    package func path(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[PathStep]> {
        Attributed([], attribution: Attribution(html: ""))
    }

    package func withVolumes(_ comics: [Topic], of owner: TopicOwner) async throws(HeroError) -> [Topic] { comics }

    package var database: String? { nil }
    package var listedKinds: [TopicKind] { [.events, .series, .comics] }

    package var choices: HeroChoices { HeroChoices() }
    package func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder] { [] }
    package var hasDetails: Bool { false }
    package var hasTopicDetails: Bool { false }
    package func cachedHero(_ id: Hero.ID) -> Hero? { nil }
    package var cachedHeroes: [Hero] { [] }
    package func cachedTopic(_ id: TopicID) -> Topic? { nil }
    package var cachedTopics: [Topic] { [] }
    package var typicalLatency: Duration? { nil }
    package var revision: UInt64? { nil }
    package func `for`(_ kind: RequestKind) -> Self { self }
}
