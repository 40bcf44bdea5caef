/// A change of a visitor's favourites.
package enum FavouritesChange: Sendable {
    /// Adds favourites; for an unknown visitor only if `onlyExisting` is false.
    case add([Favourite], onlyExisting: Bool)
    case remove([Hero.ID])
    case forget
}
