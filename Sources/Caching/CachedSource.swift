import FoundationEssentials
import Heroes

/// A source that remembers what another one answered, and asks it each question once at a time.
package struct CachedSource: HeroSource {
    private let source: any HeroSource
    private let cache: Cache
    private let met: KnownHeroes

    package init(
        _ source: any HeroSource, policy: CachePolicy = CachePolicy(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.source = source
        cache = Cache(policy, now: now)
        met = KnownHeroes(byteLimit: policy.knownByteLimit)
    }

    package func heroes(_ query: HeroQuery) async throws(HeroError) -> Slice<Hero> {
        try await answer(.heroes(query)) { [source, met] () async throws(HeroError) in
            let slice = try await source.heroes(query)
            met.meet(slice.items)
            return slice
        }
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await answer(.hero(id)) { [source, met] () async throws(HeroError) in
            do throws(HeroError) {
                let hero = try await source.hero(id)
                met.meet([hero.value])
                return hero
            } catch {
                if error == .notFound { met.forget(id) }
                throw error
            }
        }
    }

    package func comics(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Comic> {
        try await answer(.works(.comics, of: hero, window)) { [source] () async throws(HeroError) in
            try await source.comics(of: hero, window)
        }
    }

    package func events(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Event> {
        try await answer(.works(.events, of: hero, window)) { [source] () async throws(HeroError) in
            try await source.events(of: hero, window)
        }
    }

    package func stories(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Story> {
        try await answer(.works(.stories, of: hero, window)) { [source] () async throws(HeroError) in
            try await source.stories(of: hero, window)
        }
    }

    package func series(of hero: Hero.ID, _ window: Window) async throws(HeroError) -> Slice<Series> {
        try await answer(.works(.series, of: hero, window)) { [source] () async throws(HeroError) in
            try await source.series(of: hero, window)
        }
    }

    package func known(_ id: Hero.ID) -> Hero? { met[id] ?? source.known(id) }

    private func answer<Value: ByteCounting>(
        _ question: Question, asking source: @escaping @Sendable () async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        let outcome = await cache.answer(question) {
            do throws(HeroError) { return .success(try await source()) } catch { return .failure(error) }
        }
        // One question has one type of answer, so the cast only says again what the question has said.
        guard let value = try outcome.get() as? Value else { throw .broken("the cache holds another kind of answer") }
        return value
    }
}
