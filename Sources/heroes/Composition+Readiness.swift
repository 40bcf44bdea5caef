import Caching
import Heroes
import Logging
import Site
import Storage

extension Composition {
    /// What has to work for the site to be of use: its templates, its store, and its source or what is remembered of it.
    static func readiness(
        _ source: CachedSource, _ favourites: any FavouritesStore, _ theme: @escaping @Sendable () throws -> Theme,
        _ logger: Logger
    ) -> Readiness {
        var checks = [
            Readiness.Check(name: "templates", complaint: "the templates cannot be used") { _ = try theme() },
            Readiness.Check(name: "source", complaint: "the source does not answer, and nothing is remembered") {
                // The first page, as a visitor asks for it: remembered for hours, and one call otherwise.
                _ = try await source.heroes(HeroQuery(window: .page(1)))
            },
        ]
        if let store = favourites as? FileStore {
            checks.append(
                Readiness.Check(name: "store", complaint: "favourites cannot be written") { try await store.check() })
        }
        return Readiness(checks, logger: logger)
    }
}
