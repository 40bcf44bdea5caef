/// Where heroes come from: an API, or a cache around one.
///
/// A question may name the version that the asker has; nil is the answer where that version still holds.
package protocol HeroSource: Sendable {
    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> Slice<Hero>?
    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>?
    func works(
        _ kind: WorkKind, of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Work>?

    /// The hero if this source has met it lately in any answer, told at once and without asking anybody.
    func known(_ id: Hero.ID) -> Hero?

    /// All heroes of any answer that this source still remembers, in no order; available at once, as `known` is.
    var knownHeroes: [Hero] { get }

    /// How the start of a name that was met lately is written, for these letters of it; told as `known` is.
    func spelling(startingWith letters: Letters) -> String?

    /// How long its answers take lately where it has to ask for them; nil where nothing is known of that.
    var pace: Duration? { get }

    /// Another number as soon as any of its answers may have become another; nil where it does not remember them.
    var edition: UInt64? { get }

    /// The same source for questions of this purpose.
    func serving(_ purpose: Purpose) -> Self

    /// The same source for questions of a visitor from this network (`ClientAddress.network`), against whose share of
    /// the calls they count.
    func serving(_ purpose: Purpose, from network: [UInt8]) -> Self
}

extension HeroSource {
    package func heroes(_ query: HeroQuery) async throws(HeroError) -> Slice<Hero> {
        try await heroes(query, unless: nil).told()
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await hero(id, unless: nil).told()
    }

    package func works(
        _ kind: WorkKind, of hero: Hero.ID, _ window: Window
    ) async throws(HeroError) -> Slice<Work> {
        try await works(kind, of: hero, window, unless: nil).told()
    }

    /// A source without a cache knows no heroes.
    package var knownHeroes: [Hero] { [] }

    /// A source without a cache knows no heroes.
    package func spelling(startingWith letters: Letters) -> String? { nil }

    /// A source that does not look at the clock.
    package var pace: Duration? { nil }

    /// A source without a memory.
    package var edition: UInt64? { nil }

    /// A source to which all purposes are alike.
    package func serving(_ purpose: Purpose) -> Self { self }

    /// A source without a limit on its calls.
    package func serving(_ purpose: Purpose, from network: [UInt8]) -> Self { serving(purpose) }
}

extension Optional {
    /// The answer, which a source owes to whoever named no version.
    fileprivate func told() throws(HeroError) -> Wrapped {
        guard let self else { throw .broken("an answer came as unchanged to a question that named no version") }
        return self
    }
}
