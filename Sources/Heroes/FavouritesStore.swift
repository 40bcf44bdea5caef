/// Keeps each visitor's favourites; what a call has acknowledged survives the process and the machine.
package protocol FavouritesStore: Sendable {
    /// What the visitor keeps; nothing for a visitor never seen.
    func favourites(of visitor: Visitor) async throws(FavouritesError) -> Favourites
    /// Returns the same at once if the store has it in memory; nil if `kept` has to be asked. Never waits and never fails,
    /// so that a page may be answered on the thread that read the request.
    func cachedFavourites(of visitor: Visitor) -> Favourites?
    /// Keeps the heroes, all of them or, where that would be more than a visitor may have, none; those that are already
    /// kept stay as they were. Of two that were added in the same second the one that comes first in the list counts as
    /// newer, as in the lists that `kept` gives.
    func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError)
    /// The same for a visitor of whom anything is kept, be it an empty list: so from the first `add` until `forget`, or
    /// until the store drops what was not used for long. False for anybody else, for whom nothing is done.
    func add(_ favourites: [Favourite], forKnown visitor: Visitor) async throws(FavouritesError) -> Bool
    /// Drops the heroes, all of them or, after an error, none; one that is not kept is no error. Gives what was kept
    /// before, newest first.
    @discardableResult
    func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite]
    /// Deletes everything known of the visitor; after an error what they keep is still there.
    func forget(_ visitor: Visitor) async throws(FavouritesError)
    /// Throws if no favourite could be kept now.
    func check() async throws(FavouritesError)
}

extension FavouritesStore {
    /// Does nothing, as is right for a store that cannot fail.
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
    /// The visitor would keep more than allowed.
    case full(limit: Int)
    /// The store cannot be read or written, and nothing was changed; the text is for the log.
    case unavailable(String)
    /// A change failed so late that it may have been made or not; the text is for the log.
    case unconfirmed(String)
}
