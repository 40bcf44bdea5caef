/// A source of heroes and their works: an API, or a cache in front of one.
///
/// A question may name the version that the caller has; the answer is nil if that version is still current.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> Slice<Hero>?
    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>?
    func works(
        _ kind: WorkKind, of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Work>?

    /// Returns the hero if it was in a recent answer, without asking the API.
    func known(_ id: Hero.ID) -> Hero?

    /// All heroes of recent answers, in no order, without asking the API.
    var knownHeroes: [Hero] { get }

    /// Returns the spelling of the start of a known hero's name with these letters, without asking the API.
    func spelling(startingWith letters: Letters) -> String?

    /// The typical latency of recent answers of the API; nil if it is unknown.
    var pace: Duration? { get }

    /// A number that changes when any cached answer changes; nil without a cache.
    var edition: UInt64? { get }

    /// Returns the same source for questions of this purpose.
    func serving(_ purpose: Purpose) -> Self

    /// Returns the same source for questions of a visitor from this network (`ClientAddress.network`), which count against
    /// the network's share of the calls.
    func serving(_ purpose: Purpose, from network: [UInt8]) -> Self
}

extension HeroSource {
    package func heroes(_ query: HeroQuery) async throws(HeroError) -> Slice<Hero> {
        try await heroes(query, unless: nil).required()
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await hero(id, unless: nil).required()
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ window: Window
    ) async throws(HeroError) -> Slice<Work> {
        try await works(kind, of: hero, window, unless: nil).required()
    }

    /// A source without a cache knows no heroes.
    package var knownHeroes: [Hero] { [] }

    /// A source without a cache knows no heroes.
    package func spelling(startingWith letters: Letters) -> String? { nil }

    /// A source that does not measure its answers.
    package var pace: Duration? { nil }

    /// A source without a cache.
    package var edition: UInt64? { nil }

    /// A source that treats all purposes alike.
    package func serving(_ purpose: Purpose) -> Self { self }

    /// A source without a limit on its calls.
    package func serving(_ purpose: Purpose, from network: [UInt8]) -> Self { serving(purpose) }
}

extension Optional {
    /// Returns the answer, which cannot be nil if the question named no version.
    fileprivate func required() throws(HeroError) -> Wrapped {
        guard let self else { throw .broken("an answer came as unchanged to a question that named no version") }
        return self
    }
}
