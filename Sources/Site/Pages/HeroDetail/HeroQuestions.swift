import Heroes

/// The questions behind a detail page, all asked at once.
struct HeroQuestions: Sendable {
    /// Nil when the hero is known already.
    private let hero: Answer<Attributed<Hero>>?
    private let works: [WorkKind: Answer<Slice<Work>>]
    private let stage: Stage
    /// Until when a whole page waits for all of them.
    private let deadline: ContinuousClock.Instant

    /// How many works of a kind the page shows.
    static let shown = 3

    init(_ id: Hero.ID, isKnown: Bool, stage: Stage) {
        self.stage = stage
        deadline = stage.deadline
        hero = isKnown ? nil : Answer { () async throws(HeroError) in try await stage.source.hero(id) }
        works = Dictionary(
            uniqueKeysWithValues: WorkKind.allCases.map { section in
                let answer = Answer { () async throws(HeroError) in
                    try await stage.source.works(section, of: id, Window(offset: 0, limit: Self.shown))
                }
                return (section, answer)
            })
    }

    /// The hero, in time for a whole page or however long it takes; nil when it was not asked for or is late.
    func hero(soon: Bool, _ visit: Visit) async -> Result<Attributed<Hero>, HeroError>? {
        guard let hero else { return nil }
        return soon ? await stage.soon(hero, visit, by: deadline) : await hero.result
    }

    /// All four sections if they are in time for a whole page.
    func sections(_ visit: Visit) async -> [WorkKind: Result<Slice<Work>, HeroError>]? {
        var results: [WorkKind: Result<Slice<Work>, HeroError>] = [:]
        for (section, answer) in works {
            guard let result = await stage.soon(answer, visit, by: deadline) else { return nil }
            results[section] = result
        }
        return results
    }

    func section(_ section: WorkKind) async -> Result<Slice<Work>, HeroError> {
        await works[section]?.result ?? .failure(.notFound)
    }

    func lateHero() async -> Result<Attributed<Hero>, HeroError> { await hero?.result ?? .failure(.notFound) }

    func cancel() {
        hero?.cancel()
        for answer in works.values { answer.cancel() }
    }
}
