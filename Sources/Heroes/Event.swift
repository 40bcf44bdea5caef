/// A story line across several series.
package struct Event: Listable, Identifiable, Hashable, Codable {
    package static var section: Section { .events }

    package let id: Int
    package let title: String
    package let description: String?
    package let thumbnail: Thumbnail?
    /// Some of those who are in it.
    package let heroes: [Mention]

    package init(
        id: Int, title: String, description: String? = nil, thumbnail: Thumbnail? = nil, heroes: [Mention] = []
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.thumbnail = thumbnail
        self.heroes = heroes
    }

    /// A hero as an event names them.
    package struct Mention: Identifiable, Hashable, Codable, Sendable {
        package let id: Hero.ID
        package let name: String

        package init(id: Hero.ID, name: String) {
            self.id = id
            self.name = name
        }
    }
}
