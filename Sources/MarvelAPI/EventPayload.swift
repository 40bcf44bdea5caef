import Heroes

/// An event with its first heroes, from its summary list.
struct EventPayload: Decodable {
    let entity: EntityPayload
    private let heroes: [Work.Mention]

    private enum Key: CodingKey {
        case characters
    }

    init(from decoder: any Decoder) throws {
        entity = try EntityPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        let mentions = fields.tolerant(SummaryPayload.self, .characters)?.items ?? []
        heroes = mentions.lazy.compactMap { $0.value?.mention }.prefix(ResponseLimit.mentions).map(\.self)
    }

    func work(_ hosts: [ImageHost]) -> Work { entity.work(.events, hosts, heroes: heroes) }
}

private struct SummaryPayload: Decodable {
    let items: [Lossy<Item>]

    struct Item: Decodable {
        let resourceURI: String
        let name: String

        /// The hero; nil without a name or a number at the end of the URI.
        var mention: Work.Mention? {
            let title = name.asTitle
            guard let id = resourceURI.split(separator: "/").last.flatMap({ Int($0) }), id > 0, !title.isEmpty else {
                return nil
            }
            return Work.Mention(id: id, name: title)
        }
    }
}
