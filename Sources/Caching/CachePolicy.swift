/// How long answers are kept, and how much of them.
package struct CachePolicy: Sendable {
    /// Seconds for which an answer is given without asking again, unless its kind has a time of its own.
    package var freshness: Double = 24 * 60 * 60
    /// The same for some kinds.
    package var freshnessByKind: [Kind: Double] = [:]
    /// Seconds after that for which an answer is still given, while it is asked for again or where the source fails.
    package var staleness: Double = 30 * 24 * 60 * 60
    /// Seconds for which "there is no such thing" is taken for true.
    package var absence: Double = 10 * 60
    /// Seconds for which a question that the source refuses (4xx) is not put to it again.
    package var refusal: Double = 30
    /// Seconds for which a failing source is spared a question that an old answer exists for.
    package var holdOff: Double = 30
    /// Failures one after another that make the source count as down.
    package var breakerThreshold = 5
    /// Bytes of answers in memory, estimated; the least recently used go first.
    package var byteLimit = 64 * 1024 * 1024
    /// Bytes of heroes that are known by having been met in any answer; the least recently used go first.
    package var knownByteLimit = 8 * 1024 * 1024

    package init() {}

    /// Seconds for which what was told of such a hero counts: as long as any answer may be given.
    var knownLifetime: Double { staleness + ([freshness] + freshnessByKind.values).reduce(0, max) }

    func freshness(of question: Question) -> Double { freshnessByKind[question.kind] ?? freshness }
}
