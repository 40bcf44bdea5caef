import Heroes

/// The questions behind a detail page, all asked at once.
struct HeroQuestions: Sendable {
    typealias Works = Result<ListPage<Work>, HeroError>

    /// Nil when the hero is known already.
    let hero: Answer<Attributed<Hero>>?
    let works: [(kind: WorkKind, answer: Answer<ListPage<Work>>)]
    private let stage: Stage
    /// Until when a whole page waits for all of them.
    private let deadline: ContinuousClock.Instant

    /// How many works of a kind the page shows.
    static let shown = 3

    init(_ id: Hero.ID, isKnown: Bool, stage: Stage) {
        self.stage = stage
        deadline = stage.deadline
        hero = isKnown ? nil : Answer { () async throws(HeroError) in try await stage.source.hero(id) }
        works = WorkKind.allCases.map { kind in
            let answer = Answer { () async throws(HeroError) in
                try await stage.source.works(kind, of: id, PageRange(offset: 0, limit: Self.shown))
            }
            return (kind, answer)
        }
    }

    /// The hero, in time for a whole page or however long it takes; nil when it was not asked for or is late.
    func hero(soon: Bool, _ visit: Visit) async -> Result<Attributed<Hero>, HeroError>? {
        guard let hero else { return nil }
        return soon ? await stage.soon(hero, visit, by: deadline) : await hero.result
    }

    /// All four kinds of works if they are in time for a whole page.
    func works(_ visit: Visit) async -> [(kind: WorkKind, result: Works)]? {
        var results: [(WorkKind, Works)] = []
        for (kind, answer) in works {
            guard let result = await stage.soon(answer, visit, by: deadline) else { return nil }
            results.append((kind, result))
        }
        return results
    }

    func cancel() {
        hero?.cancel()
        for (_, answer) in works { answer.cancel() }
    }
}
