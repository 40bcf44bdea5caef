/// A failure of a source; the texts are for the log and contain no credentials.
package enum HeroError: Error, Hashable, Sendable {
    /// There is no such thing, according to the source.
    case notFound
    /// The source did not answer within its deadline.
    case timedOut(String)
    /// The source could not be reached, or the connection ended before its answer did.
    case broken(String)
    /// The source answered this question with an error status or an unreadable body; it may answer others.
    case unusable(status: Int, String)
    /// The source takes no more calls for now; seconds until it may, if known.
    case overBudget(retryAfter: Int?)
    /// The source may be asked, but not this question by this visitor; seconds until it may.
    case quotaExceeded(Quota, retryAfter: Int)
    /// The source is unavailable and asked for a pause of so many seconds (503 with Retry-After).
    case closed(String, retryAfter: Int)
    /// The answer is not cached, and the purpose is not worth a call (as with `only-if-cached`).
    case notCached
    /// The caller was cancelled, or the program is stopping.
    case cancelled

    /// A limit on calls that leaves room for other visitors and other questions.
    package enum Quota: Hashable, Sendable {
        /// The visitor's network has used up its share of the day's calls for now.
        case network
        /// The calls left of the day are for lists and heroes' pages.
        case day
    }
}
