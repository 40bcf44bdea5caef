import FoundationEssentials
import Heroes

/// A cache in front of a source: memory and disk, stale-while-revalidate, one call at a time for the same question.
package struct CachedSource: HeroSource {
    private let source: any HeroSource
    private let cache: Cache
    private var requester = Requester()

    /// Without a database, answers are kept in memory only; without a budget, the number of calls has no limit.
    package init(
        _ source: any HeroSource, policy: CachePolicy = CachePolicy(), database: CacheDatabase? = nil,
        budget: DailyBudget? = nil, now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        self.source = source
        let breaker = Breaker(threshold: policy.breakerThreshold, now: now, report: report)
        let gate = UpstreamGate(breaker, budget ?? DailyBudget(limit: nil, now: now), now: now)
        cache = Cache(policy, database: database, gate: gate, now: now, report: report)
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

    /// Restores the heroes and the count of today's calls that were known before the last restart.
    package func warmUp() async {
        await cache.gate.budget.warmUp()
        for (heroes, date) in await cache.database?.recentHeroes(ofLists: 100) ?? [] {
            cache.heroes.insert(heroes, date: date)
        }
    }

    /// Preloads all heroes, 100 per request, past the budget and the metrics: for a source that costs nothing to ask. Ends
    /// if the source fails; later answers bring the other heroes.
    package func preloadHeroes() async {
        var (offset, total) = (0, 1)
        while offset < total {
            let query = HeroQuery(range: PageRange(offset: offset, limit: PageRange.largestLength))
            guard let list = try? await source.heroes(query) else { return }
            cache.heroes.insert(list.items, date: cache.now())
            // Pages that were made without these heroes are out of date.
            cache.revision.wrappingAdd(1, ordering: .relaxed)
            (offset, total) = (offset + PageRange.largestLength, list.total)
        }
    }

    /// Waits for all calls and for the disk.
    package func settle() async { await cache.settle() }

    package var metrics: CacheMetrics { cache.metrics }

    package func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let key = CacheKey.heroes(query)
        if let total = cache.total(endingBefore: query.range, key) { return .empty(query.range, total: total) }
        let answer = try await answer(key) { [source] version async throws(HeroError) in
            try await source.heroes(query, unless: version).map(Answer.heroes)
        }
        guard case .heroes(let list) = answer else { throw .mismatch }
        return version != nil && list.version == version ? nil : list
    }

    package func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        let answer = try await answer(.hero(id)) { [source] version async throws(HeroError) in
            try await source.hero(id, unless: version).map(Answer.hero)
        }
        guard case .hero(let hero) = answer else { throw .mismatch }
        return version != nil && hero.version == version ? nil : hero
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        let key = CacheKey.works(kind, of: hero, range)
        if let total = cache.total(endingBefore: range, key) { return .empty(range, total: total) }
        let answer = try await answer(key) { [source] version async throws(HeroError) in
            try await source.works(kind, of: hero, range, unless: version).map(Answer.works)
        }
        guard case .works(let list) = answer else { throw .mismatch }
        return version != nil && list.version == version ? nil : list
    }

    package func spelling(startingWith letters: Letters) -> String? {
        cache.heroes.spelling(startingWith: letters) ?? source.spelling(startingWith: letters)
    }

    package var revision: UInt64? { cache.revision.load(ordering: .relaxed) }

    package var typicalLatency: Duration? { cache.gate.latency ?? source.typicalLatency }

    package var knownHeroes: [Hero] { cache.heroes.all }

    package func known(_ id: Hero.ID) -> Hero? { cache.heroes[id] ?? source.known(id) }

    private func answer(
        _ key: CacheKey, fetching fetch: @escaping @Sendable (Version?) async throws(HeroError) -> Answer?
    ) async throws(HeroError) -> Answer {
        let request = CacheRequest(key: key, requester: requester) { version in
            do throws(HeroError) { return .success(try await fetch(version)) } catch { return .failure(error) }
        }
        return try await cache.answer(request).get()
    }
}

extension ListPage {
    /// Returns a part of a list beyond its end.
    fileprivate static func empty(_ range: PageRange, total: Int) -> ListPage {
        ListPage(items: [], range: range, total: total, attribution: Attribution(html: ""))
    }
}

extension HeroError {
    /// A key has one kind of answer, so only a damaged file can bring another.
    fileprivate static let mismatch = HeroError.broken("the cache holds another kind of answer")
}
