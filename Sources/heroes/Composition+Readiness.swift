import Heroes
import Logging
import Site

extension Composition {
    /// Returns the readiness checks: of templates, the store, and the source or its cached responses.
    static func readiness(
        _ upstream: Upstream, _ favourites: any FavouritesStore, isShared: Bool,
        _ assets: @escaping @Sendable () throws -> Assets,
        _ logger: Logger
    ) -> Readiness {
        let checks = [
            Readiness.Check(name: "templates", failureMessage: "the templates cannot be used") { _ = try assets() },
            Readiness.Check(
                name: "source", failureMessage: "the source does not answer, and nothing is cached",
                run: {
                    // The first page: usually cached, otherwise one call.
                    _ = try await upstream.source.heroes(HeroQuery(range: .page(1)))
                }, degradation: upstream.degradation),
            // A balancer must not remove all machines because of the database that they share.
            Readiness.Check(
                name: "store", failureMessage: "favourites cannot be written",
                run: { try await favourites.check() }, isRequired: !isShared),
        ]
        return Readiness(checks, logger: logger)
    }
}
