/// A store of favourites per visitor; acknowledged changes are durable.
package protocol FavouritesStore: Sendable {
    /// Returns the visitor's favourites; none for an unknown visitor. `revision` is the latest that the visitor's
    /// browser has seen, so that a store that several machines share returns no earlier state from its memory.
    func favourites(of visitor: Visitor, since revision: UInt64?) async throws(FavouritesError) -> Favourites
    /// Returns the favourites if they are in memory; nil if `favourites(of:since:)` has to load them. Never blocks and
    /// never fails, so that a page can be rendered on the thread that read the request.
    func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites?
    /// Applies the change, all of it or, on an error, nothing; returns nil for an unknown visitor.
    func apply(_ change: FavouritesChange, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate?
    /// Throws if the store is not writable now.
    func check() async throws(FavouritesError)
}

extension FavouritesStore {
    /// Does nothing, for a store that cannot fail.
    package func check() async throws(FavouritesError) {}

    package func favourites(of visitor: Visitor) async throws(FavouritesError) -> Favourites {
        try await favourites(of: visitor, since: nil)
    }

    package func cachedFavourites(of visitor: Visitor) -> Favourites? { cachedFavourites(of: visitor, since: nil) }

    /// Adds the favourites, unless they would exceed the limit; existing ones are unchanged. Of two with the same
    /// millisecond, the first in the list counts as newer, as in the lists of `favourites(of:)`.
    @discardableResult
    package func add(
        _ favourites: [Favourite], for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate {
        // Without favourites, an unknown visitor stays unknown.
        try await apply(.add(favourites, onlyExisting: favourites.isEmpty), for: visitor) ?? .unknownVisitor
    }

    /// Adds the favourites if the visitor exists: from the first `add` until `forget` or expiry, even with an empty
    /// list.
    package func add(
        _ favourites: [Favourite], forExisting visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate? {
        try await apply(.add(favourites, onlyExisting: true), for: visitor)
    }

    @discardableResult
    package func add(_ favourite: Favourite, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate {
        try await add([favourite], for: visitor)
    }

    /// Removes the heroes; ignores those that are no favourites.
    @discardableResult
    package func remove(
        _ heroes: [Hero.ID], for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate {
        try await apply(.remove(heroes), for: visitor) ?? .unknownVisitor
    }

    @discardableResult
    package func remove(_ hero: Hero.ID, for visitor: Visitor) async throws(FavouritesError) -> FavouritesUpdate {
        try await remove([hero], for: visitor)
    }

    /// Deletes all data of the visitor.
    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        _ = try await apply(.forget, for: visitor)
    }
}

/// A failure to read or change favourites.
package enum FavouritesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The visitor would have more favourites than allowed.
    case full(limit: Int)
    /// The store cannot be read or written, and nothing was changed; the text is for the log.
    case unavailable(String)
    /// The outcome of a change is unknown: it may or may not be durable; the text is for the log.
    case unconfirmed(String)

    package var description: String {
        switch self {
        case .full(let limit): "the limit of \(limit) favourites is reached"
        case .unavailable(let reason), .unconfirmed(let reason): reason
        }
    }
}

package enum FavouritesChange: Sendable {
    /// Adds favourites; for an unknown visitor only if `onlyExisting` is false.
    case add([Favourite], onlyExisting: Bool)
    case remove([Hero.ID])
    case forget
}

/// A visitor's favourites before and after a change.
package struct FavouritesUpdate: Sendable {
    /// Newest first.
    package let before: [Favourite]
    package let after: Favourites

    package init(before: [Favourite], after: Favourites) { (self.before, self.after) = (before, after) }

    package static let unknownVisitor = FavouritesUpdate(before: [], after: .none)
}
