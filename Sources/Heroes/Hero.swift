/// A character of the Marvel universe.
package struct Hero: Identifiable, Hashable, Sendable, Codable {
    package typealias ID = Int

    /// The name of a hero without a name.
    package static let unnamed = "Unnamed hero"

    package let id: ID
    /// One line (see `asLine`); `unnamed` if the source has no name.
    package let name: String
    /// The source's own words, possibly HTML and never to be trusted; nil if there are none.
    package let description: String?
    /// Nil if the source has no picture.
    package let thumbnail: Thumbnail?
    package let links: [Link]

    package init(id: ID, name: String, description: String? = nil, thumbnail: Thumbnail? = nil, links: [Link] = []) {
        self.id = id
        self.name = name
        self.description = description
        self.thumbnail = thumbnail
        self.links = links
    }

    /// A page elsewhere about this hero, such as an encyclopedia's.
    package struct Link: Hashable, Sendable, Codable {
        /// The kind of page, in the source's word: `detail`, `wiki` or `comiclink`.
        package let kind: String
        /// An absolute http or https URL without the caller's tracking parameters.
        package let url: String

        package init(kind: String, url: String) {
            self.kind = kind
            self.url = url
        }
    }
}
