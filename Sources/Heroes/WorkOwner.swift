/// The object whose works are listed.
package enum WorkOwner: Hashable, Sendable {
    /// The source itself: all works of a kind.
    case source
    case hero(Hero.ID)
    case work(WorkID)
}
