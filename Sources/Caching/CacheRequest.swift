import Heroes

/// A question to the cache, with the way to ask the source.
struct CacheRequest: Sendable {
    let key: CacheKey
    let requester: Requester
    /// Asks the source, unless the version is still current.
    let fetch: @Sendable (Version?) async -> Cache.Fetched

    /// The request that renews a stale answer, which was served already.
    var revalidating: CacheRequest {
        var requester = requester
        requester.isRevalidation = true
        return CacheRequest(key: key, requester: requester, fetch: fetch)
    }

    /// Whether lists and heroes' pages go before this question when the day's calls are scarce.
    var isSecondary: Bool { requester.kind == .lookup || key.kind == .search }
}

/// The origin of a request.
struct Requester: Sendable {
    var kind = RequestKind.interactive
    /// The network whose share of the calls is used; nil for the program's own questions.
    var network: [UInt8]?
    var isRevalidation = false
}
