import Heroes

/// The requests behind a detail page, all asked at once.
struct HeroDetailRequests: Sendable {
    typealias Works = Result<ListPage<Work>, HeroError>

    /// Nil when the hero is known already.
    let hero: PendingResult<Attributed<Hero>>?
    let works: [(kind: WorkKind, pending: PendingResult<ListPage<Work>>)]
    private let context: PageContext
    /// Until when a whole page waits for all of them.
    private let deadline: ContinuousClock.Instant

    /// How many works of a kind the page shows.
    static let worksPerKind = 3

    init(_ id: Hero.ID, isKnown: Bool, context: PageContext) {
        self.context = context
        deadline = context.deadline
        hero = isKnown ? nil : PendingResult { () async throws(HeroError) in try await context.source.hero(id) }
        works = WorkKind.allCases.map { kind in
            let pending = PendingResult { () async throws(HeroError) in
                try await context.source.works(kind, of: id, PageRange(offset: 0, limit: Self.worksPerKind))
            }
            return (kind, pending)
        }
    }

    /// The hero, in time for a whole page or however long it takes; nil when it was not asked for or is late.
    func hero(byDeadline isLimited: Bool, _ request: PageRequest) async -> Result<Attributed<Hero>, HeroError>? {
        guard let hero else { return nil }
        return isLimited ? await context.result(of: hero, request, by: deadline) : await hero.result
    }

    /// All four kinds of works if they are in time for a whole page.
    func works(_ request: PageRequest) async -> [(kind: WorkKind, result: Works)]? {
        var results: [(WorkKind, Works)] = []
        for (kind, pending) in works {
            guard let result = await context.result(of: pending, request, by: deadline) else { return nil }
            results.append((kind, result))
        }
        return results
    }

    func cancel() {
        hero?.cancel()
        for (_, pending) in works { pending.cancel() }
    }
}
