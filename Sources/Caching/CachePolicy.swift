/// How long answers are kept, and how much of them.
package struct CachePolicy: Sendable {
    /// Seconds for which an answer is given without asking again.
    package var freshness: Double = 24 * 60 * 60
    /// Seconds after that for which it is still given where the source fails.
    package var staleness: Double = 30 * 24 * 60 * 60
    /// Seconds for which "there is no such thing" is taken for true.
    package var absence: Double = 10 * 60
    /// Seconds for which a failing source is spared a question that an old answer exists for.
    package var holdOff: Double = 30
    /// Bytes of answers in memory, estimated; the least recently used go first.
    package var byteLimit = 64 * 1024 * 1024
    /// Bytes of heroes that are known by having been met in any answer.
    package var knownByteLimit = 8 * 1024 * 1024

    package init() {}
}
