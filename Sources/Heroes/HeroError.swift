/// Why a source has no answer; the texts are for the log and hold no credentials.
package enum HeroError: Error, Hashable, Sendable {
    /// The source says that there is no such thing.
    case notFound
    /// The source did not answer within its deadline.
    case timedOut(String)
    /// The source could not be reached, or the connection ended before its answer did.
    case broken(String)
    /// The source answered this question with an error status or with nothing that can be read; it may answer others.
    case unusable(status: Int, String)
    /// The source takes no more calls for now; seconds until it may, where known.
    case overBudget(retryAfter: Int?)
    /// The source may be asked, but not this question by this visitor; seconds until it may.
    case rationed(Ration, retryAfter: Int)
    /// The source is out of order and has asked to be left alone for so many seconds.
    case closed(String, retryAfter: Int)
    /// The answer is not remembered, and the question's purpose is not worth a call.
    case unasked
    /// The question was given up by whoever asked it, or at the end of the program.
    case cancelled

    /// A limit on calls that leaves room for other visitors and other questions.
    package enum Ration: Hashable, Sendable {
        /// The visitor's network has used up its share of the day's calls for now.
        case network
        /// The calls left of the day are for lists and heroes' pages.
        case day
    }
}
