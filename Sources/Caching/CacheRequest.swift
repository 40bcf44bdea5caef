import Heroes

/// A request to the cache, with the function that calls the source.
struct CacheRequest: Sendable {
    let key: CacheKey
    let requester: Requester
    /// Calls the source; returns nil if the version is still current.
    let fetch: @Sendable (Version?) async -> Cache.FetchResult

    /// The request that revalidates a stale response, which was served already.
    var revalidating: CacheRequest {
        var requester = requester
        requester.isRevalidation = true
        return CacheRequest(key: key, requester: requester, fetch: fetch)
    }

    /// True if lists and heroes' pages have priority over this request when the day's calls are scarce.
    var isSecondary: Bool { requester.kind == .lookup || key.kind == .search }
}

/// The origin of a request.
struct Requester: Sendable {
    var kind = RequestKind.interactive
    /// The network of the client, for its share of the calls; nil for the program's own requests.
    var network: [UInt8]?
    var isRevalidation = false
}
