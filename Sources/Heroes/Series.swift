/// A run of comics under one title.
package struct Series: Listable, Identifiable, Hashable, Codable {
    package static var section: Section { .series }

    package let id: Int
    package let title: String
    package let description: String?
    package let thumbnail: Thumbnail?

    package init(id: Int, title: String, description: String? = nil, thumbnail: Thumbnail? = nil) {
        self.id = id
        self.title = title
        self.description = description
        self.thumbnail = thumbnail
    }
}
