/// Why a source has no answer; the texts are for the log and hold no credentials.
package enum HeroError: Error, Hashable, Sendable {
    /// The source says that there is no such thing.
    case notFound
    /// The source did not answer within its deadline.
    case timedOut(String)
    /// The source could not be reached, or what it sent cannot be used.
    case broken(String)
    /// The source takes no more calls for now; seconds until it may, where known.
    case overBudget(retryAfter: Int?)
}
