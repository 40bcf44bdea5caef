import Basics
import FoundationEssentials

/// An immutable snapshot of a visitor's favourites, shared without a copy.
package final class Favourites: Sendable {
    /// Newest first, each hero once.
    package let list: [Favourite]
    /// The ids of the list, for the hearts of a page.
    package let ids: Set<Hero.ID>
    /// A hash of the list, the same in every process; different lists collide with a chance of one in 2^64.
    package let version: UInt64
    /// A number that grows with every change, in stores that several machines share; nil from other stores.
    package let revision: UInt64?

    package static let none = Favourites([])

    /// Creates a snapshot of an ordered list.
    package init(_ list: [Favourite], revision: UInt64? = nil) {
        self.list = list
        self.revision = revision
        ids = Set(list.lazy.map(\.id))
        var hash = FNV1a()
        for favourite in list { hash.add(favourite) }
        version = hash.value
    }

    package func contains(_ hero: Hero.ID) -> Bool { ids.contains(hero) }
}

extension FNV1a {
    fileprivate mutating func add(_ favourite: Favourite) {
        add(UInt64(truncatingIfNeeded: favourite.id))
        add(favourite.added.timeIntervalSince1970.bitPattern)
        add(favourite.name)
        // A byte that no UTF-8 has, so that different lists never hash the same bytes.
        add(CollectionOfOne(favourite.thumbnail == nil ? 0xFE : 0xFD))
        if let thumbnail = favourite.thumbnail {
            add(thumbnail.path)
            add(thumbnail.fileExtension)
        }
    }

    private mutating func add(_ text: String) {
        add(text.utf8)
        add(CollectionOfOne(0xFF))
    }

    private mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }
}
