import Heroes

/// A character or a topic; its fields are read when they are used.
struct EntityPayload: Decodable {
    let id: Int
    let fields: ResponseFields

    /// Throws if there is no positive id.
    init(from decoder: any Decoder) throws {
        fields = try ResponseFields(decoder)
        guard let id = fields.int("id"), id > 0 else {
            throw DecodingError.dataCorruptedError(forKey: "id", in: fields, debugDescription: "no positive id")
        }
        self.id = id
    }

    /// A hero's `name`, a topic's `title` or a creator's `fullName`, trimmed; empty if there is none.
    var title: String { ["name", "title", "fullName"].lazy.compactMap(fields.text).first?.asTitle ?? "" }

    var description: String? { fields.text("description")?.asDescription?.cut(toBytes: ResponseLimit.description) }

    /// The links, each address once.
    var links: [Hero.Link] {
        let pages: [LinkPayload] = fields.list("urls")
        let urls = pages.compactMap { Hero.Link(validating: $0.type, url: $0.url) }
        var addresses: Set<String> = []
        return Array(urls.filter { !$0.isSearch && addresses.insert($0.url).inserted }.prefix(ResponseLimit.links))
    }

    var thumbnail: Thumbnail? { fields.tolerant(ImagePayload.self, "thumbnail")?.thumbnail }
}

extension Hero.Link {
    /// True for a search at marvel.com, which is no page about the hero.
    fileprivate var isSearch: Bool {
        ["https://marvel.com/search", "https://www.marvel.com/search"].contains(String(url.prefix { $0 != "?" }))
    }
}

struct ImagePayload: Decodable {
    let thumbnail: Thumbnail?

    init(from decoder: any Decoder) throws {
        let fields = try ResponseFields(decoder)
        thumbnail = Thumbnail(
            validating: try fields.decode(String.self, forKey: "path"),
            fileExtension: try fields.decode(String.self, forKey: "extension"), by: decoder.imageHosts)
    }
}

private struct LinkPayload: Decodable {
    let type: String
    let url: String
}
