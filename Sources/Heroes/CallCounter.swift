/// The calls of a source in the last hour, counted for all processes that share its limit.
package protocol CallCounter: Sendable {
    /// Counts a call of the resource if fewer than `limit` are counted and the source has not asked for a pause.
    func count(_ resource: String, upTo limit: Int) async -> CallCount
    /// Reports to the other processes that the source has asked for a pause of calls of the resource.
    func pause(_ resource: String, seconds: Int) async
}

/// The result of counting a call.
package enum CallCount: Equatable, Sendable {
    /// The number of counted calls, with this one.
    case counted(Int)
    /// The call is not counted: the seconds until the limit allows one.
    case exhausted(retryAfter: Int)
    /// The call is not counted: the seconds until the end of a pause.
    case paused(retryAfter: Int)
}
