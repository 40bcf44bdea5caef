/// A store with one entry point for all changes.
package protocol MutationStore: FavouritesStore {
    /// Applies the change; returns nil for an unknown visitor.
    func apply(_ change: FavouritesChange, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate?
}

extension MutationStore {
    @discardableResult
    package func add(
        _ favourites: [Favourite], for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate {
        // Without favourites, an unknown visitor stays unknown.
        try await apply(.add(favourites, onlyExisting: favourites.isEmpty), for: visitor) ?? .unknownVisitor
    }

    package func add(
        _ favourites: [Favourite], forExisting visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate? {
        try await apply(.add(favourites, onlyExisting: true), for: visitor)
    }

    @discardableResult
    package func remove(
        _ heroes: [Hero.ID], for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate {
        try await apply(.remove(heroes), for: visitor) ?? .unknownVisitor
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        _ = try await apply(.forget, for: visitor)
    }
}
