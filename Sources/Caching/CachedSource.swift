import FoundationEssentials
import Heroes

/// A cache in front of a source: memory and a store, stale-while-revalidate, request coalescing.
package struct CachedSource: HeroSource {
    private let source: any HeroSource
    private let cache: Cache
    private var requester = Requester()

    /// Creates a cache. Without a store, responses are cached in memory only; without a budget, calls are unlimited.
    package init(
        _ source: any HeroSource, policy: CachePolicy = CachePolicy(), store: (any ResponseStore)? = nil,
        budget: DailyBudget? = nil, now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        self.source = source
        let breaker = Breaker(threshold: policy.breakerThreshold, now: now, report: report)
        let gate = UpstreamGate(breaker, budget ?? DailyBudget(limit: nil, now: now), now: now)
        cache = Cache(policy, store: store, gate: gate, now: now, report: report)
    }

    package func `for`(_ kind: RequestKind) -> CachedSource {
        var source = self
        source.requester.kind = kind
        return source
    }

    package func `for`(_ kind: RequestKind, from network: [UInt8]) -> CachedSource {
        var source = self
        source.requester = Requester(kind: kind, network: network)
        return source
    }

    /// Restores the index of heroes and the number of today's calls from the store.
    package func warmUp() async {
        await cache.gate.budget.warmUp()
        for list in await cache.store?.indexed(since: nil, limit: 100, at: cache.now()) ?? [] {
            // The next request for an unreadable list removes it.
            if let response = SourceResponse(list.body) { cache.heroes.insert(response.heroes, date: list.date) }
        }
    }

    /// Loads the number of today's calls of all machines every ten seconds, until the task is cancelled.
    package func followBudget() async {
        // A cancelled sleep ends the loop.
        while (try? await Task.sleep(for: .seconds(10))) != nil { await cache.gate.budget.warmUp() }
    }

    /// Preloads all heroes, comics, events and series, 100 per request, without budget and metrics: for a source
    /// without cost per call. Stops if the source fails; later responses add the others.
    package func preload() async {
        await preload { range async throws(HeroError) in
            let list = try await source.heroes(HeroQuery(range: range))
            cache.heroes.insert(list.items, date: cache.now())
            return list.total
        }
        for kind in [WorkKind.events, .series, .comics] {
            await preload { range async throws(HeroError) in
                let list = try await source.works(kind, of: .source, range)
                cache.works.insert(list.items, date: cache.now())
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
            cache.revision.wrappingAdd(1, ordering: .relaxed)
            (offset, total) = (offset + PageRange.maximumLimit, count)
        }
    }

    /// Waits for all calls and for writes to disk.
    package func waitUntilIdle() async { await cache.waitUntilIdle() }

    package var metrics: CacheMetrics { cache.metrics }

    package func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let key = CacheKey.heroes(query)
        if let total = cache.total(endingBefore: query.range, key) { return .empty(query.range, total: total) }
        let response = try await response(for: key) { [source] version async throws(HeroError) in
            try await source.heroes(query, unless: version).map(SourceResponse.heroes)
        }
        guard case .heroes(let list) = response else { throw .mismatch }
        return version != nil && list.version == version ? nil : list
    }

    package func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        let response = try await response(for: .hero(id)) { [source] version async throws(HeroError) in
            try await source.hero(id, unless: version).map(SourceResponse.hero)
        }
        guard case .hero(let hero) = response else { throw .mismatch }
        return version != nil && hero.version == version ? nil : hero
    }

    package func works(
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        let key = CacheKey.works(kind, of: owner, range)
        if let total = cache.total(endingBefore: range, key) { return .empty(range, total: total) }
        let response = try await response(for: key) { [source] version async throws(HeroError) in
            try await source.works(kind, of: owner, range, unless: version).map(SourceResponse.works)
        }
        guard case .works(let list) = response else { throw .mismatch }
        return version != nil && list.version == version ? nil : list
    }

    package func work(_ id: WorkID, unless version: Version?) async throws(HeroError) -> Attributed<Work>? {
        let response = try await response(for: .work(id)) { [source] version async throws(HeroError) in
            try await source.work(id, unless: version).map(SourceResponse.work)
        }
        guard case .work(let work) = response else { throw .mismatch }
        return version != nil && work.version == version ? nil : work
    }

    package var hasSearch: Bool { source.hasSearch }

    package func matches(
        _ text: String, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<SearchMatch>? {
        let key = CacheKey.matches(text, range)
        if let total = cache.total(endingBefore: range, key) { return .empty(range, total: total) }
        let response = try await response(for: key) { [source] version async throws(HeroError) in
            try await source.matches(text, range, unless: version).map(SourceResponse.matches)
        }
        guard case .matches(let list) = response else { throw .mismatch }
        return version != nil && list.version == version ? nil : list
    }

    package var hasDetails: Bool { source.hasDetails }

    package func hero(ofPage url: String) -> Hero? { source.hero(ofPage: url) }

    package func spelling(startingWith letters: Letters) -> String? {
        cache.heroes.spelling(startingWith: letters) ?? source.spelling(startingWith: letters)
    }

    package var revision: UInt64? { cache.revision.load(ordering: .relaxed) }

    package var typicalLatency: Duration? { cache.gate.latency ?? source.typicalLatency }

    package var cachedHeroes: [Hero] { cache.heroes.all }

    package func cachedHero(_ id: Hero.ID) -> Hero? { cache.heroes[id] ?? source.cachedHero(id) }

    package var cachedWorks: [Work] { cache.works.all }

    package func cachedWork(_ id: WorkID) -> Work? { cache.works[id] ?? source.cachedWork(id) }

    private func response(
        for key: CacheKey, fetching fetch: @escaping @Sendable (Version?) async throws(HeroError) -> SourceResponse?
    ) async throws(HeroError) -> SourceResponse {
        let request = CacheRequest(key: key, requester: requester) { version in
            do throws(HeroError) { return .success(try await fetch(version)) } catch { return .failure(error) }
        }
        return try await cache.response(to: request).get()
    }
}

extension ListPage {
    /// Returns a page beyond the end of a list.
    fileprivate static func empty(_ range: PageRange, total: Int) -> ListPage {
        ListPage(items: [], range: range, total: total, attribution: Attribution(html: ""))
    }
}

extension HeroError {
    /// A key has one kind of response, so only a damaged file can contain another.
    fileprivate static let mismatch = HeroError.broken("the cache has a response of another kind")
}
