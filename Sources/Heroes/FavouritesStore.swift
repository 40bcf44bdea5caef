/// Keeps each visitor's favourites; what a call has acknowledged survives the process and the machine.
package protocol FavouritesStore: Sendable {
    /// The visitor's favourites, newest first; none for a visitor never seen.
    func favourites(of visitor: Visitor) async throws(FavouritesError) -> [Favourite]
    /// Whether anything is kept of the visitor, be it an empty list: so from the first `add` until `forget`, or until
    /// the store drops what was not used for long.
    func knows(_ visitor: Visitor) async throws(FavouritesError) -> Bool
    /// Keeps the hero; one that is already kept stays as it was.
    func add(_ favourite: Favourite, for visitor: Visitor) async throws(FavouritesError)
    /// Drops the hero; one that is not kept is no error.
    func remove(_ hero: Hero.ID, for visitor: Visitor) async throws(FavouritesError)
    /// Deletes everything known of the visitor.
    func forget(_ visitor: Visitor) async throws(FavouritesError)
}

/// Why favourites could not be read or kept; the old state stands.
package enum FavouritesError: Error, Hashable, Sendable {
    /// The visitor already keeps as many as allowed.
    case full(limit: Int)
    /// The store cannot be read or written; the text is for the log.
    case unavailable(String)
}
