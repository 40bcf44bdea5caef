import FoundationEssentials
import Heroes

/// A source that remembers what another one answered, and asks it each question once at a time.
package struct CachedSource: HeroSource {
    private let source: any HeroSource
    private let cache: Cache
    private var asker = Asker()

    /// Without a store answers are kept in memory alone, without a budget any number of calls is made.
    package init(
        _ source: any HeroSource, policy: CachePolicy = CachePolicy(), store: DiskStore? = nil,
        budget: DailyBudget? = nil, now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (CacheEvent) -> Void = { _ in }
    ) {
        self.source = source
        let breaker = Breaker(threshold: policy.breakerThreshold, now: now, report: report)
        let line = Line(breaker, budget ?? DailyBudget(limit: nil, now: now), now: now)
        cache = Cache(policy, store: store, line: line, now: now, report: report)
    }

    package func serving(_ purpose: Purpose) -> CachedSource {
        var source = self
        source.asker.purpose = purpose
        return source
    }

    package func serving(_ purpose: Purpose, from network: [UInt8]) -> CachedSource {
        var source = self
        source.asker = Asker(purpose: purpose, network: network)
        return source
    }

    /// Learns what was known before the last restart: who was met, and how often the source was asked today.
    package func warmUp() async {
        await cache.line.budget.warmUp()
        guard let store = cache.store else { return }
        for (heroes, told) in await store.heroes(ofLists: 100) { cache.met.meet(heroes, told: told) }
    }

    /// Learns who there is by asking for all heroes, a hundred at a time, past the budget and the figures: for a source
    /// that costs nothing to ask. It ends where the source fails; who is not met then is met with a later answer.
    package func meetAll() async {
        var (offset, total) = (0, 1)
        while offset < total {
            let query = HeroQuery(window: Window(offset: offset, limit: Window.largestLength))
            guard let slice = try? await source.heroes(query) else { return }
            cache.met.meet(slice.items, told: cache.now())
            // Pages that were made without them are to be made anew.
            cache.edition.wrappingAdd(1, ordering: .relaxed)
            (offset, total) = (offset + Window.largestLength, slice.total)
        }
    }

    /// Returns once no call is under way and everything to be kept is.
    package func settle() async { await cache.settle() }

    package var figures: CacheFigures { cache.figures }

    package func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> Slice<Hero>? {
        try await part(.heroes(query), query.window, unless: version) { [source] version async throws(HeroError) in
            try await source.heroes(query, unless: version)
        }
    }

    package func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        try await answer(.hero(id), unless: version) { [source] version async throws(HeroError) in
            try await source.hero(id, unless: version)
        }
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Work>? {
        try await part(.works(kind, of: hero, window), window, unless: version) {
            [source] version async throws(HeroError) in
            try await source.works(kind, of: hero, window, unless: version)
        }
    }

    package func spelling(startingWith letters: Letters) -> String? {
        cache.met.spelling(startingWith: letters) ?? source.spelling(startingWith: letters)
    }

    package var edition: UInt64? { cache.edition.load(ordering: .relaxed) }

    package var pace: Duration? { cache.line.pace ?? source.pace }

    package var knownHeroes: [Hero] { cache.met.all }

    package func known(_ id: Hero.ID) -> Hero? { cache.met[id] ?? source.known(id) }

    /// A part of a list, which is empty without a question if the list is known to end before it.
    private func part<Item: Part>(
        _ question: Question, _ window: Window, unless version: Version?,
        asking source: @escaping @Sendable (Version?) async throws(HeroError) -> Slice<Item>?
    ) async throws(HeroError) -> Slice<Item>? {
        if let total = cache.total(endingBefore: window, question) {
            return Slice(items: [], window: window, total: total, attribution: Attribution(html: ""))
        }
        return try await answer(question, unless: version, asking: source)
    }

    private func answer<Value: Rememberable>(
        _ question: Question, unless version: Version?,
        asking source: @escaping @Sendable (Version?) async throws(HeroError) -> Value?
    ) async throws(HeroError) -> Value? {
        let outcome = await cache.answer(question, by: asker) { version in
            do throws(HeroError) { return .success(try await source(version)) } catch { return .failure(error) }
        }
        // One question has one type of answer, so the cast only says again what the question has said.
        guard let value = try outcome.get() as? Value else { throw .broken("the cache holds another kind of answer") }
        return version != nil && value.version == version ? nil : value
    }
}
