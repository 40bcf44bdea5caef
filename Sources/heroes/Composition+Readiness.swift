import Caching
import Heroes
import Logging
import Site

extension Composition {
    /// Returns the readiness checks: of templates, the store, and the source or its cached responses.
    static func readiness(
        _ source: CachedSource, _ favourites: any FavouritesStore, _ assets: @escaping @Sendable () throws -> Assets,
        _ logger: Logger
    ) -> Readiness {
        let checks = [
            Readiness.Check(name: "templates", failureMessage: "the templates cannot be used") { _ = try assets() },
            Readiness.Check(
                name: "source", failureMessage: "the source does not answer, and nothing is cached",
                run: {
                    // The first page: usually cached, otherwise one call.
                    _ = try await source.heroes(HeroQuery(range: .page(1)))
                }, degradation: { source.metrics.degradation }),
            Readiness.Check(name: "store", failureMessage: "favourites cannot be written") {
                try await favourites.check()
            },
        ]
        return Readiness(checks, logger: logger)
    }
}

extension CacheMetrics {
    /// The requests that are refused because of the circuit breaker or the daily budget (UTC); nil if all are allowed.
    fileprivate var degradation: String? {
        if isPaused { return "the source is not called for now; only cached responses are served" }
        guard let left = budget.left, left <= budget.reserve else { return nil }
        return left <= budget.frontPageReserve
            ? "the daily budget is used up; only the front page and cached responses are served"
            : "the daily budget is nearly used up; searches and imports that need a call are refused"
    }
}
