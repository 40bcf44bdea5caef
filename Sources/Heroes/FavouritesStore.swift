/// A store of favourites per visitor; acknowledged changes are durable.
package protocol FavouritesStore: Sendable {
    /// Returns the visitor's favourites; none for an unknown visitor.
    func favourites(of visitor: Visitor) async throws(FavouritesError) -> Favourites
    /// Returns the favourites if they are in memory; nil if `favourites(of:)` has to load them. Never blocks and never
    /// fails, so that a page can be rendered on the thread that read the request.
    func cachedFavourites(of visitor: Visitor) -> Favourites?
    /// Adds the favourites, all or, if they would exceed the limit, none; existing ones are unchanged. Of two with the
    /// same second, the first in the list counts as newer, as in the lists of `favourites(of:)`.
    func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError)
    /// Adds the favourites if the visitor exists: from the first `add` until `forget` or expiry, even with an empty
    /// list. Returns false, without a change, for an unknown visitor.
    func add(_ favourites: [Favourite], forExisting visitor: Visitor) async throws(FavouritesError) -> Bool
    /// Removes the heroes, all or, on an error, none; ignores heroes that are no favourites. Returns the favourites
    /// before the change, newest first.
    @discardableResult
    func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite]
    /// Deletes all data of the visitor; on an error the favourites are still there.
    func forget(_ visitor: Visitor) async throws(FavouritesError)
    /// Throws if the store is not writable now.
    func check() async throws(FavouritesError)
}

extension FavouritesStore {
    /// Does nothing, for a store that cannot fail.
    package func check() async throws(FavouritesError) {}

    package func add(_ favourite: Favourite, for visitor: Visitor) async throws(FavouritesError) {
        try await add([favourite], for: visitor)
    }

    @discardableResult
    package func remove(_ hero: Hero.ID, for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        try await remove([hero], for: visitor)
    }
}

/// A failure to read or change favourites.
package enum FavouritesError: Error, Hashable, Sendable {
    /// The visitor would have more favourites than allowed.
    case full(limit: Int)
    /// The store cannot be read or written, and nothing was changed; the text is for the log.
    case unavailable(String)
    /// The outcome of a change is unknown: it may or may not be durable; the text is for the log.
    case unconfirmed(String)
}
