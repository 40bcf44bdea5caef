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
    /// The estimated bytes of the index of heroes.
    package var heroIndexByteLimit = 8 << 20
    /// The estimated bytes of the index of works.
    package var workIndexByteLimit = 8 << 20

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
        let key = "heroes\(query.work.map { " of \($0.text)" } ?? "") \(query.range.text) \(query.nameStartsWith ?? "")"
        var (list, age) = try await response(to: key, caches.heroLists) { [source, caches] () async throws(HeroError) in
            let list = try await source.heroes(query)
            caches.heroes.insert(list.items)
            return list
        }
        list.age = age
        return list
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        var (hero, age) = try await response(to: "hero \(id)", caches.singleHeroes) {
            [source, caches] () async throws(HeroError) in
            do throws(HeroError) {
                let hero = try await source.hero(id)
                caches.heroes.insert([hero.value])
                return hero
            } catch {
                if error == .notFound { caches.heroes.remove(id) }
                throw error
            }
        }
        hero.age = age
        return hero
    }

    package func works(
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        let key = "\(kind.rawValue) of \(owner.text) \(range.text)"
        var (list, age) = try await response(to: key, caches.workLists) { [source, caches] () async throws(HeroError) in
            let list = try await source.works(kind, of: owner, range)
            caches.works.insert(list.items)
            return list
        }
        list.age = age
        return list
    }

    package func work(_ id: WorkID) async throws(HeroError) -> Attributed<Work> {
        var (work, age) = try await response(to: id.text, caches.singleWorks) {
            [source, caches] () async throws(HeroError) in
            do throws(HeroError) {
                let work = try await source.work(id)
                caches.works.insert([work.value])
                return work
            } catch {
                if error == .notFound { caches.works.remove(id) }
                throw error
            }
        }
        work.age = age
        return work
    }

    package func matches(_ text: String, _ range: PageRange) async throws(HeroError) -> ListPage<SearchMatch> {
        var (list, age) = try await response(to: "matches \(range.text) \(text)", caches.matches) {
            [source, caches] () async throws(HeroError) in
            let list = try await source.matches(text, range)
            caches.heroes.insert(list.items.map(\.hero))
            return list
        }
        list.age = age
        return list
    }

    package var listedKinds: [WorkKind] { source.listedKinds }

    package var hasDetails: Bool { source.hasDetails }

    package func cachedHero(_ id: Hero.ID) -> Hero? { caches.heroes[id] }

    package var cachedHeroes: [Hero] { caches.heroes.all }

    package func cachedWork(_ id: WorkID) -> Work? { caches.works[id] }

    package var cachedWorks: [Work] { caches.works.all }

    package var typicalLatency: Duration? { caches.breaker.latency }

    package var revision: UInt64? { caches.revision }

    package var metrics: CacheMetrics { caches.metrics }

    /// Waits for all calls.
    package func waitUntilIdle() async { await caches.waitUntilIdle() }

    /// Preloads all heroes, comics, events and series, 100 per request, without metrics. Stops if the source fails; later
    /// responses add the others.
    package func preload() async {
        await preload { range async throws(HeroError) in
            let list = try await source.heroes(HeroQuery(range: range))
            caches.heroes.insert(list.items)
            return list.total
        }
        for kind in [WorkKind.events, .series, .comics] {
            await preload { range async throws(HeroError) in
                let list = try await source.works(kind, of: .source, range)
                caches.works.insert(list.items)
                return list.total
            }
        }
    }

    /// Preloads a list; `load` inserts the objects of a range and returns the total.
    private func preload(_ load: (PageRange) async throws(HeroError) -> Int) async {
        var (offset, total) = (0, 1)
        while offset < total, !Task.isCancelled {
            // Later responses add the objects that are missing now.
            guard let count = try? await load(PageRange(offset: offset, limit: PageRange.maximumLimit)) else { return }
            // Pages rendered without these objects are out of date.
            caches.preloaded.wrappingAdd(1, ordering: .relaxed)
            (offset, total) = (offset + PageRange.maximumLimit, count)
        }
    }

    private func response<Value>(
        to key: String, _ cache: ResponseCache<CacheKey, Value>,
        fetch: @escaping @Sendable () async throws(HeroError) -> Value
    ) async throws(HeroError) -> (value: Value, age: Int) {
        try await cache.response(to: CacheKey(text: key), mayCall: mayCall) { [caches] _ async throws(HeroError) in
            try await caches.breaker.call(fetch)
        }
    }
}

/// The caches of a source, one for each type of response, and the indexes of what is in them.
private final class Caches: Sendable {
    let breaker: Breaker
    let heroLists: ResponseCache<CacheKey, ListPage<Hero>>
    let singleHeroes: ResponseCache<CacheKey, Attributed<Hero>>
    let workLists: ResponseCache<CacheKey, ListPage<Work>>
    let singleWorks: ResponseCache<CacheKey, Attributed<Work>>
    let matches: ResponseCache<CacheKey, ListPage<SearchMatch>>
    let heroes: EntityIndex<Hero>
    let works: EntityIndex<Work>
    /// A counter of preloaded responses.
    let preloaded = Atomic<UInt64>(0)

    /// The seconds for which a stale response is served.
    private static let staleLifetime = 30 * 24 * 60 * 60.0

    init(
        _ limits: CachedSourceLimits, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (CacheEvent) -> Void
    ) {
        breaker = Breaker(now: now, report: report)
        let policy = CachePolicy<CacheKey>(
            staleLifetime: Self.staleLifetime, absenceLifetime: limits.absenceLifetime, retryDelay: 30
        ) { _ in limits.lifetime }
        // Lists of works take the most bytes, and there are the most of them.
        let share = limits.byteLimit / 8
        heroLists = ResponseCache(policy, byteLimit: 2 * share, now: now, report: report)
        singleHeroes = ResponseCache(policy, byteLimit: share, now: now, report: report)
        workLists = ResponseCache(policy, byteLimit: 3 * share, now: now, report: report)
        singleWorks = ResponseCache(policy, byteLimit: share, now: now, report: report)
        matches = ResponseCache(policy, byteLimit: share, now: now, report: report)
        let lifetime = limits.lifetime + Self.staleLifetime
        heroes = EntityIndex(byteLimit: limits.heroIndexByteLimit, lifetime: lifetime, now: now)
        works = EntityIndex(byteLimit: limits.workIndexByteLimit, lifetime: lifetime, now: now)
    }

    var revision: UInt64 {
        preloaded.load(ordering: .relaxed) &+ heroLists.revision &+ singleHeroes.revision &+ workLists.revision
            &+ singleWorks.revision &+ matches.revision
    }

    var metrics: CacheMetrics {
        var metrics = CacheMetrics()
        metrics.calls = breaker.metrics
        metrics.responses += heroLists.metrics
        metrics.responses += singleHeroes.metrics
        metrics.responses += workLists.metrics
        metrics.responses += singleWorks.metrics
        metrics.responses += matches.metrics
        (metrics.heroIndex, metrics.workIndex) = (heroes.usage, works.usage)
        return metrics
    }

    func waitUntilIdle() async {
        await heroLists.waitUntilIdle()
        await singleHeroes.waitUntilIdle()
        await workLists.waitUntilIdle()
        await singleWorks.waitUntilIdle()
        await matches.waitUntilIdle()
    }
}

/// The key of a response as text; a visitor's search text is at its end.
private struct CacheKey: ResponseKey {
    let text: String
    let isIndexed = false
}

extension PageRange {
    fileprivate var text: String { "\(offset) \(limit)" }
}

extension WorkID {
    fileprivate var text: String { "\(kind.rawValue) \(number)" }
}

extension WorkOwner {
    fileprivate var text: String {
        switch self {
        case .source: "the source"
        case .hero(let id): "hero \(id)"
        case .work(let id): id.text
        }
    }
}
