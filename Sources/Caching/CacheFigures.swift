/// What the cache has done so far and how it stands, for whoever watches it.
package struct CacheFigures: Sendable, Equatable {
    /// Questions put to the source, each counted once however often it was tried.
    package var calls = 0
    /// Tries after the first one of a question.
    package var retries = 0
    package var counts = Counts()
    /// Whether the source counts as down.
    package var isDown = false
    /// Nil without a limit.
    package var budgetLeft: Int?
    /// Bytes of answers in memory, estimated.
    package var memoryBytes = 0
    /// Bytes of files, in whole blocks; nil without a store.
    package var diskBytes: Int?

    /// Questions by how they were answered, since the start.
    package struct Counts: Sendable, Equatable {
        /// Answered without a call, fresh.
        package var hits = 0
        /// Answered without a call, by an answer that was due to be renewed.
        package var stale = 0
        /// Calls that somebody waited for.
        package var misses = 0
        package var renewed = 0
        /// Of these, the ones that cost no body.
        package var confirmed = 0
        package var renewalsFailed = 0
    }
}
