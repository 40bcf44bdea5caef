import Caching
import Heroes
import Logging
import Site

extension Composition {
    /// What has to work for the site to be of use: its templates, its store, and its source or what is remembered of it.
    static func readiness(
        _ source: CachedSource, _ favourites: any FavouritesStore, _ assets: @escaping @Sendable () throws -> Assets,
        _ logger: Logger
    ) -> Readiness {
        let checks = [
            Readiness.Check(name: "templates", complaint: "the templates cannot be used") { _ = try assets() },
            Readiness.Check(
                name: "source", complaint: "the source does not answer, and nothing is remembered",
                look: {
                    // The first page, as a visitor asks for it: remembered for hours, and one call otherwise.
                    _ = try await source.heroes(HeroQuery(range: .page(1)))
                }, degradation: { source.metrics.shortage }),
            Readiness.Check(name: "store", complaint: "favourites cannot be written") { try await favourites.check() },
        ]
        return Readiness(checks, logger: logger)
    }
}

extension CacheMetrics {
    /// The questions that lack calls of the day (UTC) or of the source, in words; nil while any question may be asked.
    fileprivate var shortage: String? {
        if isClosed { return "the source takes no calls for now, only what is remembered is answered" }
        guard let left = budget.left, left <= budget.reserve else { return nil }
        return left <= budget.frontReserve
            ? "the day's calls are used up, only the front page and what is remembered is answered"
            : "the day's calls are nearly used up, searches and imports that need one are refused"
    }
}
