import Basics
import FoundationEssentials
import Heroes
import Synchronization

/// The limits of a cached source.
package struct CachedSourceLimits: Sendable {
    /// The seconds for which a response is fresh. After that it is served for 30 days while it is requested again.
    package var lifetime = 24 * 60 * 60.0
    /// The seconds for which the absence of an object is believed.
    package var absenceLifetime = 10 * 60.0
    /// The estimated bytes of responses in memory.
    package var byteLimit = 64 << 20
    /// The estimated bytes of the index of heroes, and of that of topics.
    package var indexByteLimit = 8 << 20

    package init() {}
}

/// A source behind a cache in memory and a circuit breaker.
package struct CachedSource: HeroSource {
    private let source: any HeroSource
    private let caches: Caches
    private var mayCall = true

    package init(
        _ source: any HeroSource, limits: CachedSourceLimits = CachedSourceLimits(),
        now: @escaping @Sendable () -> Date = { Date() }, report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        self.source = source
        caches = Caches(limits, now: now, report: report)
    }

    package func `for`(_ kind: RequestKind) -> CachedSource {
        var source = self
        source.mayCall = if case .prefetch = kind { false } else { true }
        return source
    }

    package func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        let topic = query.topic.map { " of \($0.text)" } ?? ""
        let key =
            "heroes by \(query.order)\(query.filter.text)\(topic) \(query.range.text) \(query.nameStartsWith ?? "")"
        return try await response(to: key, caches.heroLists, \.age) { [source, caches] () async throws(HeroError) in
            let list = try await source.heroes(query)
            caches.heroes.insert(list.items)
            return list
        }
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        let key = "hero \(id)"
        return try await response(to: key, caches.singleHeroes, \.age) { [source, caches] () async throws(HeroError) in
            try await caches.heroes.update(id, \.withoutDetails) { () async throws(HeroError) in
                try await source.hero(id)
            }
        }
    }

    package func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        let key = "\(kind.rawValue) \(order?.rawValue ?? "") \(range.text) of \(owner.text)"
        return try await response(to: key, caches.topicLists, \.age) { [source, caches] () async throws(HeroError) in
            let list = try await source.topics(kind, of: owner, by: order, range)
            caches.topics.insert(list.items)
            return list
        }
    }

    package func topic(_ id: TopicID) async throws(HeroError) -> Attributed<Topic> {
        try await response(to: id.text, caches.singleTopics, \.age) { [source, caches] () async throws(HeroError) in
            try await caches.topics.update(id, \.self) { () async throws(HeroError) in try await source.topic(id) }
        }
    }

    package func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        try await response(to: "search \(range.text) \(text)", caches.searches, \.heroes.age) {
            [source, caches] () async throws(HeroError) in
            let results = try await source.search(text, range)
            caches.heroes.insert(results.heroes.items.map(\.hero))
            return results
        }
    }

    package func path(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[PathStep]> {
        try await response(to: "path \(start) \(end)", caches.paths, \.age) {
            [source] () async throws(HeroError) in try await source.path(from: start, to: end)
        }
    }

    package func withVolumes(_ comics: [Topic], of owner: TopicOwner) async throws(HeroError) -> [Topic] {
        try await source.withVolumes(comics, of: owner)
    }

    package var database: String? { source.database }

    package var listedKinds: [TopicKind] { source.listedKinds }

    package var choices: HeroChoices { source.choices }

    package func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder] { source.orders(kind, of: owner) }

    package var hasDetails: Bool { source.hasDetails }

    package var hasTopicDetails: Bool { source.hasTopicDetails }

    package func cachedHero(_ id: Hero.ID) -> Hero? { caches.heroes[id] }

    package var cachedHeroes: [Hero] { caches.heroes.all }

    package func cachedTopic(_ id: TopicID) -> Topic? { caches.topics[id] }

    package var cachedTopics: [Topic] { caches.topics.all }

    package var typicalLatency: Duration? { caches.breaker.latency }

    package var revision: UInt64? { caches.preloaded.load(ordering: .relaxed) &+ caches.all.revision }

    package var metrics: CacheMetrics {
        var metrics = caches.breaker.metrics
        metrics.responses = caches.all.metrics
        return metrics
    }

    /// Waits for all calls.
    package func waitUntilIdle() async { await caches.all.waitUntilIdle() }

    /// Preloads all heroes and listed topics, 100 per request, without metrics. Stops if the source fails; later
    /// responses add the others.
    package func preload() async {
        await preload { range in
            let list = try await source.heroes(HeroQuery(range: range))
            caches.heroes.insert(list.items)
            return list.total
        }
        // The response with heroes shows which topics the source lists.
        for kind in listedKinds {
            await preload { range in
                let list = try await source.topics(kind, of: .source, range)
                caches.topics.insert(list.items)
                return list.total
            }
        }
    }

    /// Preloads a list, of which a function loads a range and returns the total.
    private func preload(_ load: (PageRange) async throws -> Int) async {
        var (range, total) = (PageRange(limit: PageRange.maximumLimit), 1)
        while range.offset < total, !Task.isCancelled {
            // Later responses add the objects that are missing now.
            guard let count = try? await load(range) else { break }
            // Pages rendered without these objects are out of date.
            caches.preloaded.wrappingAdd(1, ordering: .relaxed)
            (range, total) = (PageRange(offset: range.offset + range.limit, limit: range.limit), count)
        }
    }

    private func response<Value>(
        to key: String, _ cache: ResponseCache<CacheKey, Value>, _ ageOf: WritableKeyPath<Value, Int>,
        fetch: @escaping @Sendable () async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        let key = CacheKey(text: key, lifetime: caches.lifetime)
        var (value, age) = try await cache.response(to: key, mayCall: mayCall) {
            [caches] _ async throws(HeroError) in try await caches.breaker.call(fetch)
        }
        value[keyPath: ageOf] = age
        return value
    }
}

/// The caches of a source, one for each type of response, and the indexes of what is in them.
private final class Caches: Sendable {
    let lifetime: Double
    let breaker: Breaker
    let heroLists: ResponseCache<CacheKey, ListPage<Hero>>
    let singleHeroes: ResponseCache<CacheKey, Attributed<Hero>>
    let topicLists: ResponseCache<CacheKey, ListPage<Topic>>
    let singleTopics: ResponseCache<CacheKey, Attributed<Topic>>
    let searches: ResponseCache<CacheKey, SearchResults>
    let paths: ResponseCache<CacheKey, Attributed<[PathStep]>>
    let heroes: EntityIndex<Hero>
    let topics: EntityIndex<Topic>
    /// A counter of preloaded responses.
    let preloaded = Atomic<UInt64>(0)

    /// The seconds for which a stale response is served.
    private static let staleLifetime = 30 * 24 * 60 * 60.0

    init(
        _ limits: CachedSourceLimits, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (CacheEvent) -> Void
    ) {
        breaker = Breaker(now: now, report: report)
        lifetime = limits.lifetime
        func cache<Value>(_ share: Int) -> ResponseCache<CacheKey, Value> {
            ResponseCache(
                absenceLifetime: limits.absenceLifetime, staleLifetime: Self.staleLifetime,
                byteLimit: limits.byteLimit / 16 * share, now: now, report: report)
        }
        // Lists of topics take the most bytes, and there are the most of them.
        (heroLists, singleHeroes, topicLists, singleTopics) = (cache(4), cache(2), cache(6), cache(2))
        (searches, paths) = (cache(1), cache(1))
        heroes = EntityIndex(byteLimit: limits.indexByteLimit)
        topics = EntityIndex(byteLimit: limits.indexByteLimit)
    }

    var all: [any AnyResponseCache] { [heroLists, singleHeroes, topicLists, singleTopics, searches, paths] }
}

/// The key of a response as text; a visitor's search text is at its end.
private struct CacheKey: ResponseKey {
    let text: String
    let lifetime: Double
    var isIndexed: Bool { false }
}

extension Hero {
    /// The hero as lists have it.
    fileprivate var withoutDetails: Hero {
        var hero = self
        (hero.relations, hero.companions, hero.firstReads) = ([], [], [])
        return hero
    }
}

extension PageRange {
    fileprivate var text: String { "\(offset) \(limit)" }
}

extension HeroFilter {
    fileprivate var text: String { values.map { " \($0.name) \($0.value)" }.joined() }
}

extension TopicID {
    fileprivate var text: String { "\(kind.rawValue) \(number)" }
}

extension TopicOwner {
    fileprivate var text: String {
        switch self {
        case .source: "the source"
        case .search(let text): "search \(text)"
        case .hero(let id): "hero \(id)"
        case .topic(let id): id.text
        }
    }
}
