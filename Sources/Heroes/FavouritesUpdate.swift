/// A visitor's favourites before and after a change.
package struct FavouritesUpdate: Sendable {
    /// Newest first.
    package let before: [Favourite]
    package let after: Favourites

    package init(before: [Favourite], after: Favourites) { (self.before, self.after) = (before, after) }

    package static let unknownVisitor = FavouritesUpdate(before: [], after: .none)
}
