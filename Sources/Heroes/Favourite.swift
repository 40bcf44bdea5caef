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
