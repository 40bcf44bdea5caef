/// A failure of a source; the texts are for the log and contain no credentials.
package enum HeroError: Error, Hashable, Sendable {
    /// The source does not have the resource (404).
    case notFound
    /// The source did not respond before the deadline.
    case timedOut(String)
    /// The source could not be reached, or the connection was lost before the end of the response.
    case broken(String)
    /// The response had an error status or an unreadable body; other requests may succeed.
    case invalidResponse(status: Int, String)
    /// The source's rate limit is reached; the seconds until the next try, if known.
    case overBudget(retryAfter: Int?)
    /// The client's network has used its share of the calls; the seconds until the next try.
    case quotaExceeded(retryAfter: Int)
    /// The source is unavailable (503 with Retry-After); the pause in seconds.
    case unavailable(String, retryAfter: Int)
    /// The response is not cached, and the request kind allows no call (like `only-if-cached`).
    case notCached
    /// The task was cancelled, or the program is stopping.
    case cancelled
}
