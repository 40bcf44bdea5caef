/// A source of heroes and their works: an API, or a cache in front of one.
///
/// A question may name the version that the caller has; the answer is nil if that version is still current.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>?
    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>?
    func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>?

    /// Returns the hero if it was in a recent answer, without asking the API.
    func known(_ id: Hero.ID) -> Hero?

    /// All heroes of recent answers, in no order, without asking the API.
    var knownHeroes: [Hero] { get }

    /// Returns the spelling of the start of a known hero's name with these letters, without asking the API.
    func spelling(startingWith letters: Letters) -> String?

    /// The typical latency of the API's recent answers; nil if it is unknown.
    var typicalLatency: Duration? { get }

    /// A number that changes when any cached answer changes; nil without a cache.
    var revision: UInt64? { get }

    /// Returns the same source for requests of this kind.
    func `for`(_ kind: RequestKind) -> Self

    /// Returns the same source for requests from this network (`ClientAddress.network`), which count against the
    /// network's share of the calls.
    func `for`(_ kind: RequestKind, from network: [UInt8]) -> Self
}

extension HeroSource {
    package func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        try await heroes(query, unless: nil).required()
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await hero(id, unless: nil).required()
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        try await works(kind, of: hero, range, unless: nil).required()
    }

    /// A source without a cache knows no heroes.
    package var knownHeroes: [Hero] { [] }

    /// A source without a cache knows no heroes.
    package func spelling(startingWith letters: Letters) -> String? { nil }

    /// A source that does not measure its answers.
    package var typicalLatency: Duration? { nil }

    /// A source without a cache.
    package var revision: UInt64? { nil }

    /// A source that treats all requests alike.
    package func `for`(_ kind: RequestKind) -> Self { self }

    /// A source without a limit on its calls.
    package func `for`(_ kind: RequestKind, from network: [UInt8]) -> Self { self.for(kind) }
}

extension Optional {
    /// Returns the answer, which cannot be nil if the question named no version.
    fileprivate func required() throws(HeroError) -> Wrapped {
        guard let self else { throw .broken("an answer came as unchanged to a question that named no version") }
        return self
    }
}
