/// A comic, event, story or series that heroes appear in.
package struct Work: Identifiable, Hashable, Sendable, Codable {
    package let kind: WorkKind
    package let id: Int
    package let title: String
    /// The source's description: possibly HTML, untrusted; nil if there is none.
    package let description: String?
    package let thumbnail: Thumbnail?
    /// Some of its heroes; only events have any.
    package let heroes: [Mention]

    package init(
        _ kind: WorkKind, id: Int, title: String, description: String? = nil, thumbnail: Thumbnail? = nil,
        heroes: [Mention] = []
    ) {
        self.kind = kind
        self.id = id
        self.title = title
        self.description = description
        self.thumbnail = thumbnail
        self.heroes = heroes
    }

    /// A hero's id and name in a work.
    package struct Mention: Identifiable, Hashable, Codable, Sendable {
        package let id: Hero.ID
        package let name: String

        package init(id: Hero.ID, name: String) {
            self.id = id
            self.name = name
        }
    }
}

/// The kinds of works; the raw value is used in this site's URLs.
package enum WorkKind: String, CaseIterable, Sendable, Codable {
    case comics, events, stories, series
}
