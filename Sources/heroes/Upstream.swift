import Heroes

/// The source of heroes, with what only the program needs of it.
struct Upstream: Sendable {
    let source: any HeroSource
    /// Adds the metrics of the source's calls and of its cache.
    let addMetrics: @Sendable (inout PrometheusText) -> Void
    /// Returns the reason why the source only works in part, with the operator's next step; nil if it works.
    let degradation: @Sendable () -> String?
    /// Loads heroes in the background until it is done or cancelled.
    let load: @Sendable () async -> Void
    /// Waits for all calls and for writes to disk.
    let waitUntilIdle: @Sendable () async -> Void
    /// The hosts of pictures, as CSP sources.
    var imageHosts: [String] = []
    /// The base URL of links in descriptions; nil if they are absolute.
    var descriptionBase: String?
}
