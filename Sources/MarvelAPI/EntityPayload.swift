import Heroes

/// The common fields of heroes and works.
struct EntityPayload: Decodable {
    let id: Int
    /// A hero's `name` or a work's `title`, trimmed; empty if there is none.
    let title: String
    let description: String?
    /// The links, each address once.
    let links: [Hero.Link]
    private let image: ImagePayload?

    private enum Key: CodingKey {
        case id, name, title, description, thumbnail, urls
    }

    /// Throws if there is no positive id.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        guard let id = fields.tolerantInt(.id), id > 0 else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: fields, debugDescription: "no positive id")
        }
        self.id = id
        title = (fields.tolerantText(.name) ?? fields.tolerantText(.title))?.asTitle ?? ""
        description = fields.tolerantText(.description)?.asDescription?.cut(toBytes: ResponseLimit.description)
        let urls = fields.tolerant([LinkPayload].self, .urls) ?? []
        var addresses: Set<String> = []
        links = Array(urls.compactMap(\.link).filter { addresses.insert($0.url).inserted }.prefix(ResponseLimit.links))
        image = fields.tolerant(ImagePayload.self, .thumbnail)
    }

    func thumbnail(_ hosts: [ImageHost]) -> Thumbnail? {
        image.flatMap { Thumbnail(validating: $0.path, fileExtension: $0.fileExtension, by: hosts) }
    }
}

private struct ImagePayload: Decodable {
    let path: String
    let fileExtension: String

    private enum CodingKeys: String, CodingKey {
        case path
        case fileExtension = "extension"
    }
}

/// An entry of `urls`; never throws, so that one invalid entry does not discard the others.
private struct LinkPayload: Decodable {
    let link: Hero.Link?

    private enum Key: CodingKey {
        case type, url
    }

    init(from decoder: any Decoder) {
        // An entry that is not an object is skipped.
        let fields = try? decoder.container(keyedBy: Key.self)
        guard let kind = fields?.tolerantText(.type), let url = fields?.tolerantText(.url) else {
            link = nil
            return
        }
        link = Hero.Link(validating: kind, url: url)
    }
}
