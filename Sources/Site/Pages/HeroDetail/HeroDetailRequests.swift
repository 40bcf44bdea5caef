import Heroes

/// The requests to the source for a detail page, all sent at once.
struct HeroDetailRequests: Sendable {
    typealias Works = Result<ListPage<Work>, HeroError>

    /// Nil if the hero is cached.
    let hero: PendingResult<Attributed<Hero>>?
    let works: [(kind: WorkKind, pending: PendingResult<ListPage<Work>>)]
    private let context: PageContext
    /// The time until which a complete page waits for all results.
    private let deadline: ContinuousClock.Instant

    /// The number of works of each kind on the page.
    static let worksPerKind = 3

    init(_ id: Hero.ID, isKnown: Bool, context: PageContext) {
        self.context = context
        deadline = context.deadline
        hero = isKnown ? nil : PendingResult { () async throws(HeroError) in try await context.source.hero(id) }
        works = WorkKind.allCases.map { kind in
            let pending = PendingResult { () async throws(HeroError) in
                try await context.source.works(kind, of: .hero(id), PageRange(offset: 0, limit: Self.worksPerKind))
            }
            return (kind, pending)
        }
    }

    /// Returns the hero before the deadline or, if `isLimited` is false, without one; nil if the hero was not requested
    /// or is late.
    func hero(byDeadline isLimited: Bool, _ request: PageRequest) async -> Result<Attributed<Hero>, HeroError>? {
        guard let hero else { return nil }
        return isLimited ? await context.result(of: hero, request, by: deadline) : await hero.result
    }

    /// Returns the works of all four kinds, or nil if one is late.
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
