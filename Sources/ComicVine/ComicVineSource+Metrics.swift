/// The metrics of a Comic Vine source.
package struct ComicVineMetrics: Sendable {
    package let calls: ComicVineCallMetrics
    /// All of Marvel's heroes.
    package let members: Int
    /// The heroes that lists show.
    package let shown: Int
    /// The heroes whose details are not loaded yet.
    package let pending: Int
}

extension ComicVineSource {
    package var metrics: ComicVineMetrics {
        index.heroes { heroes in
            ComicVineMetrics(
                calls: client.metrics, members: heroes.count, shown: heroes.shownCount, pending: heroes.pendingCount)
        }
    }

    /// The operator's next step if calls are paused; nil otherwise.
    package var advice: String? { client.advice }
}
