import FoundationEssentials

/// A visitor's favourite, with all data of its card, so that the list of favourites needs no source.
package struct Favourite: Identifiable, Hashable, Sendable, Codable {
    package let id: Hero.ID
    package let name: String
    package let thumbnail: Thumbnail?
    package let added: Date

    package init(id: Hero.ID, name: String, thumbnail: Thumbnail?, added: Date) {
        self.id = id
        self.name = name
        self.thumbnail = thumbnail
        self.added = added
    }
}

/// An immutable snapshot of a visitor's favourites, shared without a copy.
package final class Favourites: Sendable {
    /// Newest first, each hero once.
    package let list: [Favourite]
    /// The ids of the list, for the hearts of a page.
    package let ids: Set<Hero.ID>
    /// A hash of the list in this process; different lists collide with a chance of one in 2^64.
    package let version: Int
    /// A number that grows with every change, in stores that several machines share; nil from other stores.
    package let revision: UInt64?

    package static let none = Favourites([])

    package init(_ list: [Favourite], revision: UInt64? = nil) {
        self.list = list
        self.revision = revision
        ids = Set(list.lazy.map(\.id))
        version = list.hashValue
    }

    package func contains(_ hero: Hero.ID) -> Bool { ids.contains(hero) }
}

/// A visitor's favourites, newest first, without duplicates.
package struct FavouriteList: Hashable, Sendable {
    package private(set) var favourites: [Favourite] = []

    package init(ordered favourites: [Favourite] = []) { self.favourites = favourites }

    /// Returns the list after the change; nil for an unknown visitor.
    ///
    /// - Throws: `full` if there would be more favourites than the limit; none is added then.
    package static func after(
        _ change: FavouritesChange, of before: FavouriteList?, limit: Int
    ) throws(FavouritesError) -> FavouriteList? {
        switch (change, before) {
        case (.add(let favourites, let onlyExisting), _):
            if before == nil, onlyExisting { return nil }
            var after = before ?? FavouriteList()
            try after.add(favourites, limit: limit)
            return after
        case (.remove(let heroes), let before?):
            let heroes = Set(heroes)
            return FavouriteList(ordered: before.favourites.filter { !heroes.contains($0.id) })
        case (.remove, nil), (.forget, _): return nil
        }
    }

    /// Adds the missing favourites, all or none. Of two with the same millisecond, the one of the later call counts as
    /// newer, or, within a call, the earlier in the list.
    private mutating func add(_ new: [Favourite], limit: Int) throws(FavouritesError) {
        var ids = Set(favourites.map(\.id))
        let missing = new.filter { ids.insert($0.id).inserted }
        guard missing.isEmpty || favourites.count + missing.count <= limit else { throw .full(limit: limit) }
        for favourite in missing.reversed() { insert(favourite) }
    }

    private mutating func insert(_ favourite: Favourite) {
        let rounded = Favourite(
            id: favourite.id, name: favourite.name, thumbnail: favourite.thumbnail,
            added: Date(milliseconds: favourite.added.milliseconds))
        let index = favourites.firstIndex { $0.added <= rounded.added } ?? favourites.endIndex
        favourites.insert(rounded, at: index)
    }
}

extension Date {
    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The milliseconds since 1970, within the years 1970 to 9999 that the file format can represent.
    var milliseconds: Int {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return milliseconds.isNaN ? 0 : Int(min(max(milliseconds, 0), 253_402_300_799_999))
    }
}
